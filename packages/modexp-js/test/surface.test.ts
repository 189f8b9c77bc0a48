/** Faults in every argument of every exported call. It finds the calls at run time: a new one without a row fails. */
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import type { Pairing } from "../src/pairings.js";
import { init } from "../src/slim.js";
import { curvesTiers } from "./shared/curve-tiers.js";
import { pairingTiers } from "./shared/pairing-tiers.js";
import { tiers } from "./shared/tiers.js";
import {
  at,
  bytesIn,
  callsOf,
  disposablesIn,
  hasCalls,
  made,
  type Outcome,
  outcomeOf,
  type Place,
  placesIn,
  rowsOf,
  withProperty,
  withValue,
} from "./surface/faults.js";
import { detached, gone, hostile } from "./surface/hostile.js";
import {
  curvesOn,
  entries,
  internal,
  numbersOn,
  others,
  pairingsOn,
  type Subject,
  valuesOn,
} from "./surface/subjects.js";

const root = new URL("../", import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
const ofPackage = Object.keys(exports).filter((name) => !/\.wasm$|package\.json$/.test(name));
// the entry of the package modexp-historical
const modules = [...ofPackage, "./historical-pairings"];

await init(new Uint8Array(readFileSync(new URL("wasm/modexp-simd.wasm", root))));
const FILES: Record<string, string> = { ".": "index", "./bn.js": "bn" };
const fileOf = (entry: string) => `../src/${FILES[entry] ?? entry.slice(2).replace("/", "-")}.js`;
const namespaces: Subject[] = await Promise.all(
  modules.map(async (entry) => {
    const namespace = await import(/* @vite-ignore */ fileOf(entry));
    return { name: `modexp${entry.slice(1)}`, of: () => namespace, calls: entries[entry] ?? {} };
  }),
);

const pairing = (api: { Pairing: new (name: "alt_bn128") => Pairing }) => () => new api.Pairing("alt_bn128");
const kept = pairingTiers.map(({ tier, api }) => [tier, new api.Pairing("BLS12-381")] as const);
const subjects: readonly Subject[] = [
  ...namespaces,
  ...others(),
  ...tiers.flatMap(({ tier, api }) => numbersOn(tier, api)),
  ...curvesTiers.flatMap(({ tier, api }) => curvesOn(`curves, ${tier}`, api, () => new api.Curve("P-256"))),
  ...pairingTiers.flatMap(({ tier, api }) => pairingsOn(`pairings, ${tier}`, api, pairing(api))),
  ...kept.flatMap(([tier, e]) => valuesOn(`pairings, ${tier}`, e)),
];
const opened: { dispose(): void }[] = [];
afterAll(() => {
  for (const each of opened) each.dispose();
});

test("every entry of package.json has its calls in a row", () => {
  expect(Object.keys(entries).sort()).toEqual(modules.sort());
});

test.each(subjects)("$name: every call has a row", async ({ of, calls, owner }) => {
  const self = of();
  expect(callsOf(self)).toEqual(Object.keys(calls).sort());
  // the results of the calls are subjects too, and so are their parts
  const known = new Set(subjects.map((subject) => Object.keys(subject.calls).sort().join()));
  for (const [name, args] of Object.entries(calls)) {
    if (args === internal || name === "dispose") continue;
    let result: unknown;
    try {
      result = await made(self, name, args());
    } catch {
      continue;
    }
    const parts = hasCalls(result) ? [result, ...Object.values(result)] : [];
    for (const part of parts.filter(hasCalls)) {
      const isValue = part.toString !== Object.prototype.toString || part instanceof Map;
      if (!isValue) expect(known, `what ${name} returns`).toContain(callsOf(part).join());
    }
    for (const each of disposablesIn(result)) each.dispose();
  }
  for (const each of disposablesIn([self, owner?.(self as never)])) each.dispose();
});

const ERRORS: readonly unknown[] = [Error, TypeError, RangeError, WebAssembly.CompileError];

/** Whether an error is one of the package: of one of these classes, with a code. */
function isProper(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || !ERRORS.includes(thrown.constructor)) return false;
  return /^MODEXP_[A-Z0-9_]+$/.test(String((thrown as { code?: unknown }).code));
}

const codeOf = (outcome: Outcome) =>
  "thrown" in outcome ? ((outcome.thrown as { code?: unknown })?.code ?? outcome.thrown) : "it answered";
const brief = (value: unknown) => {
  try {
    return String(value).slice(0, 60);
  } catch {
    return typeof value;
  }
};

/** A call with its right outcome, before any fault. */
async function healthy(subject: Subject, name: string, args: () => readonly unknown[]): Promise<Outcome> {
  const self = subject.of();
  const outcome = await outcomeOf(self, name, args());
  for (const each of disposablesIn([self, subject.owner?.(self as never)])) each.dispose();
  return outcome;
}

const isSame = (outcome: Outcome, want: Outcome) =>
  "answer" in want && "answer" in outcome ? outcome.answer === want.answer : codeOf(outcome) === codeOf(want);

describe.each(subjects.filter((subject) => rowsOf(subject).length > 0))("$name", (subject) => {
  describe.each(rowsOf(subject))("%s", (name, args) => {
    const places = placesIn(args());
    const inner = places.filter(({ length }) => length > 1);
    const isCallback = (place: Place) => typeof at(args(), place) === "function";

    /** The outcome with a getter at the place that runs `attack`, and the number of its reads. */
    async function attacked(place: Place, attack: (all: { self: unknown; args: readonly unknown[] }) => void) {
      const self = subject.of();
      const given = args();
      let reads = 0;
      const broken = withProperty(given, place, (right) => ({
        get: () => {
          reads++;
          attack({ self, args: given });
          return right;
        },
      }));
      const outcome = await outcomeOf(self, name, broken);
      for (const each of disposablesIn([self, subject.owner?.(self as never), ...given])) each.dispose();
      return { outcome, reads };
    }

    if (inner.length > 0)
      test("getters that dispose, throw, and take bytes away", async () => {
        const want = await healthy(subject, name, args);
        for (const place of inner) {
          let disposes = false;
          const dispose = await attacked(place, ({ self, args }) => {
            const all = disposablesIn([self, subject.owner?.(self as never), ...args]);
            disposes = all.length > 0;
            for (const each of all) each.dispose();
          });
          const where = `${name} at ${place.join(".")}`;
          expect(dispose.reads, `${where} is read`).toBe(1);
          if (disposes) expect(codeOf(dispose.outcome), `${where} disposes`).toBe("MODEXP_DISPOSED");
          else expect(isSame(dispose.outcome, want), `${where} reads`).toBe(true);

          const own = new Error("of the caller");
          const thrown = await attacked(place, () => {
            throw own;
          });
          expect(thrown.outcome, `${where} throws`).toEqual({ thrown: own });
          expect("thrown" in thrown.outcome && thrown.outcome.thrown === own).toBe(true);

          if (bytesIn(args()).length > 0) {
            const taken = await attacked(place, ({ args }) => bytesIn(args).forEach(detached));
            const isRight = isSame(taken.outcome, want) || codeOf(taken.outcome) === "MODEXP_TYPE";
            expect(isRight, `${where} takes bytes away: ${codeOf(taken.outcome)}`).toBe(true);
          }
        }
      });

    if (bytesIn(args()).length > 0)
      test("bytes that are gone", async () => {
        const self = subject.of();
        for (const place of places.filter((place) => at(args(), place) instanceof Uint8Array)) {
          for (const [i, bytes] of gone(at(args(), place) as Uint8Array).entries()) {
            const outcome = await outcomeOf(self, name, withValue(args(), place, bytes));
            expect(codeOf(outcome), `${name} at ${place.join(".")}, way ${i}`).toBe("MODEXP_TYPE");
          }
        }
        for (const each of disposablesIn([self, subject.owner?.(self as never)])) each.dispose();
      });

    test("hostile values", async () => {
      const self = subject.of();
      for (const place of places) {
        for (const [i, value] of hostile().entries()) {
          // an exception of a callback is the caller's
          if (typeof value === "function" && isCallback(place)) continue;
          const given = args();
          const outcome = await outcomeOf(self, name, withValue(given, place, value));
          for (const each of disposablesIn([...given])) each.dispose();
          const isRight = !("thrown" in outcome) || isProper(outcome.thrown);
          if (!isRight) {
            const { thrown } = outcome as { thrown: unknown };
            expect.fail(
              `value ${i}, ${typeof value} ${brief(value)} at ${place.join(".")}: ${brief(thrown)}\n${(thrown as Error)?.stack}`,
            );
          }
        }
      }
      for (const each of disposablesIn([self, subject.owner?.(self as never)])) each.dispose();
    });

    test("options that have no row", async () => {
      const self = subject.of();
      for (const place of [[], ...places]) {
        const right = at(args(), place);
        if (place.length === 0 || Array.isArray(right) || Object.getPrototypeOf(right ?? 0) !== Object.prototype)
          continue;
        const asked = new Set<string>();
        const record = (key: string | symbol) => typeof key === "string" && asked.add(key);
        const proxy = new Proxy(right as object, {
          get(target, key) {
            record(key);
            return Reflect.get(target, key);
          },
          getOwnPropertyDescriptor(target, key) {
            record(key);
            return Reflect.getOwnPropertyDescriptor(target, key);
          },
        });
        const given = args();
        await outcomeOf(self, name, withValue(given, place, proxy));
        for (const each of disposablesIn([...given])) each.dispose();
        const rest = [...asked].filter((key) => !(key in (right as object)) && key !== "then");
        expect(rest, `${name} at ${place.join(".")}`).toEqual([]);
      }
      for (const each of disposablesIn([self, subject.owner?.(self as never)])) each.dispose();
    });
  });
});
