// node longest.mjs BITS: times the longest accepted call with an exponent of BITS bits, and refusals by functions, by the
// precompile and by a line of the command, and a product of two of the longest numbers; prints one JSON line of
// milliseconds.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { modexpPrecompile } from "../../packages/modexp-js/dist/evm.js";
import { modPow } from "../../packages/modexp-js/dist/index.js";

const [bits] = process.argv.slice(2).map(Number);
const LIMIT = 65_536n;
const CLI = fileURLToPath(new URL("../../packages/modexp-js/dist/cli.js", import.meta.url));

/** Lines of one batch: the start of the command must not count. */
const LINES = 1000;

const time = (call) => {
  const start = performance.now();
  call();
  return performance.now() - start;
};

/** The least of ten times. */
function refusal(call, reason) {
  const times = Array.from({ length: 10 }, () =>
    time(() => {
      try {
        call();
      } catch (error) {
        if (error instanceof RangeError && error.message.includes(reason)) return;
        throw error;
      }
      throw new Error("it was not refused");
    }),
  );
  return Math.min(...times);
}

const ofFunctions = [65_537n, 1_000_000n, 1_000_000_000n].flatMap((size) => {
  const x = 1n << (size - 1n);
  const calls = [() => modPow(x, 3n, 7n), () => modPow(3n, x, 7n), () => modPow(3n, 5n, x)];
  return calls.map((call) => refusal(call, "must have at most 65536 bits"));
});

/** A call of the precompile that claims these byte lengths of base, exponent and modulus, without their bytes. */
function precompile(fork, ...lengths) {
  const input = new Uint8Array(96);
  const view = new DataView(input.buffer);
  for (const [i, length] of lengths.entries()) view.setBigUint64(32 * i + 24, length);
  return () => modexpPrecompile(input, { fork, gasLimit: 2n ** 64n - 1n, maxBits: Number(LIMIT) });
}

const ofPrecompile = [0, 1, 2].flatMap((which) => {
  const lengths = (length) => [1n, 1n, 1n].with(which, length);
  return [
    ...[1025n, 2n ** 63n].map((length) => refusal(precompile("osaka", ...lengths(length)), "at most 1024 bytes")),
    refusal(precompile("berlin", ...lengths(8193n)), "pass a larger maxBits"),
  ];
});

/** The time of a refused line of `modexp batch`. */
function line(problem) {
  const batch = (lines) => {
    const input = `${JSON.stringify(problem)}\n`.repeat(lines);
    const { status, stderr } = spawnSync(process.execPath, [CLI, "batch"], { input, encoding: "utf8", maxBuffer: 1e9 });
    const refused = stderr.split("\n").filter((report) => report.includes("must have at most 65536 bits")).length;
    if (refused !== lines || status === 2) throw new Error(`${refused} of ${lines} lines were refused: ${stderr}`);
  };
  return (time(() => batch(LINES)) - time(() => batch(0))) / LINES;
}

const long = `0x1${"0".repeat(16_384)}`;
const ofCommand = ["base", "exponent", "modulus"].map((name) =>
  line({ base: "3", exponent: "5", modulus: "7", [name]: long }),
);

const m = (1n << LIMIT) - 12_345_677n;
const accepted = time(() => modPow(m - 2n, (1n << BigInt(bits)) - 3n, m));
const product = Math.min(...Array.from({ length: 20 }, (_, i) => time(() => (m - BigInt(i)) * m)));
const most = (times) => Math.max(...times);
console.log(
  JSON.stringify({
    refused: { calls: most(ofFunctions), precompile: most(ofPrecompile), lines: most(ofCommand) },
    accepted,
    product,
  }),
);
