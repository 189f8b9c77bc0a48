/** Engines that lack features, hosts that forbid features, files that arrive wrong. */

import { readSaved } from "../../src/arithmetic/saved-tables.js";
import { init, modPow as slimPow } from "../../src/slim.js";
import { moduleBytes } from "../../src/wasm/modules.js";
import { type Fault, fails, fresh, instance, must, patched, TIER } from "./kit.js";

const P = (1n << 521n) - 1n;
const wasm = () => moduleBytes(TIER);
const typed = { headers: { "content-type": "application/wasm" } };

function right({ modPow }: { modPow: (b: bigint, e: bigint, m: bigint) => bigint }): void {
  must(modPow(3n, P, P) === 3n && modPow(3n, P - 1n, P) === 1n, "modPow is wrong");
}

function savedTable(api: ReturnType<typeof instance>): Uint8Array {
  return new api.Modulus((1n << 127n) - 1n).fixedBase(3n, { maxExponentBits: 64, tableBytes: 1024 }).toBytes();
}

/** A WebAssembly.Module that throws `error` for modules above `size` bytes. */
function refusing(error: () => Error, size: number) {
  const { Module } = WebAssembly;
  return new Proxy(Module, {
    construct: (target, [bytes]: [Uint8Array]) => {
      if (bytes.byteLength > size) throw error();
      return new target(bytes as BufferSource);
    },
  });
}

const forbidden = () => new WebAssembly.CompileError("Wasm code generation disallowed by embedder");

/** Faults in the built package; its files are at `dist`. */
export function loading(dist: string): readonly Fault[] {
  const main = () => fresh(dist, "index");
  const fetching = () => fresh(dist, "async") as unknown as Promise<{ createModexp(options?: object): Promise<never> }>;

  /** A fetch that answers with `answer` once, then correctly. */
  const fetched = (
    name: string,
    answer: () => Promise<Response>,
    kind: abstract new () => unknown,
    words: string,
  ): Fault => ({
    name,
    work: async () => {
      const { createModexp } = await fetching();
      await patched(globalThis, "fetch", answer, () => fails(() => createModexp(), kind, words));
      await patched(
        globalThis,
        "fetch",
        async () => new Response(wasm(), typed),
        async () => right(await createModexp()),
      );
    },
  });

  return [
    {
      name: "a policy forbids to compile",
      work: async () => {
        const api = await main();
        await patched(WebAssembly, "Module", refusing(forbidden, 0), async () => {
          must(api.engine().tier === "js", "the tier should be js");
          right(api);
          await fails(
            () => (api.createModexp as (options: object) => unknown)({ tier: TIER }),
            Error,
            "this engine cannot run tier",
          );
          right(api);
        });
      },
    },
    {
      name: "the policy forbids large modules, as main threads of old browsers do",
      work: async () => {
        const api = await main();
        const tooLarge = () => new RangeError("WebAssembly.Module is disallowed on the main thread");
        await patched(WebAssembly, "Module", refusing(tooLarge, 4096), () => {
          must(api.engine().tier === "js", "the tier should be js");
          right(api);
        });
      },
    },
    {
      name: "compiling fails once",
      work: async () => {
        const api = await main();
        await patched(WebAssembly, "Module", refusing(forbidden, 4096), () =>
          fails(() => api.modPow(3n, P, P), WebAssembly.CompileError, "disallowed"),
        );
        right(api);
        must(api.engine().tier !== "js", "it should be WebAssembly again");
      },
    },
    {
      name: "WebAssembly is absent",
      work: async () => {
        const api = await main();
        await patched(globalThis, "WebAssembly", undefined, async () => {
          must(api.engine().tier === "js" && !api.engine().features.webAssembly, "the tier should be js");
          right(api);
          await fails(() => init(new Uint8Array(8)), Error, "WebAssembly is missing");
        });
      },
    },
    {
      name: "SharedArrayBuffer is absent",
      work: async () => {
        const api = await main();
        await patched(globalThis, "SharedArrayBuffer", undefined, () => {
          right(api);
          must(new api.Modulus(P).powBytes(Uint8Array.of(3), Uint8Array.of(1)).at(-1) === 3, "powBytes is wrong");
        });
      },
    },
    {
      name: "FinalizationRegistry does nothing",
      work: async () => {
        class Never {
          register() {}
          unregister() {}
        }
        await patched(globalThis, "FinalizationRegistry", Never, async () => {
          const api = await main();
          for (let i = 0; i < 10; i++) {
            const m = new api.Modulus(P);
            must(m.pow(3n, P) === 3n, "wrong");
            m.dispose();
          }
        });
      },
    },
    fetched("fetch fails", () => Promise.reject(new TypeError("network down")), TypeError, "network down"),
    fetched(
      "the file is missing",
      async () => new Response("no", { status: 404 }),
      Error,
      "is not there: copy the folder node_modules/modexp/wasm",
    ),
    fetched(
      "a page comes instead of the file",
      async () => new Response("<!doctype html>", { headers: { "content-type": "text/html" } }),
      Error,
      "(200, text/html) is not there: copy the folder node_modules/modexp/wasm",
    ),
    fetched("half of the file comes", async () => new Response(wasm().slice(0, 50_000), typed), Error, ""),
    fetched("nothing comes", async () => new Response(new Uint8Array(0), typed), WebAssembly.CompileError, ""),
    {
      name: "the file comes with a wrong MIME type",
      work: async () => {
        const { createModexp } = await fetching();
        for (const type of ["application/octet-stream", "text/plain", ""]) {
          const answer = async () => new Response(wasm(), { headers: { "content-type": type } });
          await patched(globalThis, "fetch", answer, async () => right(await createModexp()));
        }
      },
    },
    {
      name: "init with half of a file, after a right one",
      work: async () => {
        await init(wasm());
        await fails(() => init(wasm().slice(0, 50_000)), WebAssembly.CompileError, "");
        await fails(() => init(Promise.reject(new Error("of the caller"))), Error, "of the caller");
        await fails(
          () => init(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)),
          TypeError,
          "one of the package's .wasm files",
        );
        right({ modPow: slimPow });
      },
    },
    {
      name: "each byte of a saved table inverted",
      work: async () => {
        const api = instance();
        const saved = savedTable(api);
        for (let i = 0; i < saved.length; i++) {
          const broken = saved.slice();
          broken[i] = (broken[i] ?? 0) ^ (1 << (i % 8));
          await fails(() => api.FixedBase.fromBytes(broken), Error, "save them again with toBytes");
        }
        must(api.FixedBase.fromBytes(saved).pow(9n) === 19_683n, "the whole one is wrong");
      },
    },
    {
      name: "a saved table cut at each length",
      work: async () => {
        const api = instance();
        const saved = savedTable(api);
        for (let length = 0; length < saved.length; length++) {
          await fails(() => readSaved(saved.subarray(0, length), 65_536), Error, "save them again with toBytes");
        }
        must(api.FixedBase.fromBytes(saved).pow(9n) === 19_683n, "the whole one is wrong");
      },
    },
  ];
}
