/** The times that the recipes state: `npx vitest bench --run --outputJson FILE`, whose `min` they are. */
import { randomBytes } from "node:crypto";
import { bench, describe } from "vitest";
import { blind, blindSign, finalize, prepare } from "../../docs/blind-rsa.md";
import { randomBelow } from "../../docs/bytes.md";
import { allOpen, commit, opens } from "../../docs/commitments.md";
import * as dh from "../../docs/diffie-hellman.md";
import * as ecdh from "../../docs/ecdh.md";
import * as elgamal from "../../docs/elgamal.md";
import { verifier } from "../../docs/groth16.md";
import * as paillier from "../../docs/paillier.md";
import { addUp, newSigner, prove, Signers, sign } from "../../docs/pairings.md";
import * as rsa from "../../docs/rsa.md";
import { answer } from "../../docs/servers.md";
import { Srp } from "../../docs/srp.md";
import * as vdf from "../../docs/vdf.md";
import { Curve as BinaryCurve } from "../../src/binary-curves.js";
import { Curve } from "../../src/curves.js";
import { precompiles } from "../../src/evm.js";
import { group } from "../../src/groups.js";
import { CrtModulus, fromBytes, Modulus, modInverse, modPow, toBytes } from "../../src/index.js";
import { Pairing } from "../../src/pairings.js";
import { randomPrime } from "../../src/primes.js";
import { key, proof, publicSignals } from "../shared/groth16.js";

const LONG = { time: 700, warmupTime: 150 };
const random = (bits: number) => BigInt(`0x${randomBytes(bits / 8).toString("hex")}`);
const message = new TextEncoder().encode("attack at dawn");

describe("SRP-6a, 3072 bits", async () => {
  const srp = new Srp(group("srp3072").p, 5n, "SHA-256");
  const [a, b, x] = [random(256), random(256), random(256)];
  const [v, A] = [srp.verifier(x), srp.clientPublic(a)];
  const B = await srp.serverPublic(b, v);
  bench("client: S", async () => void (await srp.clientSecret(a, x, B)), LONG);
  bench("server: S", async () => void (await srp.serverSecret(b, v, A)), LONG);
});

describe("RSA-2048", async () => {
  const [p, q] = [randomPrime(1024), randomPrime(1024)];
  const e = 65537n;
  const own = { modulus: new CrtModulus([p, q]), d: modInverse(e, (p - 1n) * (q - 1n)), n: p * q, e };
  const signature = await rsa.sign(own, message);
  bench("sign", async () => void (await rsa.sign(own, message)), LONG);
  bench("verify", async () => void (await rsa.verify(own, message, signature)), LONG);
  const prepared = prepare(message);
  const { blinded, inverse } = await blind(own, prepared);
  const blindSignature = blindSign(own.modulus, own.d, blinded);
  bench("blind", async () => void (await blind(own, prepared)), LONG);
  bench("blindSign", () => void blindSign(own.modulus, own.d, blinded), LONG);
  bench("finalize", async () => void (await finalize(own, prepared, blindSignature, inverse)), LONG);
});

describe("Paillier, n of 3072 bits", () => {
  const own = new paillier.PrivateKey(randomPrime(1536), randomPrime(1536));
  const many = Array.from({ length: 16 }, () => 1n);
  const [ciphertext = 0n] = own.publicKey.encrypt([5n]);
  bench("encrypt one", () => void own.publicKey.encrypt([1n]), LONG);
  bench("encrypt 16", () => void own.publicKey.encrypt(many), LONG);
  bench("decrypt", () => void own.decrypt(ciphertext), LONG);
});

describe("ElGamal, 2048 bits", async () => {
  const publicKey = elgamal.toKey(new Modulus(group("ffdhe2048").p).pow(2n, random(256)));
  const vote = await elgamal.vote(publicKey, "Ann", 1);
  bench("vote", async () => void (await elgamal.vote(publicKey, "Ann", 1)), LONG);
  bench("isValid", async () => void (await elgamal.isValid(publicKey, vote)), LONG);
});

describe("VDF, 2048 bits, T = 20000", async () => {
  const N = randomPrime(1024) * randomPrime(1024);
  const x = await vdf.start(N, message);
  const result = await vdf.evaluate(N, x, 20_000n);
  bench("evaluate", async () => void (await vdf.evaluate(N, x, 20_000n)), LONG);
  bench("verify", async () => void (await vdf.verify(N, x, 20_000n, result)), LONG);
});

describe("Diffie–Hellman", () => {
  const modulus = new Modulus(group("ffdhe2048").p);
  const [own, other] = [dh.generateKeys(modulus), dh.generateKeys(modulus)];
  bench("ffdhe2048: generateKeys", () => void dh.generateKeys(modulus), LONG);
  bench("ffdhe2048: agree", () => void dh.agree(modulus, own.secret, other.publicKey), LONG);
  const [alice, bob] = [ecdh.keyPair(), ecdh.keyPair()];
  bench("P-256: keyPair", () => void ecdh.keyPair(), LONG);
  bench("P-256: agree", () => void ecdh.agree(alice.secret, bob.publicKey), LONG);
});

describe("Pedersen, secp256k1", () => {
  const many = Array.from({ length: 20 }, (_, i) => commit(BigInt(i)));
  const { commitment, opening } = commit(5n);
  bench("commit", () => void commit(5n), LONG);
  bench("opens", () => void opens(opening, commitment), LONG);
  bench("allOpen of 20", () => void allOpen(many), LONG);
});

describe("Groth16 of snarkjs", () => {
  const verify = verifier(key);
  bench("verify one signal", () => void verify(publicSignals, proof), LONG);
});

describe("precompiles", () => {
  const contracts = precompiles("osaka");
  const call = (address: number, input: Uint8Array) => contracts.get(address)?.(input);
  const e = new Pairing("alt_bn128");
  const g1 = e.g1.encode(e.g1.g).subarray(1);
  const minus = e.g1.encode(e.g1.negate(e.g1.g)).subarray(1);
  const g2 = e.g2.encode(e.g2.g).subarray(1);
  const pairs = Uint8Array.from([...g1, ...g2, ...minus, ...g2]);
  bench("0x08, two pairs", () => void call(0x08, pairs), LONG);
  const power = new Uint8Array(96 + 3 * 256).fill(0xff, 96);
  for (const at of [30, 62, 94]) power[at] = 1;
  // a base below the modulus
  power[96] = 1;
  bench("0x05, 2048 bits", () => void call(0x05, power), LONG);
});

describe("powers, 2048 bits", () => {
  const { p } = group("ffdhe2048");
  const m = new Modulus(p);
  const [base, exponent] = [random(2048) % p, random(2048)];
  const tables = m.fixedBase(base, { maxExponentBits: 2048 });
  const exponents = Array.from({ length: 16 }, () => random(2048));
  const bases = exponents.map(() => base);
  bench("modPow", () => void modPow(base, exponent, p), LONG);
  bench("pow", () => void m.pow(base, exponent), LONG);
  bench("powVartime, 65537", () => void m.powVartime(base, 65537n), LONG);
  bench("powMany of 16", () => void m.powMany(bases, exponents), LONG);
  bench("fixedBase: pow", () => void tables.pow(exponent), LONG);
});

describe("a server's answer", () => {
  const hex = (bits: number) =>
    random(bits)
      .toString(16)
      .padStart(bits / 4, "f");
  const [short, long] = [2048, 4096].map((bits) => JSON.stringify({ base: hex(bits), exponent: hex(bits) }));
  bench("2048 bits", () => void answer(short ?? ""), LONG);
  bench("4096 bits", () => void answer(long ?? ""), LONG);
});

describe("bytes and numbers, 2048 bits", () => {
  const bytes = new Uint8Array(randomBytes(256));
  const n = fromBytes(bytes);
  bench("fromBytes", () => void fromBytes(bytes), LONG);
  bench("toBytes", () => void toBytes(n, 256), LONG);
  bench("randomBelow", () => void randomBelow(n), LONG);
});

describe("curves", () => {
  const curve = new Curve("P-256");
  const P = curve.multiply(random(256));
  const k = random(256);
  const tables = curve.fixedBase(P);
  const scalars = Array.from({ length: 1024 }, () => random(256));
  const bases = curve.bases(
    curve.multiplyMany(
      scalars,
      scalars.map(() => P),
    ),
  );
  bench("P-256: multiply", () => void curve.multiply(k, P), LONG);
  bench("P-256: fixedBase, multiply", () => void tables.multiply(k), LONG);
  bench("P-256: bases of 1024, msmVartime", () => void bases.msmVartime(scalars), LONG);
  const koblitz = new BinaryCurve("K-283");
  bench("K-283: multiply", () => void koblitz.multiply(k), LONG);
});

describe("pairings, BLS12-381", () => {
  const e = new Pairing("BLS12-381");
  const [P, Q] = [e.g1.multiply(random(256)), e.g2.multiply(random(256))];
  const prepared = e.prepare(Q);
  bench("pair", () => void e.pair(P, Q), LONG);
  bench("pair, prepared", () => void e.pair(P, prepared), LONG);
  const signers = new Signers();
  const pairs = [newSigner(), newSigner()];
  for (const { secret, key } of pairs) signers.admit(key, prove(secret, key));
  const both = addUp(pairs.map(({ secret }) => sign(secret, message)));
  bench("sign", () => void sign(pairs[0]?.secret ?? 1n, message), LONG);
  bench(
    "verify two signers",
    () =>
      void signers.verify(
        pairs.map(({ key }) => key),
        message,
        both,
      ),
    LONG,
  );
});
