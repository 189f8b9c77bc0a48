// MIRACL's BMARK on this package: natively and in WebAssembly.  npm run bmark
import { BMARK_CASES, BMARK_CONTENDERS, bmarkText, MEANINGS } from "./all/bmark.mjs";
import { measureAll } from "./all/measure.mjs";
import { BMARK } from "./all/published.mjs";
import { finder } from "./all/record.mjs";
import { CASES } from "./src/cases.mjs";
import { startPrograms } from "./src/programs.mjs";

const EFFORT = { passes: 1, rounds: 9, sampleMs: 10, warmMs: 60, budgetMs: 250 };

const cases = CASES.filter(({ name }) => BMARK_CASES.includes(name));
const { programs, missing } = await startPrograms(["native", "node24"], {
  say: (name) => console.log(`preparing: ${name}`),
});
for (const { name, why } of missing) console.log(`not installed: ${name} (${why})`);
try {
  const rows = await measureAll(cases, programs, EFFORT, undefined, ({ name }) => BMARK_CONTENDERS.has(name));
  const find = finder({ rows });
  console.log(
    "\nModular exponentiation benchmarks – calculating g^e mod p; elliptic curve point multiplication – calculating r.P; pairings",
  );
  console.log("From these figures it should be possible to roughly estimate the time of RSA, DSA, DH, ECDSA and ECDH.");
  console.log(`Iterations are those of ten seconds at the median of ${EFFORT.rounds} rounds.\n`);
  for (const line of MEANINGS) console.log(line);
  for (const { name, version } of programs) console.log(`\n${version}\n${bmarkText(find, name)}`);
  const { defaultMs, kcmMs } = BMARK.onZen5;
  console.log(`\nMIRACL's own program at 2048/2048 on Zen 5: ${defaultMs} ms, in its KCM build ${kcmMs} ms.`);
} finally {
  for (const program of programs) program.close();
}
