/** The reference for all answers: the definitions, on BigInt, one bit at a time. */

/** x mod m in [0, m). */
export function mod(x: bigint, m: bigint): bigint {
  return ((x % m) + m) % m;
}

/** base^exponent mod m for exponent ≥ 0. */
export function powReference(base: bigint, exponent: bigint, m: bigint): bigint {
  const b = mod(base, m);
  let acc = 1n % m;
  for (const bit of exponent.toString(2)) {
    acc = (acc * acc) % m;
    if (bit === "1") acc = (acc * b) % m;
  }
  return acc;
}

/** The greatest common divisor of a, b ≥ 0. */
export function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
