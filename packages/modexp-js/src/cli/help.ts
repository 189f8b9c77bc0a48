/** The texts of `--help`. */

const MAIN = `Usage: modexp <command> [options]

Modular exponentiation, base^exponent mod modulus, for numbers of up to 65536 bits, or as many as one says.

Commands:
  pow B E M    print B^E mod M
  inverse A M  print the X below M with A·X mod M = 1
  batch        one exponentiation a line, JSON from standard input to standard output
  info         print what computes here
  bench        measure against the plain loop on BigInt

Options:
  --help       print this, or the help of a command
  --version    print the version

Exit code: 0, or 1 if something could not be computed, or 2 if the command was wrong.
`;

const NUMBERS = `Numbers are decimal, or hexadecimal like 0x1f; @file takes the number in a file, - the one on standard input.`;

const POW = `Usage: modexp pow B E M [options]

Prints B^E mod M, in constant time unless --vartime says that the values are public.
A negative E means the inverse.

${NUMBERS}

Options:
  --vartime    faster, for public values
  --hex        print hexadecimal
  --json       print {"result": "…"}
  --max-bits N the longest numbers to take, 65536 bits by default
  --tier NAME  compute with relaxed, wide, simd or js; by default what is fastest here

Example:
  modexp pow 3 200 1000000007
  modexp pow 2 @exponent.txt 0xffffffffffffffc5 --hex
`;

const INVERSE = `Usage: modexp inverse A M [options]

Prints the X below M with A·X mod M = 1. Where there is none, that is an error.

${NUMBERS}

Options:
  --hex        print hexadecimal
  --json       print {"result": "…"}
  --max-bits N the longest numbers to take, 65536 bits by default
  --tier NAME  compute with relaxed, wide, simd or js; by default what is fastest here

Example:
  modexp inverse 3 11
`;

const BATCH = `Usage: modexp batch [options] < lines > results

Reads one exponentiation a line:
  {"base": "3", "exponent": "0xff", "modulus": "1000003", "id": 7}
and writes one line for each, in the same order:
  {"id": 7, "result": "…"}
Numbers are texts as on the command line, or JSON integers up to 2^53 - 1. "id" may be anything, or missing.

A line that cannot be computed gives {"id": …, "line": 3, "error": "…"}, is reported on standard error too, and makes
the exit code 1; the others are computed all the same. Memory is bounded: it reads no faster than it writes.

Options:
  --threads N  compute on N threads, 1 to 1024; by default as many as the machine runs side by side
  --hex        write hexadecimal
  --json       accepted, as all lines are JSON
  --max-bits N the longest numbers to take, 65536 bits by default
  --tier NAME  compute with relaxed, wide, simd or js; by default what is fastest here

Example:
  echo '{"base": "3", "exponent": "200", "modulus": "1000000007"}' | modexp batch
`;

const INFO = `Usage: modexp info [options]

Prints the version, the set of kernels in use, the kernel for each size, and what the engine can do.

Options:
  --json       print an object
  --tier NAME  of relaxed, wide, simd or js, instead of what is fastest here
`;

const BENCH = `Usage: modexp bench [options]

Measures one exponentiation with an exponent as long as the modulus, against the plain loop on BigInt: medians.

Options:
  --bits LIST  sizes, 32 to 16384, separated by commas; by default 256,512,1024,2048,4096
  --json       print an array, with times in milliseconds
  --tier NAME  measure relaxed, wide, simd or js instead of what is fastest here
`;

/** The help of each command; "" has the general help. */
export const HELP: ReadonlyMap<string, string> = new Map([
  ["", MAIN],
  ["pow", POW],
  ["inverse", INVERSE],
  ["batch", BATCH],
  ["info", INFO],
  ["bench", BENCH],
]);
