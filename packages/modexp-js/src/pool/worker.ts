/** What a thread of the pool runs. */
import { Machine } from "../machine.js";
import { Modulus } from "../modulus.js";
import { Session } from "../session.js";
import { answerWith } from "./port.js";
import type { Answer, Task } from "./protocol.js";

let session: Session | undefined;
let modulus: Modulus | undefined;

answerWith((message) => {
  if ("call" in message) return answer(message);
  session = new Session(message.tier, message.module && new Machine(message.module), message.forced);
  return { ready: true };
});

function answer({ call, modulus: m, args }: Task): Answer {
  const start = performance.now();
  try {
    const modulus = prepared(m);
    // the cast: the type of a task ties its arguments to its call
    const method = modulus[call] as (...args: readonly unknown[]) => unknown;
    const result = method.apply(modulus, [...args]);
    return { result, ms: performance.now() - start };
  } catch (error) {
    return { error };
  }
}

/** The modulus of this task, whose numbers the pool has checked; that of the last one is kept, for tasks come in batches. */
function prepared(m: bigint): Modulus {
  if (modulus?.value === m) return modulus;
  modulus?.dispose();
  modulus = undefined;
  if (session === undefined) throw new Error("the first message to a thread must start it");
  modulus = new Modulus(session, m, Number.POSITIVE_INFINITY);
  return modulus;
}
