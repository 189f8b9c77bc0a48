/** Lines of a stream in portions, and portions worked on in order: no more in memory than is being worked on. */

/** A portion ends here, whatever more there is. */
const MOST_LINES = 512;
const MOST_CHARACTERS = 1 << 22;

/** A line has at most so many characters: half of what a text may have in most engines. */
export const MOST_OF_A_LINE = 1 << 28;

/** Nothing came. */
const IDLE = Symbol("idle");

/**
 * The lines of a text that comes in parts, each without its end; a byte order mark before the first is left out. Of a longer one than
 * `most` characters the first most + 1.
 */
export async function* linesOf(parts: AsyncIterable<string>, most = MOST_OF_A_LINE): AsyncGenerator<string> {
  let open: string[] = [];
  let length = 0;
  const add = (text: string) => {
    const kept = text.slice(0, most + 1 - length);
    open.push(kept);
    length += kept.length;
  };
  const close = () => {
    const line = open.join("");
    [open, length] = [[], 0];
    return line.endsWith("\r") ? line.slice(0, -1) : line;
  };

  let isStart = true;
  for await (const part of parts) {
    let from = isStart && part.startsWith("\ufeff") ? 1 : 0;
    isStart &&= part === "";
    for (let end = part.indexOf("\n", from); end >= 0; end = part.indexOf("\n", from)) {
      add(part.slice(from, end));
      yield close();
      from = end + 1;
    }
    add(part.slice(from));
  }
  if (length > 0) yield close();
}

/** All lines that are there at a time, up to a limit: a caller that waits for an answer before it writes the next line gets it. */
export async function* portions(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  const iterator = lines[Symbol.asyncIterator]();
  let next = iterator.next();
  for (;;) {
    const portion: string[] = [];
    let characters = 0;
    let line: IteratorResult<string> | typeof IDLE = await next;
    while (line !== IDLE && !line.done) {
      portion.push(line.value);
      characters += line.value.length;
      next = iterator.next();
      if (portion.length === MOST_LINES || characters >= MOST_CHARACTERS) break;
      line = await Promise.race([next, idle()]);
    }
    if (portion.length > 0) yield portion;
    else return;
  }
}

/** `work` on each item, two at a time; the results in order, each as soon as it is there. */
export async function* overlapped<T, R>(items: AsyncIterable<T>, work: (item: T) => Promise<R>): AsyncGenerator<R> {
  const iterator = items[Symbol.asyncIterator]();
  const working: Promise<R>[] = [];
  let next: Promise<IteratorResult<T>> | undefined = iterator.next();
  while (next !== undefined || working.length > 0) {
    const [first] = working;
    const arrival = next !== undefined && working.length < 2 ? next : undefined;
    // a failure is reported when its turn comes
    const result = first?.then(toIdle, toIdle);
    const event = await Promise.race([arrival, result].filter((each) => each !== undefined));
    if (event === IDLE) {
      yield await (working.shift() as Promise<R>);
    } else if (event.done) {
      next = undefined;
    } else {
      working.push(work(event.value));
      next = iterator.next();
    }
  }
}

function toIdle(): typeof IDLE {
  return IDLE;
}

function idle(): Promise<typeof IDLE> {
  return new Promise((resolve) => setImmediate(resolve, IDLE));
}
