/** A line of progress on a terminal, with reports above it. */

const EVERY_MS = 200;

/** Writes to `stream`; the line of progress only if it is a terminal. */
export class Progress {
  /** The number of reports. */
  reports = 0;
  readonly #stream: NodeJS.WriteStream;
  readonly #start = performance.now();
  #done = 0;
  #shown = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  /** Adds `lines` to the lines that are done. */
  add(lines: number): void {
    this.#done += lines;
    const now = performance.now();
    if (!this.#stream.isTTY || now - this.#shown < EVERY_MS) return;
    this.#shown = now;
    this.#stream.write(`\r\u001b[K${this.#text(now)}`);
  }

  /** Writes a report above the line of progress. */
  report(text: string): void {
    this.reports++;
    this.#stream.write(`${this.#clear()}modexp: ${text}\n`);
  }

  /** Writes the last state and ends the line. */
  end(): void {
    if (this.#stream.isTTY) this.#stream.write(`\r\u001b[K${this.#text(performance.now())}\n`);
  }

  #clear(): string {
    return this.#stream.isTTY ? "\r\u001b[K" : "";
  }

  #text(now: number): string {
    const rate = Math.round((1000 * this.#done) / Math.max(now - this.#start, 1));
    const lines = `${this.#done.toLocaleString("en")} lines, ${rate.toLocaleString("en")} a second`;
    return this.reports === 0 ? lines : `${lines}, ${this.reports.toLocaleString("en")} of them bad`;
  }
}
