// npm run mutants -- typescript 0/12: changes one token of the package's TypeScript at a time, as it is loaded, and shows whether
// the fast tests fail. No file is written.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { ROOT, run } from "./lib/process.mjs";

const PACKAGE = join(ROOT, "packages", "modexp-js");
/** Where numbers are checked, cut into words, computed with and put together. */
const FOLDERS = ["limbs", "api", "arithmetic", "bigint", "wasm", "evm", "primes"];
/**
 * Of curves and pairings, whose tests are slow; of engines that are not here; texts; crossovers, which choose one of two ways that
 * give the same results.
 */
const LEFT_OUT =
  /curves|pairing|points|p256|features|modules|compile|inlined|read|version|crossover|random\.ts|memory\.ts|errors\.ts/;

/** The tests of what a folder does, which notice most of its changes. */
const OWN = {
  limbs: ["errors", "text"],
  api: ["errors", "plan"],
  arithmetic: ["laws", "fixed-base"],
  bigint: ["laws", "primes"],
  wasm: ["staging-buffer", "laws"],
  evm: ["evm"],
  primes: ["primes"],
};
/** The tests, those that end first before the others. */
const TESTS = [
  ["errors", "error-codes", "laws", "text", "delta", "crossover", "plan", "evm"],
  ["staging-buffer", "limit", "fixed-base", "vectors", "crt", "primes", "long-exponents", "jsbi", "memory", "engine"],
];
/**
 * A changed loop may not end. It is stopped by the time that it has computed, which no other work on the machine makes longer; what
 * waits for ever is stopped by the clock.
 */
const SECONDS = 180;
const WAITING_MS = 1_800_000;

const OPERATORS = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "+",
  "<<": ">>",
  ">>": "<<",
  "&": "|",
  "|": "&",
  "&&": "||",
  "||": "&&",
  "+=": "-=",
  "-=": "+=",
  ">>=": "<<=",
};

/** Changes that make no difference to results: the line without its indentation, and the change. */
const EQUIVALENT = new Set([
  // (difference − p)/2 is negative: it marks nothing, and the next one is (difference + p)/2
  "const first = difference % 2 === 0 ? difference / 2 : (difference + p) / 2; + → -",
  // what is replaced before its next use
  "#capacity = 0; 0 → 1",
  "this.#capacity = 0; 0 → 1",
  "this.#generation = -1; 1 → 2",
  // the words are there
  "let x = words[at + count - 1] ?? 0n; 0n → 1n",
  // entries beyond those that are read
  "const high = new Int32Array(256); 256 → 257",
  "const low = new Int32Array(256); 256 → 257",
  // there is a discriminant long before
  "for (let size = 5; size < D_END; size += 2) { < → <=",
  // only signs of symbols are compared, and a factor of p is found by what follows
  "let sign = three && d < 0 !== (b % 4 === 3) ? -1 : 1; 1 → 2",
  "return b === 1 ? sign : 0; 0 → 1",
  // more rounds
  "return table.find(([least]) => bits >= least)?.[1] ?? 40; 1 → 2",
  // −0n is 0n
  "const magnitudes = es.map((e) => (e < 0n ? -e : e)); < → <=",
  // wider or narrower windows, and the other of two ways, with the same results
  "while (this.#window < WIDEST_WINDOW && fits(this.#window + 1)) this.#window++; + → -",
  "return 4 * 64 * Math.ceil(bits / 64) > 5 * bits; 64 → 65",
  // what is freed is not in use, so that nothing waits, whether it might or not
  "(wasm, modulus) => wasm.__wbg_context_free(modulus, 0), 0 → 1",
  "this.#tables = new Handle(instance, makeOrThrow, (wasm, tables) => wasm.__wbg_tables_free(tables, 0)); 0 → 1",
]);

/** The changes of a file: operators, integers, and conditions of checks. */
function changesOf(ts, path) {
  const text = readFileSync(path, "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const changes = [];
  const change = (node, to) => changes.push({ path, start: node.getStart(source), end: node.end, to });
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const to = OPERATORS[node.operatorToken.getText(source)];
      const ofText = [node.left, node.right].some((side) => /^["'`]/.test(side.getText(source)));
      if (to !== undefined && !ofText) change(node.operatorToken, to);
    } else if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) {
      const digits = node.getText(source).replaceAll("_", "");
      change(node, digits.endsWith("n") ? `${BigInt(digits.slice(0, -1)) + 1n}n` : String(Number(digits) + 1));
    } else if (ts.isIfStatement(node)) {
      change(node.expression, "false");
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return changes;
}

/** In an order that is always the same, and mixes the files. */
function shuffled(changes) {
  const key = (i) => Math.imul(i + 1, 0x9e3779b1) >>> 0;
  return changes
    .map((change, i) => [key(i), change])
    .sort(([a], [b]) => a - b)
    .map(([, change]) => change);
}

/** Groups of tests, in the order in which they run on a change. */
function testsFor(change) {
  if (change === undefined) return TESTS;
  const own = OWN[relative(join(PACKAGE, "src"), change.path).split(sep)[0]];
  return [own, ...TESTS.map((names) => names.filter((name) => !own.includes(name)))];
}

async function isNoticed(change) {
  for (const names of testsFor(change)) {
    const files = names.map((name) => `test/${name}.test.ts`);
    const unhurried = ["testTimeout", "hookTimeout"].map((each) => `--${each}=${WAITING_MS}`);
    const line = ["vitest", "run", "--bail", "1", "--maxWorkers", "2", "--silent=true", ...unhurried, ...files];
    const limited = process.platform === "linux" ? ["prlimit", `--cpu=${SECONDS}`, ...line] : line;
    const env = { MODEXP_MUTANT: change ? JSON.stringify(change) : "" };
    const [program, ...args] = limited;
    const { code } = await run(program, args, { cwd: PACKAGE, env, quiet: true, timeout: 2 * WAITING_MS });
    if (code !== 0) return true;
  }
  return false;
}

/** Of all changes every n-th from the k-th on, for `shard` k/n. */
export async function typescriptMutants(shard = "0/20") {
  const { default: ts } = await import("typescript");
  const [k, n] = shard.split("/").map(Number);
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(PACKAGE, "src", folder)).map((name) => join(PACKAGE, "src", folder, name)),
  ).filter((path) => path.endsWith(".ts") && !LEFT_OUT.test(path));
  const all = shuffled(files.flatMap((path) => changesOf(ts, path)));
  const chosen = all.filter((_, i) => i % n === k);
  if (await isNoticed(undefined)) throw new Error("the tests fail without a change");

  let killed = 0;
  let viable = 0;
  for (const change of chosen) {
    const text = readFileSync(change.path, "utf8");
    const number = text.slice(0, change.start).split("\n").length;
    const line = text.split("\n")[number - 1].trim();
    const how = `${text.slice(change.start, change.end)} → ${change.to}`;
    if (EQUIVALENT.has(`${line} ${how}`)) continue;
    viable++;
    if (await isNoticed(change)) killed++;
    else console.log(`MISSED ${relative(PACKAGE, change.path)}:${number}: ${how}`);
  }
  const percent = (100 * killed) / viable;
  console.log(`mutants: ${killed} of ${viable} killed, ${percent.toFixed(1)} %; there are ${all.length}`);
  return { killed, viable, percent, ok: viable > 0 && percent >= 95 };
}
