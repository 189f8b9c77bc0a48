// The curves of the benchmark: y² = x³ + a·x + b modulo p, the order and the generator's coordinates. Point arithmetic by
// definition, to check results.

import { addBinaryPoints } from "./binary-curves.mjs";

const hex = (digits) => BigInt(`0x${digits}`);

const curve = (name, p, a, b, order, x, y) => [
  name,
  { name, p: hex(p), a: hex(a), b: hex(b), order: hex(order), g: { x: hex(x), y: hex(y) } },
];

/** The curves by their names in modexp/curves. */
export const CURVES = new Map([
  curve(
    "secp160r1",
    "ffffffffffffffffffffffffffffffff7fffffff",
    "ffffffffffffffffffffffffffffffff7ffffffc",
    "1c97befc54bd7a8b65acf89f81d4d4adc565fa45",
    "100000000000000000001f4c8f927aed3ca752257",
    "4a96b5688ef573284664698968c38bb913cbfc82",
    "23a628553168947d59dcc912042351377ac5fb32",
  ),
  curve(
    "P-192",
    "fffffffffffffffffffffffffffffffeffffffffffffffff",
    "fffffffffffffffffffffffffffffffefffffffffffffffc",
    "64210519e59c80e70fa7e9ab72243049feb8deecc146b9b1",
    "ffffffffffffffffffffffff99def836146bc9b1b4d22831",
    "188da80eb03090f67cbf20eb43a18800f4ff0afd82ff1012",
    "7192b95ffc8da78631011ed6b24cdd573f977a11e794811",
  ),
  curve(
    "P-224",
    "ffffffffffffffffffffffffffffffff000000000000000000000001",
    "fffffffffffffffffffffffffffffffefffffffffffffffffffffffe",
    "b4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4",
    "ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d",
    "b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21",
    "bd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34",
  ),
  curve(
    "P-256",
    "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
    "ffffffff00000001000000000000000000000000fffffffffffffffffffffffc",
    "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
    "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
    "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
    "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
  ),
  curve(
    "P-384",
    "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffff",
    "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000fffffffc",
    "b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef",
    "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973",
    "aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7",
    "3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f",
  ),
  curve(
    "P-521",
    "1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc",
    "51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00",
    "1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409",
    "c6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66",
    "11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650",
  ),
  curve(
    "secp256k1",
    "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
    "0",
    "7",
    "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
    "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
    "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8",
  ),
  curve(
    "brainpoolP256r1",
    "a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377",
    "7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9",
    "26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6",
    "a9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7",
    "8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262",
    "547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997",
  ),
  curve(
    "miracl-160",
    "d9c574c2ae564498f71d2de9e371f8cd3943ac29",
    "d9c574c2ae564498f71d2de9e371f8cd3943ac26",
    "5ffb743f36241263f07bd09325bd458edfd4f468",
    "d9c574c2ae564498f71e2d49d2f2a824b7cd76fd",
    "1",
    "cf65573794c0d0c494310ed3008679f01afaf63a",
  ),
  curve(
    "miracl-192",
    "b1ddd4f0f4a6a5cd96eafc0e12c6e80fedbbb7fe1576ee53",
    "b1ddd4f0f4a6a5cd96eafc0e12c6e80fedbbb7fe1576ee50",
    "a59f552241e22179d156427814e22aca736ed8475f8e9f57",
    "b1ddd4f0f4a6a5cd96eafc0c7182f9b80f02aa17b80c6175",
    "1",
    "264f848e11497c9f8ad4468a8e36d59f7ec363b340b10e20",
  ),
  curve(
    "miracl-224",
    "f923bcec0d87b21f032fe7a6fe406a7181c49cb4872c32204f8102ed",
    "f923bcec0d87b21f032fe7a6fe406a7181c49cb4872c32204f8102ea",
    "a511fc66af0149d5dc2bb788d8ccfdddd4154a480cffeb0e007cd5c0",
    "f923bcec0d87b21f032fe7a6fe42394f8a1771b7a2820beb7a610d97",
    "1",
    "3e598e1d75b261d501ab3abd989da77d2fb0bddf67b84b3535263276",
  ),
  curve(
    "miracl-256",
    "fef78369de60b5a5af30597f10b7bfac9b3dccf0ce580705f52d1b1e8194748b",
    "fef78369de60b5a5af30597f10b7bfac9b3dccf0ce580705f52d1b1e81947488",
    "3821be831f74997abebbcd83aa03a9895b02f96593ea2b781e739c8aa7f44916",
    "fef78369de60b5a5af30597f10b7bfac38b0a70e34bb1be132c67cdb23967be7",
    "1",
    "7164f6c4e76ee927dc3a8319cee4b272cf6dfc519b59617bc4d568b7aaf352fe",
  ),
]);

const mod = (x, p) => ((x % p) + p) % p;

function inverse(a, p) {
  let [r, s, x, y] = [p, mod(a, p), 0n, 1n];
  while (s !== 0n) [r, s, x, y] = [s, r % s, y, x - (r / s) * y];
  return mod(x, p);
}

/** P + Q; the identity is undefined. */
export function addPoints(curve, left, right) {
  if (curve.binary) return addBinaryPoints(curve, left, right);
  const { p, a } = curve;
  if (left === undefined || right === undefined) return left ?? right;
  const same = left.x === right.x;
  if (same && mod(left.y + right.y, p) === 0n) return undefined;
  const slope = same
    ? (3n * left.x * left.x + a) * inverse(2n * left.y, p)
    : (right.y - left.y) * inverse(right.x - left.x, p);
  const x = mod(slope * slope - left.x - right.x, p);
  return { x, y: mod(slope * (left.x - x) - left.y, p) };
}

/** k·P, one bit at a time. */
export function multiplyPoint(curve, k, point) {
  let sum;
  for (const bit of k.toString(2)) {
    sum = addPoints(curve, sum, sum);
    if (bit === "1") sum = addPoints(curve, sum, point);
  }
  return sum;
}
