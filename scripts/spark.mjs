// Runs the program of docs/spark.md under Apache Spark on this machine. It is not part of the tests: Spark has 500 MB.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { answers, problems } from "../packages/modexp-js/fixtures/lib/problems.mjs";
import { install } from "../packages/modexp-js/fixtures/lib/project.mjs";
import { once } from "./lib/once.mjs";
import { ENV, Failure, must, ROOT, read, TOOLS, which } from "./lib/process.mjs";
import { python, venvStep } from "./lib/python.mjs";

const PACKAGE = join(ROOT, "packages", "modexp-js");
const REQUIREMENTS = "packages/modexp-js/fixtures/spark-requirements.txt";
const VENV = join(TOOLS, "spark");
const COUNT = 10_000;

/** Installs Spark next to the other tools, if it is missing. */
async function setupSpark() {
  for (const [program, how] of Object.entries({ python3: "Python 3.10 or newer", java: "Java 17 or newer" })) {
    if (which(program) === undefined) throw new Failure(`${program} is missing: install ${how}`);
  }
  const step = venvStep({ place: VENV, requirements: REQUIREMENTS });
  if (!step.done()) console.log("spark: installing, about 500 MB …");
  await once(step);
}

/** The Python code in docs/spark.md. */
function program() {
  const [, code] = /```python\n([\s\S]*?)```/.exec(read(join(PACKAGE, "docs", "spark.md")));
  return code;
}

/** Runs the program, and compares all results. */
export async function spark() {
  await setupSpark();
  const { folder } = await install("command");
  const all = problems(COUNT);
  writeFileSync(join(folder, "batch.py"), program());
  writeFileSync(join(folder, "problems.jsonl"), all.map(({ line }) => `${line}\n`).join(""));
  await must(python(VENV), ["batch.py", "problems.jsonl", "results"], {
    cwd: folder,
    env: { PATH: [join(folder, "node_modules", ".bin"), ENV.PATH].join(delimiter) },
  });

  const results = join(folder, "results");
  const parts = readdirSync(results).filter((file) => file.startsWith("part-"));
  const written = parts.sort().map((file) => readFileSync(join(results, file), "utf8"));
  const same = isDeepStrictEqual(
    answers(written.join("")),
    all.map(({ answer }) => answer),
  );
  if (!same) throw new Failure(`spark: the results in ${results} are not those of problems.jsonl`);
  console.log(`spark: ${COUNT} lines in ${parts.length} partitions, all as they should be`);
}
