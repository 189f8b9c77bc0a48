// Compiled against the package's declarations, without this project's settings.
import {
  createModexp,
  crt,
  type Engine,
  engine,
  fromBytes,
  type Int,
  Modulus,
  modInverse,
  modPow,
  type Tier,
  toBytes,
} from "modexp";
import { createModexp as createModexpAsync, type Modexp } from "modexp/async";
import { Curve, type Point } from "modexp/curves";
import { type Fork, modexpPrecompile } from "modexp/evm";
import { type JSBI, modPow as modPowJsbi } from "modexp/jsbi";
import * as pairings from "modexp/pairings";
import * as pools from "modexp/pool";
import { createPool, type Pool, type TaskOptions } from "modexp/pool";

const x: Int = 5;
const power: bigint = modPow(x, 3n, 7) + modInverse(x, 7n);
const m: Modulus = new Modulus(97n);
const bytes: Uint8Array = m.powBytes(new Uint8Array(1), new Uint8Array(1));
const list: bigint[] = m.powMany([1, 2n], [3n, 4]);
const joined: bigint = m.add(crt([2, 3n], [3n, 5]), m.div(1, 2n));
const written: Uint8Array = toBytes(joined, 4, { littleEndian: true });
const root: bigint | undefined = m.sqrt(fromBytes(written));
const curve = new Curve("P-256");
const scalars: Modulus = curve.scalars;
const decoded: Point | undefined = curve.tryDecode(written);
const { tier, kernel }: Engine = engine();
const same: Tier = tier;
const own: Modexp = createModexp({ tier: "js" });
const later: Promise<Modexp> = createModexpAsync();
const pool: Pool = createPool({ threads: 2, tier: "js" });
const options: TaskOptions = { signal: new AbortController().signal, onProgress: (done, total) => done / total };
const shared: Promise<bigint[]> = pool.powMany(m, [1, 2n], [3n, 4], options);
const fork: Fork = "osaka";
const { output, gas } = modexpPrecompile(new Uint8Array(96), { fork });
const twice: bigint = 2n * gas + BigInt(output.length);
const value: JSBI = modPowJsbi(3, 4, 5);
const text: string = value.toString(16);
// @ts-expect-error: the class keeps its sign for itself
modPowJsbi([], 4, 5);
// @ts-expect-error: text is no integer
modPow("5", 3n, 7n);
// @ts-expect-error: there is no such tier
createModexp({ tier: "fast" });
// @ts-expect-error: createPool makes them
new pools.Pool();
// @ts-expect-error: a pairing has its groups
const isCurve = (x: unknown) => x instanceof pairings.Curve;
const isPairing = (x: unknown) => x instanceof pairings.Pairing;

export {
  bytes,
  decoded,
  isCurve,
  isPairing,
  kernel,
  later,
  list,
  own,
  power,
  root,
  same,
  scalars,
  shared,
  text,
  twice,
};
