// Random numbers, equal in every run: the engines' own sources take no seed.

const MASK = (1n << 64n) - 1n;

/** SplitMix64: a function that returns the next 64-bit word. */
function splitMix(seed) {
  let state = BigInt(seed);
  return () => {
    state = (state + 0x9e3779b97f4a7c15n) & MASK;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return z ^ (z >> 31n);
  };
}

/** A source of numbers: `bits(n)` has exactly n bits, `below(m)` is in [0, m), `oddBits(n)` is also odd. */
export function randomSource(seed) {
  const next = splitMix(seed);
  // by hexadecimal digits: shifting a number of millions of bits word by word would take minutes
  const upTo = (n) => {
    const words = Array.from({ length: Math.ceil(n / 64) }, () => next().toString(16).padStart(16, "0"));
    return BigInt.asUintN(n, BigInt(`0x0${words.join("")}`));
  };
  const bits = (n) => upTo(n) | (1n << BigInt(n - 1));
  return {
    bits,
    oddBits: (n) => bits(n) | 1n,
    // 64 bits more than m: the bias is below 2^-64
    below: (m) => upTo(m.toString(2).length + 64) % m,
  };
}
