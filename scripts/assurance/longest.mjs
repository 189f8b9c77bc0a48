// node longest.mjs BITS: what the longest accepted call takes with an exponent of so many bits, and what refusals take; prints
// one JSON line of milliseconds.
import { modPow } from "../../packages/modexp-js/dist/index.js";

const [bits] = process.argv.slice(2).map(Number);
const LIMIT = 65_536n;

const time = (call) => {
  const start = performance.now();
  call();
  return performance.now() - start;
};

/** The least of ten. */
function refusal(call) {
  const times = Array.from({ length: 10 }, () =>
    time(() => {
      try {
        call();
      } catch (error) {
        if (error instanceof RangeError && error.message.includes("must have at most 65536 bits")) return;
        throw error;
      }
      throw new Error("it was not refused");
    }),
  );
  return Math.min(...times);
}

const refused = [65_537n, 1_000_000n, 1_000_000_000n].flatMap((size) => {
  const x = 1n << (size - 1n);
  return [() => modPow(x, 3n, 7n), () => modPow(3n, x, 7n), () => modPow(3n, 5n, x)].map(refusal);
});

const m = (1n << LIMIT) - 12_345_677n;
const accepted = time(() => modPow(m - 2n, (1n << BigInt(bits)) - 3n, m));
console.log(JSON.stringify({ refused: Math.max(...refused), accepted }));
