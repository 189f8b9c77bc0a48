// npm run fresh: runs each command of CONTRIBUTING's table alone, as on a new machine: in a fresh clone of the last commit, with an
// empty home directory. Run it by hand before a release: all commands take hours, and some gigabytes.
//
// npm run fresh -- build docs    runs the commands of these names
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Failure, must, output, ROOT, read, seconds } from "./lib/process.mjs";

/**
 * The commands of the table. `short` replaces a command that takes hours. A command without an end is stopped when it prints
 * `until`. `minutes` is the bound on two idle cores.
 */
const COMMANDS = {
  "npm test": { minutes: 90 },
  "npm run check": { short: "npm run check -- --only msrv", minutes: 15 },
  "npm test -- --only rust": { minutes: 60 },
  "npm run build": { minutes: 30 },
  "npm run addon": { minutes: 30 },
  "npm run bench": { short: "npm run bench -- --quick", minutes: 40 },
  "npm run bench:all -- --medium": { short: "npm run bench:all -- --smoke", minutes: 60 },
  "cargo bench": { short: "cargo bench -- --quick 512/512", minutes: 60 },
  "npm run bmark": { minutes: 60 },
  "npm run assurance": { minutes: 90 },
  "npm run fuzz -- --minutes 60": { short: "npm run fuzz -- --minutes 0.1", minutes: 60 },
  "npm run mutants -- --shard 1/54": { short: "npm run mutants -- --shard 1/1000", minutes: 60 },
  "npm run mutants -- wasm": { short: "npm run mutants -- wasm --shard 0/100", minutes: 60 },
  "npm run mutants -- kernels --shard 0/8": { short: "npm run mutants -- kernels --shard 0/500", minutes: 60 },
  "npm run mutants -- typescript 0/12": { short: "npm run mutants -- typescript 0/1000", minutes: 60 },
  "npm run coverage": { minutes: 30 },
  "npm run miri": { minutes: 60 },
  "npm run counts": { short: "MODEXP_CASES=100 npm run counts", minutes: 60 },
  "npm run demo": { until: /http:\/\/127\.0\.0\.1:\d+/, minutes: 40 },
  "npm run demo:build": { minutes: 40 },
  "npm run engines -- bun firefox": { short: "MODEXP_CASES=100 npm run engines -- bun firefox", minutes: 60 },
  "npm run arm": { minutes: 60 },
  "npm run proofs": { minutes: 60 },
  "npm run ifma": { short: "npm run ifma -- select", minutes: 60 },
  "npm run fixtures": { minutes: 60 },
  "npm run docs": { minutes: 40 },
  "npm run spark": { minutes: 60 },
  "npm run lint": { minutes: 60 },
  "npm run format": { minutes: 15 },
  "npm run setup": { minutes: 15 },
  // this command itself runs the shortest of the others
  "npm run fresh": { short: "npm run fresh -- setup", minutes: 20 },
};

/** Variables of this environment that point to parts of an existing installation. */
const FOREIGN = /^(npm_|CARGO_(?!HOME$)|RUSTUP_(?!HOME$)|XDG_|INIT_CWD$|NODE_TEST_CONTEXT$|NODE_ENV$)/;

/** The commands in the first column of CONTRIBUTING's table; `… kernels` continues the command before it. */
export function documented() {
  const [, table] = read(join(ROOT, "CONTRIBUTING.md")).split("| command | what it does |\n");
  const commands = [];
  for (const row of table.slice(0, table.indexOf("\n\n")).split("\n").slice(1)) {
    for (const [, text] of row.split(" | ")[0].matchAll(/`([^`]+)`/g)) {
      const start = commands.at(-1)?.replace(/ -- .*$/, " --");
      commands.push(text.replace("…", start));
    }
  }
  return commands;
}

/** The commands that this file knows. */
export const known = () => Object.keys(COMMANDS);

/** "build" for `npm run build`. */
const nameOf = (command) => command.replace(/^npm (run )?/, "").replace(/ -- .*$/, "");

/** The environment of a new user. */
function emptyEnv(home) {
  const kept = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.startsWith(ROOT));
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter), HOME: home, USERPROFILE: home };
}

/** Runs a command line, and stops it and its children at the bound. Resolves to { verdict, text }. */
function runBounded(line, { cwd, env, minutes, until }) {
  return new Promise((resolve) => {
    const child = spawn(line, { cwd, env, shell: true, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    let verdict;
    const end = (why) => {
      verdict ??= why;
      process.kill(-child.pid, "SIGKILL");
    };
    const timer = setTimeout(() => end(`more than ${minutes} min`), 60_000 * minutes);
    // the child does not belong to this terminal
    const stop = () => {
      end("stopped");
      process.exit(130);
    };
    process.once("SIGINT", stop);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        text += chunk;
        process.stdout.write(chunk);
        if (until?.test(text)) end("ok");
      });
    }
    child.on("close", (code) => {
      clearTimeout(timer);
      process.off("SIGINT", stop);
      resolve({ verdict: verdict ?? (code === 0 && until === undefined ? "ok" : "FAILED"), text });
    });
  });
}

/** Runs one command as on a fresh machine. */
async function tryCommand(command) {
  const { short = command, minutes, until } = COMMANDS[command];
  const folder = mkdtempSync(join(tmpdir(), "modexp-fresh-"));
  const start = Date.now();
  try {
    const [cwd, home] = [join(folder, "modexp"), join(folder, "home")];
    mkdirSync(home);
    await must("git", ["clone", "--quiet", ROOT, cwd]);
    await must("git", ["checkout", "--quiet", "--detach", output("git", ["rev-parse", "HEAD"])], { cwd });
    console.log(`\n── ${command}${short === command ? "" : `, as ${short}`} ──`);
    const { verdict, text } = await runBounded(short, { cwd, env: emptyEnv(home), minutes, until });
    return { command: short, verdict, time: seconds(Date.now() - start), last: text.trim().split("\n").slice(-8) };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Tries the commands `names`, or all, one after the other, and prints the verdict of each. */
export async function fresh(names = []) {
  const all = documented();
  const unknown = names.filter((name) => !all.some((command) => nameOf(command) === name));
  const there = [...new Set(all.map(nameOf))].join(", ");
  if (unknown.length > 0) throw new Failure(`no command ${unknown.join(", ")}; there are: ${there}`);
  if (output("git", ["status", "--porcelain"])) console.log("NOTE: what is not committed is not tried");

  const results = [];
  for (const command of all) {
    if (names.length === 0 || names.includes(nameOf(command))) results.push(await tryCommand(command));
  }
  const failed = results.filter(({ verdict }) => verdict !== "ok");
  for (const { command, last } of failed) console.log(`\n── end of ${command} ──\n${last.join("\n")}`);
  console.log("\n| command | result | time |\n| - | - | - |");
  for (const { command, verdict, time } of results) console.log(`| \`${command}\` | ${verdict} | ${time} |`);
  return { ok: failed.length === 0 };
}
