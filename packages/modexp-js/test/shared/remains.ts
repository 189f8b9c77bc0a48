/** The traces of saved and loaded tables in WebAssembly's memory, with the package's inlined modules. */
import { Context } from "../../src/api/context.js";
import { bind } from "../../src/api/modexp.js";
import { powersModule } from "../../src/api/tier.js";
import type { WasmTier } from "../../src/wasm/features.js";
import { WasmInstance } from "../../src/wasm/instance.js";
import { INSIDE, moduleBytes } from "../../src/wasm/modules.js";
import { Random } from "./random.js";
import { powReference } from "./reference.js";

/** The numbers with a word anywhere in the memory, at any byte. */
export function found(memory: ArrayBuffer, numbers: Readonly<Record<string, bigint>>): string[] {
  const names = new Map<bigint, string>();
  for (const [name, x] of Object.entries(numbers)) {
    // a short word may occur by chance
    for (let rest = x; rest > 0n; rest >>= 64n) if (rest >> 16n) names.set(BigInt.asUintN(64, rest), name);
  }
  const lows = new Set([...names.keys()].map((word) => Number(BigInt.asUintN(32, word))));
  const view = new DataView(memory);
  const seen = new Set<string>();
  for (let at = 0; at + 8 <= memory.byteLength; at++) {
    if (!lows.has(view.getUint32(at, true))) continue;
    const name = names.get(view.getBigUint64(at, true));
    if (name !== undefined) seen.add(name);
  }
  return [...seen];
}

/**
 * Makes, saves, loads and disposes of tables: the modulus, the base and its powers must be in memory before and gone after.
 * Returns the number of searched numbers; throws if a check fails.
 */
export function checkRemains(tier: WasmTier): number {
  const random = new Random(18);
  const module = new WebAssembly.Module(moduleBytes(powersModule(tier, INSIDE)));
  let looked = 0;
  for (const bits of [250, 512, 640, 1024, 2048]) {
    for (const twos of [0n, 3n]) {
      const modulus = (random.uniform(bits) | 1n) << twos;
      const base = random.uniform(bits - 1);
      const powers = Array.from({ length: 40 }, (_, k) => [`b^(2^${k})`, powReference(base, 1n << BigInt(k), modulus)]);
      const numbers = { modulus, base, ...Object.fromEntries(powers) };
      const expect = (instance: WasmInstance, there: boolean, when: string) => {
        const names = found(
          instance.run((wasm) => wasm.memory.buffer as ArrayBuffer),
          numbers,
        );
        if (there !== names.includes("modulus") || (!there && names.length > 0)) {
          throw new Error(`${when}, ${bits} bits: ${names.length > 0 ? names.join(", ") : "nothing"} in the memory`);
        }
        looked += Object.keys(numbers).length;
      };

      const instance = new WasmInstance(module);
      const context = new Context(tier, instance, true);
      const api = bind(() => context, { maxBits: Number.POSITIVE_INFINITY });
      const prepared = new api.Modulus(modulus);
      const made = prepared.fixedBase(base, { maxExponentBits: 200, tableBytes: 20_000 });
      const saved = made.toBytes();
      expect(instance, true, "while tables are there");
      made.dispose();
      prepared.dispose();
      expect(instance, false, "after toBytes and dispose");

      const fresh = new WasmInstance(module);
      const other = new Context(tier, fresh, true);
      const loaded = bind(() => other, { maxBits: Number.POSITIVE_INFINITY }).FixedBase.fromBytes(saved);
      expect(fresh, true, "while loaded tables are there");
      const power = loaded.pow(5n);
      if (power !== powReference(base, 5n, modulus)) throw new Error(`base^5 gives ${power}`);
      loaded.dispose();
      expect(fresh, false, "after fromBytes and dispose");
    }
  }
  return looked;
}
