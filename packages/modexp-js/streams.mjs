// Splits a module into streams: opcodes, locals, addresses, constants, …. Compressed, they are a sixth to a quarter shorter than its
// bytes. src/wasm/streams.ts joins them.
//
// Instructions of a module repeat their shape: an opcode, the operands that hardly change, and what other operands follow. A byte
// names the shape, and each other operand goes to the stream of its kind (Lucco, "Split-stream dictionary program compression",
// 2000). A local is its rank among the locals that were used last (Bentley et al., "A locally adaptive data compression scheme",
// 1986); the lowest ranks are part of the shape.
//
// The streams begin with a word of four bytes for each name of WORDS. Those of streams are the places of their first bytes; `prefix`
// and `suffix` are the module before and after its functions. A dictionary has, for each shape, the number of its bytes, them, the
// number of its operands, and their codes. A function is its locals, after the length of their list, and its instructions.

/**
 * Kinds of operands by their code, from 1 on: a local is a rank, and `byte` is one byte. The others are numbers in LEB128, and
 * copied. Code 0 ends a function.
 */
const KINDS = ["local", "offset", "i32", "i64", "call", "label", "other", "byte"];
const END = 0;
/** The code of the local of rank 0. */
const RANK = 128;

/** The words at the beginning. Those of the kinds are at their codes. */
const WORDS = [
  ...["shapes", ...KINDS],
  ...["locals", "dictionary", "prefix", "suffix", "functions", "mostLocals", "size"],
];

/** Ranks that are part of the shapes of `local.get`, `local.set` and `local.tee`. */
const RANKS = { 32: 4, 33: 2, 34: 2 };

/** A number in LEB128 at `at`, and the place after it. */
function numberAt(bytes, at) {
  let [x, scale] = [0, 1];
  for (; bytes[at] > 127; at++, scale *= 128) x += (bytes[at] & 127) * scale;
  return [x + bytes[at] * scale, at + 1];
}

function leb128(x) {
  return x < 128 ? [x] : [(x & 127) | 128, ...leb128(Math.floor(x / 128))];
}

/** The operands of an opcode as kinds; `fixed` is a number that is part of the shape. None follows an operand that is not. */
function operandsOf(opcode, next) {
  const range = (first, last) => opcode >= first && opcode <= last;
  if (range(0x02, 0x04)) return ["fixed"];
  if (range(0x0c, 0x0d)) return ["label"];
  // br_table: the number of labels, and one more than that
  if (opcode === 0x0e) return ["fixed", ...new Array(next + 1).fill("label")];
  if (opcode === 0x10) return ["call"];
  if (opcode === 0x11) return ["other", "other"];
  if (opcode === 0x1c) return ["fixed", "fixed"];
  if (range(0x20, 0x22)) return ["local"];
  if (range(0x23, 0x24) || range(0x3f, 0x40)) return ["fixed"];
  if (range(0x28, 0x3e)) return ["fixed", "offset"];
  if (opcode === 0x41) return ["i32"];
  if (opcode === 0x42) return ["i64"];
  if (range(0x43, 0x44)) return new Array(opcode === 0x43 ? 4 : 8).fill("byte");
  if (opcode === 0xfc) return ["fixed", ...bulk(next)];
  if (opcode === 0xfd) return ["fixed", ...vector(next)];
  if (opcode <= 0x01 || opcode === 0x05 || opcode === 0x0b || opcode === 0x0f || range(0x1a, 0x1b) || range(0x45, 0xc4))
    return [];
  throw new Error(`streams.mjs does not know the operands of opcode 0x${opcode.toString(16)}`);
}

/** The operands of instructions after 0xfc: of memories and tables; saturated and wide arithmetic has none. */
function bulk(instruction) {
  if (instruction < 8 || instruction > 17) return [];
  return [8, 10, 12, 14].includes(instruction) ? ["fixed", "fixed"] : ["fixed"];
}

/** The operands of instructions after 0xfd. */
function vector(instruction) {
  const range = (first, last) => instruction >= first && instruction <= last;
  if (range(0, 11) || range(92, 93)) return ["fixed", "offset"];
  if (range(12, 13)) return new Array(16).fill("byte");
  if (range(21, 34)) return ["fixed"];
  return range(84, 91) ? ["fixed", "offset", "other"] : [];
}

/** The bytes of a module before its functions, the functions, and the bytes after them. */
function parse(bytes) {
  let at = 8;
  while (bytes[at] !== 10) {
    const [size, content] = numberAt(bytes, at + 1);
    at = content + size;
  }
  const [, section] = numberAt(bytes, at + 1);
  let [count, place] = numberAt(bytes, section);
  const prefix = bytes.subarray(0, place);
  const functions = [];
  for (; count > 0; count--) {
    const [size, start] = numberAt(bytes, place);
    place = start + size;
    functions.push(parseFunction(bytes.subarray(start, place)));
  }
  return { prefix, functions, suffix: bytes.subarray(place) };
}

/** The list of a function's locals as bytes, and its instructions. */
function parseFunction(body) {
  let [runs, at] = numberAt(body, 0);
  for (; runs > 0; runs--) at = numberAt(body, at)[1] + 1;
  const locals = body.subarray(0, at);
  // the locals, the last used first
  const recent = [];
  const instructions = [];
  while (at < body.length) {
    const instruction = parseInstruction(body, at, recent);
    at = instruction.end;
    instructions.push(instruction);
  }
  instructions.at(-1).codes.push(END);
  return { locals, instructions, mostLocals: recent.length };
}

/** An instruction: the bytes and the codes of operands that are its shape, and the other operands. */
function parseInstruction(body, start, recent) {
  const opcode = body[start];
  let end = start + 1;
  const [shape, codes, operands] = [[opcode], [], []];
  const [next] = numberAt(body, end);
  for (const kind of operandsOf(opcode, next)) {
    const from = end;
    end = kind === "byte" ? end + 1 : numberAt(body, end)[1];
    let value = [...body.subarray(from, end)];
    if (kind === "fixed") {
      shape.push(...value);
      continue;
    }
    if (kind === "local") {
      const rank = moveToFront(recent, numberAt(body, from)[0]);
      if (rank < RANKS[opcode]) {
        codes.push(RANK + rank);
        continue;
      }
      value = leb128(rank);
    }
    codes.push(1 + KINDS.indexOf(kind));
    operands.push([kind, value]);
  }
  return { shape, codes, operands, end };
}

/** The rank of a local, which is then the first. Locals that were not used yet follow the others in their order. */
function moveToFront(recent, local) {
  while (recent.length <= local) recent.push(recent.length);
  const rank = recent.indexOf(local);
  recent.splice(rank, 1);
  recent.unshift(local);
  return rank;
}

const entryOf = ({ shape, codes }) => [shape.length, ...shape, codes.length, ...codes].join();

/** Checks what decoder.wat has room for. */
function checkRoom(functions, shapes) {
  const most = (list, of) => list.reduce((most, each) => Math.max(most, of(each)), 0);
  const instructions = functions.flatMap(({ instructions }) => instructions);
  for (const [what, count, room] of [
    ["shapes", shapes, 256],
    ["bytes of a shape", most(instructions, ({ shape }) => shape.length), 8],
    ["operands of an instruction", most(instructions, ({ codes }) => codes.length), 54],
    ["bytes of a list of locals", most(functions, ({ locals }) => locals.length), 127],
    ["locals of a function", most(functions, ({ mostLocals }) => mostLocals), 1 << 14],
  ]) {
    if (count > room) throw new Error(`the decoder has room for ${room} ${what}, not for ${count}`);
  }
}

/** Splits modules into streams. They have one dictionary: the shapes in all of them, the most frequent first. */
export function split(modules) {
  const parsed = modules.map(parse);
  const functions = parsed.flatMap(({ functions }) => functions);
  const counts = new Map();
  for (const { instructions } of functions) {
    for (const entry of instructions.map(entryOf)) counts.set(entry, (counts.get(entry) ?? 0) + 1);
  }
  checkRoom(functions, counts.size);
  const dictionary = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
  return parsed.map((module, i) => streamsOf(module, modules[i].length, dictionary));
}

/** The streams of a parsed module of `size` bytes. */
function streamsOf({ prefix, functions, suffix }, size, dictionary) {
  const numbers = new Map(dictionary.map((entry, i) => [entry, i]));
  const parts = {
    prefix: [...prefix],
    suffix: [...suffix],
    dictionary: dictionary.flatMap((entry) => entry.split(",").map(Number)),
    locals: functions.flatMap(({ locals }) => [locals.length, ...locals]),
    shapes: functions.flatMap(({ instructions }) =>
      instructions.map((instruction) => numbers.get(entryOf(instruction))),
    ),
    ...Object.fromEntries(KINDS.map((kind) => [kind, []])),
  };
  for (const { instructions } of functions) {
    for (const [kind, value] of instructions.flatMap(({ operands }) => operands)) parts[kind].push(...value);
  }
  const words = {
    functions: functions.length,
    mostLocals: Math.max(...functions.map(({ mostLocals }) => mostLocals)),
    size,
  };
  let end = 4 * WORDS.length;
  for (const [name, part] of Object.entries(parts)) {
    words[name] = end;
    end += part.length;
  }
  const beginning = new Uint8Array(Uint32Array.from(WORDS, (name) => words[name]).buffer);
  return Uint8Array.from([...beginning, ...Object.values(parts).flat()]);
}
