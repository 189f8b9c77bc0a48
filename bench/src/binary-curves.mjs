// The benchmark's curves over GF(2^m): y² + x·y = x³ + a·x² + b, the field's polynomial as a number, the order and the
// generator's coordinates. Point addition by definition, to check results.

const hex = (digits) => BigInt(`0x${digits}`);

const curve = (name, p, a, b, order, x, y) => [
  name,
  { name, binary: true, p: hex(p), a: hex(a), b: hex(b), order: hex(order), g: { x: hex(x), y: hex(y) } },
];

/** The curves by their names in modexp/binary-curves. */
export const BINARY_CURVES = new Map([
  curve(
    "B-163",
    "800000000000000000000000000000000000000c9",
    "1",
    "20a601907b8c953ca1481eb10512f78744a3205fd",
    "40000000000000000000292fe77e70c12a4234c33",
    "3f0eba16286a2d57ea0991168d4994637e8343e36",
    "d51fbc6c71a0094fa2cdd545b11c5c0c797324f1",
  ),
  curve(
    "B-233",
    "20000000000000000000000000000000000000004000000000000000001",
    "1",
    "66647ede6c332c7f8c0923bb58213b333b20e9ce4281fe115f7d8f90ad",
    "1000000000000000000000000000013e974e72f8a6922031d2603cfe0d7",
    "fac9dfcbac8313bb2139f1bb755fef65bc391f8b36f8f8eb7371fd558b",
    "1006a08a41903350678e58528bebf8a0beff867a7ca36716f7e01f81052",
  ),
  curve(
    "B-283",
    "800000000000000000000000000000000000000000000000000000000000000000010a1",
    "1",
    "27b680ac8b8596da5a4af8a19a0303fca97fd7645309fa2a581485af6263e313b79a2f5",
    "3ffffffffffffffffffffffffffffffffffef90399660fc938a90165b042a7cefadb307",
    "5f939258db7dd90e1934f8c70b0dfec2eed25b8557eac9c80e2e198f8cdbecd86b12053",
    "3676854fe24141cb98fe6d4b20d02b4516ff702350eddb0826779c813f0df45be8112f4",
  ),
  curve(
    "B-571",
    "80000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000425",
    "1",
    "2f40e7e2221f295de297117b7f3d62f5c6a97ffcb8ceff1cd6ba8ce4a9a18ad84ffabbd8efa59332be7ad6756a66e294afd185a78ff12aa520e4de739baca0c7ffeff7f2955727a",
    "3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe661ce18ff55987308059b186823851ec7dd9ca1161de93d5174d66e8382e9bb2fe84e47",
    "303001d34b856296c16c0d40d3cd7750a93d1d2955fa80aa5f40fc8db7b2abdbde53950f4c0d293cdd711a35b67fb1499ae60038614f1394abfa3b4c850d927e1e7769c8eec2d19",
    "37bf27342da639b6dccfffeb73d69d78c6c27a6009cbbca1980f8533921e8a684423e43bab08a576291af8f461bb2a8b3531d2f0485c19b16e2f1516e23dd3c1a4827af1b8ac15b",
  ),
  curve(
    "K-163",
    "800000000000000000000000000000000000000c9",
    "1",
    "1",
    "4000000000000000000020108a2e0cc0d99f8a5ef",
    "2fe13c0537bbc11acaa07d793de4e6d5e5c94eee8",
    "289070fb05d38ff58321f2e800536d538ccdaa3d9",
  ),
  curve(
    "K-233",
    "20000000000000000000000000000000000000004000000000000000001",
    "0",
    "1",
    "8000000000000000000000000000069d5bb915bcd46efb1ad5f173abdf",
    "17232ba853a7e731af129f22ff4149563a419c26bf50a4c9d6eefad6126",
    "1db537dece819b7f70f555a67c427a8cd9bf18aeb9b56e0c11056fae6a3",
  ),
  curve(
    "K-283",
    "800000000000000000000000000000000000000000000000000000000000000000010a1",
    "0",
    "1",
    "1ffffffffffffffffffffffffffffffffffe9ae2ed07577265dff7f94451e061e163c61",
    "503213f78ca44883f1a3b8162f188e553cd265f23c1567a16876913b0c2ac2458492836",
    "1ccda380f1c9e318d90f95d07e5426fe87e45c0e8184698e45962364e34116177dd2259",
  ),
  curve(
    "K-571",
    "80000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000425",
    "0",
    "1",
    "20000000000000000000000000000000000000000000000000000000000000000000000131850e1f19a63e4b391a8db917f4138b630d84be5d639381e91deb45cfe778f637c1001",
    "26eb7a859923fbc82189631f8103fe4ac9ca2970012d5d46024804801841ca44370958493b205e647da304db4ceb08cbbd1ba39494776fb988b47174dca88c7e2945283a01c8972",
    "349dc807f4fbf374f4aeade3bca95314dd58cec9f307a54ffc61efc006d8a2c9d4979c0ac44aea74fbebbb9f772aedcb620b01a7ba7af1b320430c8591984f601cd4c143ef1c7a3",
  ),
]);

const degree = (a) => a.toString(2).length - 1;

function product(p, a, b) {
  const m = degree(p);
  let out = 0n;
  for (const bit of b.toString(2)) {
    out <<= 1n;
    if (out >> BigInt(m)) out ^= p;
    if (bit === "1") out ^= a;
  }
  return out;
}

function inverse(p, a) {
  let [r, s, x, y] = [p, a, 0n, 1n];
  while (s !== 1n) {
    if (degree(r) < degree(s)) [r, s, x, y] = [s, r, y, x];
    const shift = BigInt(degree(r) - degree(s));
    [r, s, x, y] = [s, r ^ (s << shift), y, x ^ (y << shift)];
  }
  return product(p, 1n, y);
}

/** P + Q; the identity is undefined. */
export function addBinaryPoints({ p, a }, left, right) {
  if (left === undefined || right === undefined) return left ?? right;
  const times = (x, y) => product(p, x, y);
  const same = left.x === right.x;
  if (same && (left.y !== right.y || left.x === 0n)) return undefined;
  const slope = same
    ? left.x ^ times(left.y, inverse(p, left.x))
    : times(left.y ^ right.y, inverse(p, left.x ^ right.x));
  const x = times(slope, slope) ^ slope ^ a ^ (same ? 0n : left.x ^ right.x);
  return { x, y: times(slope, left.x ^ x) ^ x ^ left.y };
}

/** Whether a point is on the curve. */
export function isOnBinaryCurve({ p, a, b }, { x, y }) {
  return product(p, y, y ^ x) === (product(p, product(p, x, x), x ^ a) ^ b);
}
