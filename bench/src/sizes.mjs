// The cases of the quick benchmark.

/**
 * Bits of modulus and exponent; an exponent of 17 bits is 65537, one of 2 bits is 3. The first ones only check that no call is slower
 * than BigInt.
 */
const SIZES = ["64/64", "128/128", "256/17", "512/2", "2048/2"].concat(
  ["256/96", "256/256", "512/512", "1024/1024", "2048/17", "2048/256", "2048/768", "2048/2048"],
  ["3072/3072", "4096/4096", "8192/8192"],
);

/** "2048/17" is a case's name; the size alone also names a case with a full-length exponent. A quick run leaves out `long` ones. */
export const CASES = SIZES.map((name) => {
  const [bits, exponentBits] = name.split("/").map(Number);
  return { name, bits, exponentBits, long: bits > 4096 };
});
