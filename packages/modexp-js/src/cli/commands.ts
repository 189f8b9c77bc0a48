/** The commands and their options: the one text behind `--help`, the man page and completions. */

/** An option, as `parseArgs` takes it, with the name of its value and the values that complete it. */
export interface Option {
  readonly type: "string" | "boolean";
  readonly short?: string;
  readonly value?: string;
  readonly values?: readonly string[];
}

const TIER_VALUES = ["relaxed", "wide", "simd", "js"];

/** All options. */
export const OPTIONS = {
  bits: { type: "string", value: "LIST" },
  compressed: { type: "boolean" },
  fork: { type: "string", value: "NAME" },
  "gas-limit": { type: "string", value: "N" },
  help: { type: "boolean", short: "h" },
  hex: { type: "boolean" },
  json: { type: "boolean" },
  "max-bits": { type: "string", value: "N" },
  safe: { type: "boolean" },
  threads: { type: "string", value: "N" },
  tier: { type: "string", value: "NAME", values: TIER_VALUES },
  vartime: { type: "boolean" },
  version: { type: "boolean" },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof OPTIONS;

/** A command. */
export interface Command {
  /** Its operands, as in `modexp pow B E M`. */
  readonly operands: string;
  /** Its line in the list of commands, in lower case. */
  readonly summary: string;
  /** Paragraphs. */
  readonly text: readonly string[];
  /** The effect of each option on this command, in addition to --help. */
  readonly options: Readonly<Partial<Record<OptionName, string>>>;
  readonly examples: readonly string[];
  /** Words that complete the operands. */
  readonly words?: readonly string[];
}

const NUMBERS =
  "Numbers are decimal, or hexadecimal like 0x1f; @file takes the number in a file, - the one on standard input.";
const BYTES = "Bytes are hexadecimal, with or without 0x; @file takes the digits in a file, - those on standard input.";
const HEX = "print hexadecimal";
const JSON_OF_RESULT = 'print {"result": "…"}';
const MAX_BITS = "the longest numbers to take, 65536 bits by default";
const TIER = "compute with relaxed, wide, simd or js; by default what is fastest here";

/** The text for `modexp` without a command. */
export const MAIN = {
  text: ["Modular exponentiation, base^exponent mod modulus, for numbers of up to 65536 bits, or as many as one says."],
  options: { help: "print this, or the help of a command", version: "print the version" },
  exit: "Exit code: 0, or 1 if something could not be computed or is not true, or 2 if the command was wrong.",
} as const;

/** The commands by their names. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  [
    "pow",
    {
      operands: "B E M",
      summary: "print B^E mod M",
      text: [
        "Prints B^E mod M, in constant time unless --vartime says that the values are public. A negative E means the inverse.",
        NUMBERS,
      ],
      options: {
        vartime: "faster, for public values",
        hex: HEX,
        json: JSON_OF_RESULT,
        "max-bits": MAX_BITS,
        tier: TIER,
      },
      examples: ["modexp pow 3 200 1000000007", "modexp pow 2 @exponent.txt 0xffffffffffffffc5 --hex"],
    },
  ],
  [
    "inverse",
    {
      operands: "A M",
      summary: "print the X below M with A·X mod M = 1",
      text: ["Prints the X below M with A·X mod M = 1. Where there is none, that is an error.", NUMBERS],
      options: { hex: HEX, json: JSON_OF_RESULT, "max-bits": MAX_BITS, tier: TIER },
      examples: ["modexp inverse 3 11"],
    },
  ],
  [
    "curve",
    {
      operands: "multiply CURVE K [POINT]",
      summary: "print a multiple of a point, or the coordinates of one",
      text: [
        "curve multiply CURVE K [POINT] prints the encoding of K·POINT by SEC 1, with the curve's generator as POINT by default. curve decode CURVE POINT prints the coordinates of an encoded point, x and y. CURVE is a name such as P-256 or secp256k1; curve list prints all names.",
        `K is a number. POINT is an encoding. ${NUMBERS} ${BYTES}`,
      ],
      options: {
        compressed: "print x and one bit of y, instead of x and y",
        hex: "print hexadecimal coordinates",
        json: 'print {"x": "…", "y": "…", "encoding": "…"}',
      },
      examples: [
        "modexp curve multiply P-256 12345 --compressed",
        "modexp curve decode secp256k1 0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
      ],
      words: ["multiply", "decode", "list"],
    },
  ],
  [
    "prime",
    {
      operands: "random BITS",
      summary: "print a random prime, or test a number",
      text: [
        "prime random BITS prints a random prime of BITS bits, 32 to 16384. Its upper two bits are 1. prime test N prints whether N is probably prime, and the exit code is 1 if it is not. The probability of a wrong answer is below 2^-80.",
        NUMBERS,
      ],
      options: { safe: "of random: (p - 1)/2 is prime, too", hex: HEX, json: JSON_OF_RESULT, "max-bits": MAX_BITS },
      examples: ["modexp prime random 1024 --hex", "modexp prime test 0xffffffffffffffc5"],
      words: ["random", "test"],
    },
  ],
  [
    "evm",
    {
      operands: "ADDRESS [INPUT]",
      summary: "call a precompiled contract of Ethereum",
      text: [
        "Prints the output of the precompiled contract at ADDRESS, such as 5 or 0x100, for the bytes INPUT. A call that fails, and takes all gas, is an error.",
        BYTES,
      ],
      options: {
        fork: "the rules, as of prague; by default osaka",
        "gas-limit": "the most gas that the call may cost, 2^32 by default",
        json: 'print {"output": "0x…", "gas": "…"}, or {"error": "…", "code": "…"}',
      },
      examples: ["modexp evm 8 0x --json"],
    },
  ],
  [
    "verify",
    {
      operands: "",
      summary: "check the installed files, and compute known results with them",
      text: [
        "Compares the .wasm files of this package with their SHA-256 sums, and computes powers, points and pairings whose results are known, with each file that this engine runs. Prints a line for each. The exit code is 1 if one is wrong.",
        "The sums lie next to the files: to know that nobody changed both, compare them with those of the release.",
      ],
      options: { json: 'print an array of {"name": "…", "ok": true}' },
      examples: ["modexp verify"],
    },
  ],
  [
    "batch",
    {
      operands: "< lines > results",
      summary: "one exponentiation a line, JSON from standard input to standard output",
      text: [
        'Reads one exponentiation a line, {"base": "3", "exponent": "0xff", "modulus": "1000003", "id": 7}, and writes one line for each, {"id": 7, "result": "…"}, in the same order. Numbers are texts as on the command line, or JSON integers up to 2^53 - 1. "id" may be anything, or missing.',
        'A line that cannot be computed gives {"id": …, "line": 3, "error": "…"}, is reported on standard error too, and makes the exit code 1; the others are computed all the same. Memory is bounded: it reads no faster than it writes.',
      ],
      options: {
        threads: "compute on N threads, 1 to 1024; by default as many as the machine runs side by side",
        hex: "write hexadecimal",
        json: "accepted, as all lines are JSON",
        "max-bits": MAX_BITS,
        tier: TIER,
      },
      examples: [`echo '{"base": "3", "exponent": "200", "modulus": "1000000007"}' | modexp batch`],
    },
  ],
  [
    "info",
    {
      operands: "",
      summary: "print what computes here",
      text: ["Prints the version, the set of kernels in use, the kernel for each size, and what the engine can do."],
      options: { json: "print an object", tier: "of relaxed, wide, simd or js, instead of what is fastest here" },
      examples: ["modexp info"],
    },
  ],
  [
    "bench",
    {
      operands: "",
      summary: "measure against the plain loop on BigInt",
      text: [
        "Measures one exponentiation with an exponent as long as the modulus, against the plain loop on BigInt: medians.",
      ],
      options: {
        bits: "sizes, 32 to 16384, separated by commas; by default 256,512,1024,2048,4096",
        json: "print an array, with times in milliseconds",
        tier: "measure relaxed, wide, simd or js instead of what is fastest here",
      },
      examples: ["modexp bench --bits 2048"],
    },
  ],
  [
    "completion",
    {
      operands: "SHELL",
      summary: "print the script that completes commands in bash, zsh or fish",
      text: ["Prints a script for SHELL, which is bash, zsh or fish. The shell reads it at its start."],
      options: {},
      examples: [
        'eval "$(modexp completion bash)"',
        "modexp completion zsh > ~/.zfunc/_modexp",
        "modexp completion fish > ~/.config/fish/completions/modexp.fish",
      ],
      words: ["bash", "zsh", "fish"],
    },
  ],
]);
