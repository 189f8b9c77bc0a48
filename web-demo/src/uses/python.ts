/** Lines of Python that compute the results of the uses. They contain the secrets of a run, and each run draws new secrets. */
import { literal } from "../shared/numbers.js";
import { python } from "../shared/python.js";
import { SALT_LENGTH, SHA_256_INFO } from "./padding.js";

/** A curve y² = x³ + a·x + b over GF(p), or GF(p²) = GF(p)[√−1] where coordinates are arrays. */
interface Field {
  readonly p: bigint;
  readonly a: bigint;
}

interface Affine {
  readonly x: bigint | readonly bigint[];
  readonly y: bigint | readonly bigint[];
}

/** A signature of a message under the public key (n, 65537). */
interface Signed {
  readonly n: bigint;
  readonly signature: bigint;
  readonly message: Uint8Array;
}

/** Prints the key of an agreement in hex: 2^(a·b) mod p, or the SHA-256 of its `length` bytes. */
export function agreedKey(p: bigint, a: bigint, b: bigint, length: number, hashed: boolean): string {
  const key = `pow(2, ${literal(a)}*${literal(b)}, ${literal(p)})`;
  if (!hashed) return python(`print(hex(${key}))`);
  const digest = `hashlib.sha256(${key}.to_bytes(${length}, 'big')).hexdigest()`;
  return python("import hashlib", `print(hex(int(${digest}, 16)))`);
}

/** Prints the x of k·P in hex, as c1 and c0 over GF(p²). `k` is an expression, less than the order of P. */
export function multiple(k: string, field: Field, P: Affine): string {
  return python(
    ...multiplied(k, field, P),
    `print(${typeof P.x === "bigint" ? "hex(R[0][0])" : "hex(R[0][1]), hex(R[0][0])"})`,
  );
}

/** Prints the compressed encoding of k·P on the twist of BLS12-381 in hex. */
export function signatureOfAll(k: string, p: bigint, P: Affine): string {
  const bytes = 48;
  const flags = `(4|(max(R[1][1], R[1][0]*(R[1][1]==0))>p//2))<<${16 * bytes - 3}`;
  return python(...multiplied(k, { p, a: 0n }, P), `print(hex(${flags}|R[0][1]<<${8 * bytes}|R[0][0]))`);
}

/** Statements that compute R = k·P, with coordinates c0 + c1·√−1 as pairs, bit by bit: no partial result is ±P or the identity. */
function multiplied(k: string, { p, a }: Field, { x, y }: Affine): string[] {
  const pair = (c: bigint | readonly bigint[]) => `(${[c, 0n].flat().slice(0, 2).map(literal).join(", ")})`;
  return [
    "from functools import reduce",
    `p=${literal(p)}`,
    "mul=lambda u,v: ((u[0]*v[0]-u[1]*v[1])%p, (u[0]*v[1]+u[1]*v[0])%p)",
    "sub=lambda u,v: ((u[0]-v[0])%p, (u[1]-v[1])%p)",
    "div=lambda u,v: mul(mul(u, (v[0], -v[1])), (pow(v[0]*v[0]+v[1]*v[1], -1, p), 0))",
    `slope=lambda P,Q: div(sub(mul((3, 0), mul(P[0], P[0])), (${literal(-a)}, 0)), mul((2, 0), P[1])) if P==Q else div(sub(Q[1], P[1]), sub(Q[0], P[0]))`,
    "third=lambda P,Q,m: (x:=sub(sub(mul(m, m), P[0]), Q[0]), sub(mul(m, sub(P[0], x)), P[1]))",
    "add=lambda P,Q: third(P, Q, slope(P, Q))",
    `P=(${pair(x)}, ${pair(y)})`,
    `R=reduce(lambda R,bit: add(add(R, R), P) if bit=='1' else add(R, R), bin(${k})[3:], P)`,
  ];
}

/** Prints whether the signature is right: PKCS #1 v1.5 with SHA-256, in `length` bytes. */
export function isPkcs1({ n, signature, message }: Signed, length: number): string {
  const info = `bytes([0, 1]) + bytes([255])*${length - 35 - SHA_256_INFO.length} + bytes([0]) + ${bytes(SHA_256_INFO)}`;
  return python(
    "import hashlib",
    `padded=${info} + hashlib.sha256(${bytes(message)}).digest()`,
    `print(pow(${literal(signature)}, 65537, ${literal(n)}) == int.from_bytes(padded, 'big'))`,
  );
}

/** Prints whether the signature is right: PSS with SHA-384, in `length` bytes. */
export function isPss({ n, signature, message }: Signed, length: number): string {
  return python(
    "import hashlib",
    "sha=lambda b: hashlib.sha384(b).digest()",
    `padded=pow(${literal(signature)}, 65537, ${literal(n)}).to_bytes(${length}, 'big')`,
    "digest=padded[-49:-1]",
    `mask=b''.join(sha(digest + i.to_bytes(4, 'big')) for i in range(${Math.ceil(length / 48)}))`,
    `salt=bytes(map(int.__xor__, padded[:-49], mask))[${-SALT_LENGTH}:]`,
    `print(padded[-1]==188 and digest == sha(bytes(8) + sha(${bytes(message)}) + salt))`,
  );
}

/** Prints what Paillier's ciphertext encrypts. */
export function decrypted(ciphertext: bigint, n: bigint, lambda: bigint): string {
  return python(
    `n=${literal(n)}`,
    `k=${literal(lambda)}`,
    `print((pow(${literal(ciphertext)}, k, n*n)-1)//n * pow(k, -1, n) % n)`,
  );
}

function bytes(of: Iterable<number>): string {
  return `bytes.fromhex('${Array.from(of, (byte) => byte.toString(16).padStart(2, "0")).join("")}')`;
}
