// npm run <task>: sets up what the task needs, then does it. Needs nothing but Node.
import { assurance } from "./assurance/index.mjs";
import { build } from "./build.mjs";
import { check } from "./check.mjs";
import { counts } from "./counts.mjs";
import { coverage, miri, mutants } from "./deep.mjs";
import { engines } from "./engines.mjs";
import { fuzz } from "./fuzz.mjs";
import { FLAG, parse, VALUE } from "./lib/options.mjs";
import { Failure, must, ROOT } from "./lib/process.mjs";
import { setup } from "./setup.mjs";
import { spark } from "./spark.mjs";

/** Runs a script of the workspace bench. */
async function inBench(script, args) {
  await must("npm", ["run", script, "--silent", "--workspace", "bench", "--", ...args], { cwd: ROOT });
}

const TASKS = {
  setup: () => setup({ engines: true, msrv: true }),

  build: async () => {
    await setup();
    await build();
  },

  bench: async (args) => {
    await setup();
    await build();
    await inBench("bench", args);
  },

  "bench:all": async (args) => {
    await setup({ engines: true });
    await build();
    await inBench("all", args);
  },

  bmark: async (args) => {
    await setup({ engines: true });
    await build();
    await inBench("bmark", args);
  },

  demo: async (args) => {
    await demo();
    await must("npm", ["run", "serve", "--silent", "--workspace", "web-demo", "--", ...args], { cwd: ROOT });
  },

  "demo:build": demo,

  test: async (args) => {
    const options = parse(args, { only: VALUE, skip: VALUE });
    await setup({ engines: true, msrv: true });
    await build();
    await check(options);
  },

  assurance: async (args) => {
    const options = parse(args, { full: FLAG, only: VALUE, record: FLAG });
    await setup({ engines: true });
    await build();
    verdict(await assurance(options));
  },

  counts: async (args) => {
    const options = parse(args, { record: FLAG });
    await setup({ engines: true });
    await build();
    verdict(await counts(options));
  },

  fuzz: async (args) => {
    const options = parse(args, { minutes: VALUE, only: VALUE, keep: FLAG });
    await setup();
    await build();
    verdict(await fuzz(options));
  },

  mutants: async (args) => verdict(await mutants(args)),

  coverage: async (args) => verdict(await coverage(args)),

  miri: async (args) => verdict(await miri(args)),

  engines: async (args) => {
    await setup({ engines: true });
    await build();
    const { failed } = await engines({ only: args });
    if (failed > 0) process.exitCode = 1;
  },

  fixtures: async () => {
    await setup({ engines: true });
    await build();
    await check({ only: "fixtures" });
  },

  spark: async () => {
    await setup();
    await build();
    await spark();
  },

  docs: async () => {
    await setup();
    await must("npm", ["run", "docs", "--silent", "--workspace", "modexp"]);
  },

  lint: async () => {
    await setup();
    await build();
    await check({ only: "lint" });
  },

  format: async () => {
    await setup();
    await must("cargo", ["fmt", "--all"]);
    await must("biome", ["check", "--write", "."]);
  },
};

TASKS.check = TASKS.test;

function verdict({ ok }) {
  if (!ok) process.exitCode = 1;
}

async function demo() {
  await setup();
  await build();
  await must("npm", ["run", "build", "--silent", "--workspace", "web-demo"], { cwd: ROOT });
}

const [name, ...args] = process.argv.slice(2);
const task = TASKS[name];
try {
  if (task === undefined) throw new Failure(`no task ${name}; there are: ${Object.keys(TASKS).join(", ")}`);
  await task(args);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
