/** The threads of a pool: started when there is work, one task at a time each, replaced when they die. */

import { failure, withCode } from "../limbs/errors.js";
import type { Answer, Ready, Spawn, Start, Task, Thread } from "./protocol.js";

/** The number of threads that may die in a row before they are ready; after that the pool gives up. */
const MOST_FALSE_STARTS = 16;

/** The thread died over this task, which may be tried again. */
export class ThreadDied extends Error {}

/** The result of a task, and its time in milliseconds. */
export interface Done {
  readonly result: unknown;
  readonly ms: number;
}

interface Job {
  readonly task: Task;
  readonly resolve: (done: Done) => void;
  readonly reject: (reason: unknown) => void;
}

interface Member {
  readonly thread: Thread;
  /** The number of the attempt that made it. */
  readonly attempt: number;
  ready: boolean;
  job: Job | undefined;
}

/** Up to `size` threads. */
export class WorkerPool {
  readonly size: number;
  readonly #spawns: readonly Spawn[];
  /** The first message to a thread, once it exists. */
  #start: Start | undefined;
  readonly #members = new Set<Member>();
  readonly #queue: Job[] = [];
  #attempt = 0;
  #falseStarts = 0;
  /** Whether a thread was started in this turn of the event loop, which that holds up for some milliseconds. */
  #hasStarted = false;
  /** The reason why no task runs any more. */
  #end: { readonly reason: unknown } | undefined;

  /** `spawns` are ways of making a thread: where one fails, the next is tried. Tasks wait for `start`. */
  constructor(size: number, spawns: readonly Spawn[], start: Promise<Start>) {
    this.size = size;
    this.#spawns = spawns;
    start.then(
      (message) => {
        this.#start = message;
        this.#dispatch();
      },
      (error) => this.#endWith(error),
    );
  }

  /**
   * Runs a task on the next free thread. Aborting ends the thread that runs it.
   *
   * @throws ThreadDied if the thread did not survive it; the signal's reason if it was aborted.
   */
  async run(task: Task, signal: AbortSignal): Promise<Done> {
    signal.throwIfAborted();
    if (this.#end !== undefined) throw this.#end.reason;
    let abort = () => {};
    try {
      return await new Promise<Done>((resolve, reject) => {
        const job = { task, resolve, reject };
        abort = () => this.#drop(job, signal.reason);
        signal.addEventListener("abort", abort);
        this.#queue.push(job);
        this.#dispatch();
      });
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  /** Ends all threads and rejects their tasks. */
  dispose(): void {
    this.#endWith(failure("this pool was disposed of; make a new one", "MODEXP_DISPOSED"));
  }

  /** Rejects every task, and ends all threads. */
  #endWith(reason: unknown): void {
    this.#end ??= { reason };
    this.#rejectQueue(reason);
    for (const member of [...this.#members]) {
      member.job?.reject(reason);
      this.#dismiss(member);
    }
  }

  #dispatch(): void {
    while (this.#queue.length > 0 && this.#start !== undefined) {
      const member = this.#idle() ?? this.#hire(this.#start);
      if (member === undefined) return;
      member.job = this.#queue.shift() as Job;
      member.thread.hold(true);
      if (member.ready) this.#send(member, member.job);
    }
  }

  /** To a thread that is ready: from then on its death is noticed. */
  #send(member: Member, { task, reject }: Job): void {
    try {
      member.thread.post(task);
    } catch (error) {
      // a message that cannot be sent to one thread cannot be sent to another
      this.#dismiss(member);
      reject(error);
    }
  }

  #idle(): Member | undefined {
    for (const member of this.#members) if (member.job === undefined) return member;
    return undefined;
  }

  /** Adds a thread; undefined if the pool is full, this turn of the event loop had one, or no thread can be made. */
  #hire(start: Start): Member | undefined {
    while (this.#queue.length > 0 && this.#members.size < this.size && !this.#hasStarted) {
      const attempt = this.#attempt;
      const spawn = this.#spawns[attempt % this.#spawns.length] as Spawn;
      let member: Member | undefined;
      try {
        const thread = spawn({
          onMessage: (message) => member && this.#onMessage(member, message),
          onDeath: (reason) => member && this.#onDeath(member, reason),
        });
        member = { thread, attempt, ready: false, job: undefined };
        this.#members.add(member);
        thread.post(start);
        this.#hasStarted = true;
        setTimeout(() => {
          this.#hasStarted = false;
          this.#dispatch();
        });
        return member;
      } catch (error) {
        if (member) this.#dismiss(member);
        this.#falseStart(attempt, error);
      }
    }
    return undefined;
  }

  /** Removes a thread from the list; returns whether it was listed. It ends later: in Deno only after its computation. */
  #dismiss(member: Member): boolean {
    const was = this.#members.delete(member);
    if (was) setTimeout(() => member.thread.terminate());
    return was;
  }

  #onMessage(member: Member, message: Ready | Answer): void {
    if (!this.#members.has(member)) return;
    if ("ready" in message) {
      member.ready = true;
      this.#falseStarts = 0;
      if (member.job) this.#send(member, member.job);
      this.#dispatch();
      return;
    }
    const { job } = member;
    member.job = undefined;
    member.thread.hold(false);
    if ("error" in message) job?.reject(message.code ? withCode(message.error, message.code) : message.error);
    else job?.resolve(message);
    this.#dispatch();
  }

  #onDeath(member: Member, reason: unknown): void {
    if (!this.#dismiss(member)) return;
    if (member.ready) {
      member.job?.reject(new ThreadDied("the worker died", { cause: reason }));
    } else {
      // the thread never began its job
      if (member.job) this.#queue.unshift(member.job);
      this.#falseStart(member.attempt, reason);
    }
    this.#dispatch();
  }

  /** Goes on to the next way of making a thread; after many rounds without success gives up what is queued. */
  #falseStart(attempt: number, reason: unknown): void {
    // others that were made the same way fail together
    if (attempt !== this.#attempt) return;
    this.#attempt++;
    this.#falseStarts++;
    if (this.#falseStarts < MOST_FALSE_STARTS) return;
    this.#falseStarts = 0;
    this.#rejectQueue(
      failure(
        "no worker could be started; serve the package's pool-worker.js, or allow blob: as worker-src",
        "MODEXP_WORKERS",
        { cause: reason },
      ),
    );
  }

  #drop(job: Job, reason: unknown): void {
    const at = this.#queue.indexOf(job);
    if (at >= 0) this.#queue.splice(at, 1);
    for (const member of this.#members) {
      if (member.job === job) this.#dismiss(member);
    }
    job.reject(reason);
    this.#dispatch();
  }

  #rejectQueue(reason: unknown): void {
    for (const job of this.#queue.splice(0)) job.reject(reason);
  }
}
