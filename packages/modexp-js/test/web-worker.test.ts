/** How the pool uses Web Workers, which Node lacks: on fakes that a test controls. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Spawn } from "../src/pool/protocol.js";

class FakeWorker {
  static made: FakeWorker[] = [];
  onmessage: ((event: { data: unknown }) => void) | undefined;
  onerror: ((event: { message?: string }) => void) | undefined;
  terminated = false;
  readonly url: string;

  constructor(url: string | URL) {
    this.url = String(url);
    FakeWorker.made.push(this);
  }

  terminate(): void {
    this.terminated = true;
  }
}

// imported by its path: in Node's tests, the build's rules would substitute Node's variant
const { spawns, parallelism }: { spawns: readonly Spawn[]; parallelism: () => number } = await import(
  new URL("../src/pool/thread.ts", import.meta.url).pathname
);

describe("web workers", () => {
  const locks = new Map<string, () => void>();
  const deaths: string[] = [];
  const messages: unknown[] = [];
  const events = {
    onMessage: (message: unknown) => void messages.push(message),
    onDeath: (reason: Error) => void deaths.push(reason.message),
  };

  beforeEach(() => {
    for (const list of [FakeWorker.made, deaths, messages]) list.length = 0;
    vi.stubGlobal("Worker", FakeWorker);
    vi.stubGlobal("navigator", { hardwareConcurrency: 3, locks: { request: locks.set.bind(locks) } });
  });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test("come from the file first, then from the text", () => {
    const [fromFile, fromText] = spawns.map((spawn) => spawn(events));
    expect(FakeWorker.made.map(({ url }) => url.replace(/^.*\//, ""))[0]).toBe("pool-worker.js");
    expect(FakeWorker.made[1]?.url).toMatch(/^blob:/);
    const revoke = vi.spyOn(URL, "revokeObjectURL");
    fromFile?.terminate();
    fromText?.terminate();
    expect(FakeWorker.made.every(({ terminated }) => terminated)).toBe(true);
    expect(revoke).toHaveBeenCalledExactlyOnceWith(FakeWorker.made[1]?.url);
    expect(parallelism()).toBe(3);
  });

  test("that end without an event are noticed by their lock", () => {
    spawns[0]?.(events);
    FakeWorker.made[0]?.onmessage?.({ data: { ready: true, alive: "a lock" } });
    expect(messages).toHaveLength(1);
    expect(deaths).toEqual([]);
    locks.get("a lock")?.();
    expect(deaths).toEqual(["it ended without a word"]);
  });

  test("that throw, or that do not exist, are reported with the reason", () => {
    spawns[0]?.(events);
    FakeWorker.made[0]?.onerror?.({ message: "Uncaught RangeError: no memory" });
    FakeWorker.made[0]?.onerror?.({});
    expect(deaths).toEqual(["Uncaught RangeError: no memory", "its script could not be loaded"]);
  });

  test("say that they are ready once they hold their lock", async () => {
    const sent: unknown[] = [];
    vi.stubGlobal("postMessage", (message: unknown) => sent.push(message));
    let grant = () => {};
    const request = (_name: string, hold: () => Promise<void>) => {
      grant = () => void hold();
      return new Promise<void>(() => {});
    };
    vi.stubGlobal("navigator", { locks: { request } });
    const port: { answerWith(answer: () => unknown): void } = await import(
      new URL("../src/pool/port.ts", import.meta.url).pathname
    );
    port.answerWith(() => ({ ready: true }));
    (globalThis as unknown as FakeWorker).onmessage?.({ data: {} });
    expect(sent).toEqual([]);
    grant();
    expect(sent).toEqual([{ ready: true, alive: expect.stringMatching(/^modexp /) }]);
  });
});
