// npm run mutants -- typescript 0/12: changes one token of the package's TypeScript at a time, as it is loaded, and checks
// whether the fast tests fail. It writes no file.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build, buildAddon } from "./build.mjs";
import { ENGINES, executable } from "./lib/engines.mjs";
import { EQUIVALENT } from "./lib/equivalent-changes.mjs";
import { ROOT, run } from "./lib/process.mjs";
import { setup } from "./setup.mjs";

const PACKAGE = join(ROOT, "packages", "modexp-js");
/** The folders of the code that checks numbers, cuts them into words, computes and puts them together. */
const FOLDERS = ["limbs", "api", "arithmetic", "bigint", "wasm", "evm", "primes"];
/**
 * Not mutated: curves and pairings, with their slow tests; engines that may be missing; texts; crossovers between two methods with
 * the same results; a table that a test compares as a whole.
 */
const LEFT_OUT =
  /curves|pairing|points|p256|features|modules|urls|version|crossover|errors|discounts|^wasm.(compile|read)|^api.(random|memory)/;

/** The tests of each file; they notice most of its changes. */
const OWN = [
  [/staging-buffer/, ["staging-buffer", "laws"]],
  [/length/, ["limit", "staging-buffer", "laws", "errors"]],
  [/bytes/, ["evm", "fixed-base"]],
  [/api.crt/, ["crt"]],
  [/prime/, ["primes"]],
  [/api.fixed-base|saved-tables/, ["fixed-base"]],
  [/powers/, ["fixed-base", "crt", "memory"]],
  [/^api/, ["errors", "plan", "crossover", "engine"]],
  [/^bigint/, ["laws", "plan"]],
  [/wasm.arithmetic/, ["laws", "plan", "crossover", "memory"]],
  [/instance/, ["memory"]],
  [/^wasm/, ["text", "delta"]],
  [/^evm/, ["evm", "evm-p256"]],
];
/** The tests, the fastest first. */
const TESTS = [
  ["errors", "error-codes", "laws", "text", "delta", "crossover", "plan", "engine", "staging-buffer", "fixed-base"],
  ["evm", "evm-p256", "limit", "vectors", "crt", "primes", "long-exponents", "jsbi", "memory"],
];
/**
 * A changed loop may not end. Its CPU time bounds it, which other work on the machine does not affect; the clock bounds a change
 * that waits for ever.
 */
const SECONDS = 20;
const SLOW_SECONDS = 60;
const SLOW = ["crt", "long-exponents"];
const WAITING_MS = 1_800_000;
/** Measures times: on a busy machine it may fail once without a change. */
const TIMED = "limit";

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

/** The changes of a file: operators, integers, and conditions of checks. */
function changesOf(ts, path) {
  const text = readFileSync(path, "utf8");
  const lines = text.split("\n");
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

  // what a change is called, and the number of those before it in its line that are called so
  const seen = new Map();
  for (const each of changes.sort((a, b) => a.start - b.start)) {
    const number = text.slice(0, each.start).split("\n").length;
    const how = `${text.slice(each.start, each.end)} → ${each.to}`;
    const before = seen.get(`${number} ${how}`) ?? 0;
    seen.set(`${number} ${how}`, before + 1);
    each.where = `${relative(PACKAGE, path)}:${number}: ${how}`;
    each.id = `${lines[number - 1].trim()} ${how}${before > 0 ? ` (${before + 1})` : ""}`;
  }
  return changes;
}

/** A fixed order that mixes the files. */
function shuffled(changes) {
  const key = (i) => Math.imul(i + 1, 0x9e3779b1) >>> 0;
  return changes
    .map((change, i) => [key(i), change])
    .sort(([a], [b]) => a - b)
    .map(([, change]) => change);
}

/** Groups of tests, in the order of their runs on a change. */
function testsFor(change) {
  if (change === undefined) return TESTS;
  const [, own] = OWN.find(([files]) => files.test(relative(join(PACKAGE, "src"), change.path)));
  return [own, ...TESTS.map((names) => names.filter((name) => !own.includes(name)))];
}

/** The newest installed Node, which has every feature that the package uses; without one, this Node. */
function newestNode() {
  const engine = ENGINES.filter(({ id }) => /^node\d/.test(id)).at(-1);
  return executable(engine) ?? process.execPath;
}

async function isNoticed(change) {
  for (const names of testsFor(change)) {
    if ((await fails(names, change)) && (!names.includes(TIMED) || (await fails(names, change)))) return true;
  }
  return false;
}

async function fails(names, change) {
  const files = names.map((name) => `test/${name}.test.ts`);
  const unhurried = ["testTimeout", "hookTimeout"].map((each) => `--${each}=${WAITING_MS}`);
  const vitest = [newestNode(), join(ROOT, "node_modules", "vitest", "vitest.mjs"), "run", "--bail", "1"];
  const line = [...vitest, "--maxWorkers", "2", "--silent=true", ...unhurried, ...files];
  const seconds = names.some((name) => SLOW.includes(name)) ? SLOW_SECONDS : SECONDS;
  const limited = process.platform === "linux" ? ["prlimit", `--cpu=${seconds}`, ...line] : line;
  const env = { MODEXP_MUTANT: change ? JSON.stringify(change) : "" };
  const [program, ...args] = limited;
  const { code } = await run(program, args, { cwd: PACKAGE, env, quiet: true, timeout: 2 * WAITING_MS });
  return code !== 0;
}

/** Tests every n-th change from the k-th on, for `shard` k/n. */
export async function typescriptMutants(shard = "0/20") {
  await setup({ engines: true });
  await build();
  await buildAddon();
  const { default: ts } = await import("typescript");
  const [k, n] = shard.split("/").map(Number);
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(PACKAGE, "src", folder)).map((name) => join(folder, name)),
  );
  const examined = files.filter((name) => name.endsWith(".ts") && !LEFT_OUT.test(name));
  const all = shuffled(examined.flatMap((name) => changesOf(ts, join(PACKAGE, "src", name))));
  const ids = new Set(all.map(({ id }) => id));
  for (const id of EQUIVALENT) if (!ids.has(id)) throw new Error(`there is no such change: ${id}`);
  const chosen = all.filter((_, i) => i % n === k);
  if (await isNoticed(undefined)) throw new Error("the tests fail without a change");

  let killed = 0;
  let viable = 0;
  for (const change of chosen) {
    if (EQUIVALENT.has(change.id)) continue;
    viable++;
    if (await isNoticed(change)) killed++;
    else console.log(`MISSED ${change.where}`);
    if (viable % 10 === 0) console.log(`${killed} of ${viable} killed`);
  }
  const percent = (100 * killed) / viable;
  console.log(`mutants: ${killed} of ${viable} killed, ${percent.toFixed(1)} %; there are ${all.length}`);
  return { killed, viable, percent, ok: viable > 0 && percent >= 95 };
}
