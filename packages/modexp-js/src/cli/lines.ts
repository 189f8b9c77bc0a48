/** Lines of a stream in portions, which are computed in order. Only the portions in work are in memory. */

/** A portion ends at this number of lines or characters. */
const MOST_LINES = 512;
const MOST_CHARACTERS = 1 << 22;

/** The most characters of a line: half of the longest text of most engines. */
export const MOST_OF_A_LINE = 1 << 28;

/** An event that brings no item. */
const IDLE = Symbol("idle");

/**
 * The lines of a text that arrives in parts, without line ends and without a byte order mark at the start. A line of more than `most`
 * characters is cut after most + 1.
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

/** The lines that have arrived, up to a limit at a time. A caller that waits for an answer before its next line gets the answer. */
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

/** Calls `work` on the items, two at a time. Yields the results in order, each as soon as it is ready. */
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
