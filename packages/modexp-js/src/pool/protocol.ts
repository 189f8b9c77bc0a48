/** The messages between the pool and its threads of any kind. */
import type { FixedBase } from "../api/fixed-base.js";
import type { Modulus } from "../api/modulus.js";
import type { Saved } from "../arithmetic/saved-tables.js";
import type { ErrorCode } from "../limbs/errors.js";
import type { CurveSource, StagedPoint } from "../wasm/curves.js";
import type { SentModule } from "../wasm/exports.js";
import type { Tier } from "../wasm/features.js";

/** The calls that a thread answers: methods of `Modulus`. */
type Call = "pow" | "powMany" | "powEach" | "powEachVartime" | "powProduct" | "powProductVartime" | "squareRepeated";

/** The first message to a thread: its module and tier. The module is undefined in the tier `js`. */
export interface Start {
  readonly tier: Tier;
  readonly forced: boolean;
  readonly module: SentModule | undefined;
}

/** A later message: one task. */
export type Task = ModulusTask | TablesTask | CurveTask;

type ModulusTask = {
  [C in Call]: { readonly call: C; readonly modulus: bigint; readonly args: Readonly<Parameters<Modulus[C]>> };
}[Call];

type TablesTask = {
  readonly call: "powMany";
  readonly tables: Tables;
  readonly args: Readonly<Parameters<FixedBase["powMany"]>>;
};

/** Terms of a call of `Curve`: points are staged, or packed with coordinates of `degree` coefficients. */
export interface CurveTask {
  readonly call: "msm" | "msmVartime" | "multiplyMany";
  readonly curve: KnownCurve;
  readonly ks: readonly bigint[];
  /** Words of a scalar. */
  readonly words: number;
  readonly points: readonly StagedPoint[] | Uint8Array;
  readonly degree: number;
}

/** A curve, by a number of its own in a pool: threads keep that of their last task. */
export interface KnownCurve {
  readonly id: number;
  readonly module: SentModule;
  readonly source: CurveSource;
}

/** Saved tables, by a number of their own in a pool: threads keep those of their last task. */
export interface Tables {
  readonly id: number;
  readonly of: Saved;
  readonly saved: Uint8Array;
}

/** The answer to the first message. */
export interface Ready {
  readonly ready: true;
  /** The name of a lock that the thread holds while it lives; undefined where the host reports every death. */
  readonly alive?: string;
}

/** The answer to a task: its result and the time it took, or its error and its code, which is lost on the way otherwise. */
export type Answer =
  | { readonly result: unknown; readonly ms: number }
  | { readonly error: unknown; readonly code: ErrorCode | undefined };

/** A thread. */
export interface Thread {
  post(message: Start | Task): void;
  /** Keeps the process alive while the thread is busy. */
  hold(busy: boolean): void;
  terminate(): void;
}

/** Makes a thread; throws where that is forbidden. `onDeath` may be called more than once. */
export type Spawn = (events: {
  readonly onMessage: (message: Ready | Answer) => void;
  readonly onDeath: (reason: Error) => void;
}) => Thread;
