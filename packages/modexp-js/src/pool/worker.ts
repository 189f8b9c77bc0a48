/** The code of a thread of the pool. */

import { nativeModuleAt } from "../api/addon.js";
import { Context } from "../api/context.js";
import { FixedBase } from "../api/fixed-base.js";
import { Modulus } from "../api/modulus.js";
import { onPoints } from "../curves/errors.js";
import type { ModexpError } from "../limbs/errors.js";
import type { WasmCurve } from "../wasm/curves.js";
import type { Module, SentModule } from "../wasm/exports.js";
import { WasmInstance } from "../wasm/instance.js";
import { openCurve } from "../wasm/pairings.js";
import { multipliesRightly } from "../wasm/self-test.js";
import { answerWith } from "./port.js";
import type { Answer, CurveTask, KnownCurve, Tables, Task } from "./protocol.js";

let context: Context | undefined;
let modulus: Modulus | undefined;
let curve: { readonly id: number; readonly of: WasmCurve } | undefined;
let fixedBase: { readonly id: number; readonly tables: FixedBase } | undefined;

answerWith((message) => {
  if ("call" in message) return answer(message);
  const { tier, forced, module } = message;
  const instance = module && new WasmInstance(received(module));
  const isRight = instance === undefined || tier === "native" || multipliesRightly(instance);
  context = isRight ? new Context(tier, instance, forced) : new Context("js", undefined, false);
  return { ready: true };
});

function answer(task: Task): Answer {
  const start = performance.now();
  try {
    const result = run(task);
    return { result, ms: performance.now() - start };
  } catch (error) {
    return { error, code: (error as Partial<ModexpError>).code };
  }
}

function run(task: Task): unknown {
  if ("curve" in task) return onCurve(task);
  if ("tables" in task) return loaded(task.tables).powMany(task.args[0]);
  const { call, args } = task;
  const modulus = prepared(task.modulus);
  // the cast: the type of a task ties its arguments to its call
  const method = modulus[call] as (...args: readonly unknown[]) => unknown;
  return method.apply(modulus, [...args]);
}

/** Sums and multiples of points, which are checked here. */
function onCurve({ call, curve: of, ks, words, points, degree }: CurveTask): unknown {
  const curve = opened(of);
  const staged = points instanceof Uint8Array ? curve.unpack(points, ks.length, degree) : points;
  return onPoints(curve, staged, () => {
    if (call === "multiplyMany") return curve.multiplyMany(ks, words, staged);
    return curve.msm(ks, words, staged, call === "msmVartime");
  });
}

/** The curve of this task; that of the last one is kept. */
function opened({ id, module, source }: KnownCurve): WasmCurve {
  if (curve?.id === id) return curve.of;
  // with the instance goes all that was in its memory
  const of = openCurve(received(module), source);
  curve = { id, of };
  return of;
}

/** The modulus of this task. The pool has checked the numbers; the last modulus is kept, since tasks come in batches. */
function prepared(m: bigint): Modulus {
  if (modulus?.value === m) return modulus;
  modulus?.dispose();
  modulus = undefined;
  modulus = new Modulus(started(), m, Number.POSITIVE_INFINITY);
  return modulus;
}

/** The tables of this task. The last tables are kept. */
function loaded({ id, of, saved }: Tables): FixedBase {
  if (fixedBase?.id === id) return fixedBase.tables;
  fixedBase?.tables.dispose();
  fixedBase = undefined;
  const tables = new FixedBase(of, started().fixedBase(of, 0, saved));
  fixedBase = { id, tables };
  return tables;
}

/** The module of a message. */
function received(module: SentModule): Module {
  return "addon" in module ? nativeModuleAt(module) : module;
}

function started(): Context {
  if (context === undefined) throw new Error("the first message to a thread must start it");
  return context;
}
