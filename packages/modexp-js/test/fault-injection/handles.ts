/** Handles that are used, freed or collected at the wrong time. */
import { type Fault, fails, instance, must } from "./kit.js";
import { finalize } from "./registry.js";

const api = instance();
const P = (1n << 127n) - 1n;
const make = {
  Modulus: () => new api.Modulus(P),
  FixedBase: () => new api.Modulus(P).fixedBase(3n, { maxExponentBits: 64 }),
  CrtModulus: () => new api.CrtModulus([P, (1n << 89n) - 1n]),
};
type Handle = ReturnType<(typeof make)[keyof typeof make]>;

const used = (handle: Handle) =>
  "powMany" in handle && !("value" in handle)
    ? handle.pow(9n)
    : (handle as InstanceType<typeof api.Modulus>).pow(3n, 9n);

function stillRight(): void {
  for (const handle of Object.values(make).map((each) => each())) {
    must(used(handle) === 19_683n, "a new handle answers wrong");
    handle.dispose();
  }
}

const NAMES = Object.keys(make) as (keyof typeof make)[];

export const handles: readonly Fault[] = [
  ...NAMES.flatMap((name): Fault[] => [
    {
      name: `${name} after dispose`,
      work: async () => {
        const handle = make[name]();
        must(used(handle) === 19_683n, "wrong before");
        handle.dispose();
        await fails(() => used(handle), Error, `this ${name} was disposed of; make a new one`);
        stillRight();
      },
    },
    {
      name: `${name} disposed of twice, and once more`,
      work: () => {
        const handle = make[name]();
        used(handle);
        handle.dispose();
        const next = make[name]();
        must(used(next) === 19_683n, "wrong");
        handle.dispose();
        handle[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
        must(used(next) === 19_683n, "the second dispose freed what another handle owns");
        next.dispose();
        stillRight();
      },
    },
    {
      name: `${name} disposed of before its first use`,
      work: async () => {
        const handle = make[name]();
        handle.dispose();
        await fails(() => used(handle), Error, "was disposed of");
        stillRight();
      },
    },
    {
      name: `${name} finalized after dispose`,
      work: () => {
        const handle = make[name]();
        used(handle);
        const held = finalize.last();
        handle.dispose();
        const next = make[name]();
        must(used(next) === 19_683n, "wrong");
        // the host may already have queued it
        finalize(held);
        must(used(next) === 19_683n, "the finalizer freed what another handle owns");
        next.dispose();
        stillRight();
      },
    },
    {
      name: `${name} finalized without dispose`,
      work: () => {
        used(make[name]());
        finalize(finalize.last());
        finalize(finalize.last());
        stillRight();
      },
    },
  ]),
  {
    name: "tables outlive their modulus",
    work: () => {
      const m = new api.Modulus(P);
      const tables = m.fixedBase(3n, { maxExponentBits: 64 });
      m.dispose();
      must(tables.pow(9n) === 19_683n, "wrong");
      tables.dispose();
    },
  },
];
