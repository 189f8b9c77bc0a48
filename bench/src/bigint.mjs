// Modular exponentiation on BigInt, as one writes it without this package. Exponents are at least 0, moduli at least 2.

const WINDOW = 5;

/** The plain loop of tutorials, right to left. The tables' ratios are to this loop. */
export function powBinary(base, exponent, m) {
  let result = 1n;
  let b = base % m;
  for (let e = exponent; e > 0n; e >>= 1n) {
    if (e & 1n) result = (result * b) % m;
    b = (b * b) % m;
  }
  return result;
}

/** A good loop: left to right, five bits at a time. */
export function powWindow(base, exponent, m) {
  return windowed(base % m, exponent, 1n, (a, b) => (a * b) % m);
}

/** The window of `powWindow` in Montgomery form, R = 2^k: no division, two more products. m is odd. */
export function powMontgomery(base, exponent, m) {
  const k = 64 * Math.ceil(m.toString(16).length / 16) + 64;
  const shift = BigInt(k);
  const negativeInverse = BigInt.asUintN(k, -inverseModPowerOfTwo(m, k));
  // t·R⁻¹ mod m, below 2m as long as t < 4m², since R ≥ 4m
  const reduce = (t) => (t + BigInt.asUintN(k, BigInt.asUintN(k, t) * negativeInverse) * m) >> shift;
  const one = (1n << shift) % m;
  const b = ((base % m) << shift) % m;
  return reduce(windowed(b, exponent, one, (x, y) => reduce(x * y))) % m;
}

function windowed(base, exponent, one, mul) {
  const table = [one, base];
  while (table.length < 1 << WINDOW) table.push(mul(table.at(-1), base));

  // digits of five bits are digits in base 32
  const [first, ...digits] = exponent.toString(1 << WINDOW);
  let acc = table[Number.parseInt(first, 1 << WINDOW)];
  for (const digit of digits) {
    for (let i = 0; i < WINDOW; i++) acc = mul(acc, acc);
    if (digit !== "0") acc = mul(acc, table[Number.parseInt(digit, 1 << WINDOW)]);
  }
  return acc;
}

/** m⁻¹ mod 2^k for odd m, by Newton's iteration. */
function inverseModPowerOfTwo(m, k) {
  let x = m; // right in three bits: m² ≡ 1 (mod 8)
  for (let bits = 3; bits < k; bits *= 2) x = BigInt.asUintN(k, x * (2n - m * x));
  return x;
}
