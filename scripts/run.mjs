// npm run <task>: sets up the tools for the task, builds, then runs it. Uses only Node itself: it runs before npm has
// installed anything, so it cannot be a task runner from npm's registry.
import { join } from "node:path";
import { assurance } from "../tools/assurance/index.mjs";
import { build, buildAddon, buildModules, FILES } from "./build.mjs";
import { check } from "./check.mjs";
import { counts } from "./counts.mjs";
import { coverage, miri, mutants } from "./deep.mjs";
import { docs } from "./docs.mjs";
import { engines } from "./engines.mjs";
import { fresh } from "./fresh.mjs";
import { fuzz } from "./fuzz.mjs";
import { ifma } from "./ifma.mjs";
import { FLAG, parse, VALUE } from "./lib/options.mjs";
import { Failure, must, ROOT } from "./lib/process.mjs";
import { proofs } from "./proofs.mjs";
import { setup } from "./setup.mjs";
import { spark } from "./spark.mjs";

/** Tools in addition to the compiler and npm packages: JavaScript engines, the oldest supported compiler. */
const ENGINES = { engines: true };
const EVERYTHING = { engines: true, msrv: true };

/** A script of a workspace. */
const script = (workspace, name) => (args) =>
  must("npm", ["run", name, "--silent", "--workspace", workspace, "--", ...args]);

/**
 * The tasks. `needs` is for `setup`; it is undefined if the task calls `setup` itself. `built` builds the packages, or the modules of
 * that name. `work` gets the values of the `options`, or else the arguments; it throws or resolves to `{ ok: false }` if it fails.
 */
const TASKS = {
  setup: { needs: EVERYTHING },
  build: { needs: {}, built: true, work: () => buildAddon() },
  addon: { needs: {}, work: ([name]) => buildAddon(name) },
  bench: { needs: {}, built: "modexp", work: script("bench", "bench") },
  "bench:all": { needs: ENGINES, built: true, work: script("bench", "all") },
  bmark: { needs: ENGINES, built: true, work: script("bench", "bmark") },
  "demo:build": { needs: {}, built: true, work: script("web-demo", "build") },
  demo: {
    needs: {},
    built: true,
    work: async (args) => {
      await script("web-demo", "build")([]);
      await script("web-demo", "serve")(args);
    },
  },
  test: { options: { only: VALUE, skip: VALUE }, needs: EVERYTHING, built: true, work: check },
  assurance: { options: { full: FLAG, only: VALUE, record: FLAG }, needs: ENGINES, built: true, work: assurance },
  counts: { options: { record: FLAG }, needs: ENGINES, built: true, work: counts },
  fuzz: { options: { minutes: VALUE, only: VALUE, keep: FLAG }, needs: {}, built: true, work: fuzz },
  mutants: { needs: {}, work: mutants },
  coverage: { needs: {}, work: coverage },
  miri: { work: miri },
  engines: { needs: ENGINES, built: true, work: (args) => engines({ only: args }) },
  fixtures: { needs: ENGINES, built: true, work: () => check({ only: "fixtures" }) },
  arm: { needs: {}, work: () => check({ only: "arm" }) },
  ifma: { work: ifma },
  proofs: { needs: {}, built: true, work: proofs },
  spark: { needs: {}, built: true, work: spark },
  fresh: { work: fresh },
  docs: {
    needs: {},
    built: true,
    work: async () => {
      await script("web-demo", "build")([]);
      return docs({ demo: join(ROOT, "web-demo", "dist") });
    },
  },
  lint: { needs: {}, built: true, work: () => check({ only: "lint" }) },
  format: {
    needs: {},
    work: async () => {
      await must("cargo", ["fmt", "--all"]);
      await must("biome", ["check", "--write", "."]);
    },
  },
};
TASKS.check = TASKS.test;

const [name, ...args] = process.argv.slice(2);
try {
  const task = TASKS[name];
  if (task === undefined) throw new Failure(`no task ${name}; there are: ${Object.keys(TASKS).join(", ")}`);
  const { options, needs, built = false, work } = task;
  const given = options === undefined ? args : parse(args, options);
  if (needs !== undefined) await setup(needs);
  if (built === true) await build();
  else if (built) await buildModules(FILES.filter(({ module }) => module === built).map(({ name }) => name));
  const result = await work?.(given);
  if (result?.ok === false) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
