// A slow set-up step. `node steps.mjs JSON` does it in a separate process.
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { folderStep, once } from "../../lib/once.mjs";

const PARTS = Array.from({ length: 20 }, (_, i) => `part-${i}`);

/** Fills `place` with files that hold `hash`, with a pause of `pause` ms after each. Its start adds a line to `log`. */
export function slowStep({ place, hash, log, pause }) {
  const make = async (empty) => {
    appendFileSync(log, "start\n");
    for (const name of PARTS) {
      writeFileSync(join(empty, name), hash);
      await wait(pause);
    }
  };
  return folderStep({ place, hash, make });
}

/** Does the step and looks at once: whether this call did the work, and whether the result is complete. */
export async function doAndLook(fixture) {
  const did = await once(slowStep(fixture));
  return { did, complete: isComplete(fixture) };
}

function isComplete({ place, hash }) {
  return (
    readdirSync(place).length === PARTS.length + 1 &&
    PARTS.every((name) => readFileSync(join(place, name), "utf8") === hash)
  );
}

const [fixture] = process.argv.slice(2);
if (fixture !== undefined) console.log(JSON.stringify(await doAndLook(JSON.parse(fixture))));
