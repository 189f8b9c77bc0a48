/** The command as users run it: the file in dist that package.json names. */
import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, cpSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { supports } from "../src/api/tier.js";
import { COMMANDS } from "../src/cli/commands.js";
import { linesOf } from "../src/cli/lines.js";
import { Progress } from "../src/cli/progress.js";
import { Random } from "./shared/random.js";
import { powReference } from "./shared/reference.js";

const root = new URL("../", import.meta.url);
const { bin, version } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
const command = fileURLToPath(new URL(bin.modexp, root));

interface Output {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command to its end. */
function modexp(args: readonly string[], input = "", file = command): Promise<Output> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [file, ...args], { maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
    child.stdin?.end(input);
  });
}

const start = (args: readonly string[]): ChildProcessWithoutNullStreams => spawn(process.execPath, [command, ...args]);

describe("pow and inverse", () => {
  test.each([
    [["pow", "3", "200", "1000000007"], "136318165\n"],
    [["pow", "3", "-1", "7"], "5\n"],
    [["pow", "-2", "3", "11", "--vartime"], "3\n"],
    [["pow", "0xff", "0X10", "257", "--hex"], "0x1\n"],
    [["pow", "2", "10", "1000", "--json", "--tier", "js"], '{"result":"24"}\n'],
    [["inverse", "3", "11"], "4\n"],
    [["inverse", "-3", "11", "--hex"], "0x7\n"],
  ])("%j", async (args, stdout) => {
    expect(await modexp(args)).toEqual({ code: 0, stdout, stderr: "" });
  });

  test("numbers come from files and from standard input", async () => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), "modexp-")), "number.txt");
    const m = (1n << 4000n) - 3n;
    writeFileSync(file, `0x${m.toString(16)}\n`);
    const { stdout } = await modexp(["pow", "3", "-", `@${file}`], `${m - 5n}\n`);
    expect(BigInt(stdout)).toBe(powReference(3n, m - 5n, m));
    const e = 1n << 70_000n;
    const long = await modexp(["pow", "3", "-", "101", "--max-bits", "70001"], `${e}\n`);
    expect(BigInt(long.stdout)).toBe(powReference(3n, e, 101n));
    writeFileSync(file, "7".repeat(10_000_000));
    const tooLong = await modexp(["inverse", `@${file}`, "101"]);
    expect(tooLong).toMatchObject({ code: 1, stdout: "" });
    expect(tooLong.stderr).toMatch(
      /^modexp: A in @.* must have at most 65536 bits, got \d+; pass a shorter one or a larger/,
    );
    const missing = await modexp(["pow", "3", "5", `@${file}.no`]);
    expect(missing).toMatchObject({ code: 1, stdout: "" });
    expect(missing.stderr).toContain("ENOENT");
  });

  test.each([
    [["pow", "2", "3", "0"], 1, "modexp: modulus must be at least 1, got 0\n"],
    [["inverse", "3", "9"], 1, "modexp: a has no inverse: it and the modulus have a common factor; pass coprime"],
    [["pow", "2", "3z", "7"], 1, 'modexp: E must be a decimal integer, or a hexadecimal one like 0x1f, got "3z"\n'],
    [["pow", "2", "3"], 2, "modexp: it takes 3 numbers, B E M, got 2\n"],
    [["pow", "2", "3", "5", "--threads", "2"], 2, "modexp: pow has no option --threads\n"],
    [["pow", "--fast"], 2, "modexp: Unknown option '--fast'"],
    [["constructor"], 2, 'modexp: there is no command "constructor"\n'],
    [["power"], 2, 'modexp: there is no command "power"\nmodexp --help says how it is used.\n'],
    [["info", "7"], 2, "modexp: it takes no numbers, got 1\n"],
    [["bench", "--bits", "7"], 2, 'modexp: --bits must be sizes from 32 to 16384, got "7"\n'],
    [["info", "--tier", "fast"], 2, 'modexp: --tier must be one of relaxed, wide, simd, js, got "fast"\n'],
    [
      ["pow", "2", "3", "8", "--max-bits", "3"],
      1,
      "modexp: M must have at most 3 bits, got 4; pass a shorter one or a",
    ],
    [["pow", "2", "9".repeat(20_000), "7"], 1, "modexp: E must have at most 65536 bits, got 66436; pass a shorter one"],
    [["inverse", `0x${"f".repeat(20_000)}`, "7"], 1, "modexp: A must have at most 65536 bits, got 79997; pass"],
    [["pow", "2", "3", "5", "--max-bits", "x"], 2, "modexp: --max-bits must be an integer from 1 to 9007199254740991"],
    [["batch", "--threads", "x"], 2, 'modexp: --threads must be an integer from 1 to 1024, got "x"\n'],
    [["batch", "--threads", "1025"], 2, 'modexp: --threads must be an integer from 1 to 1024, got "1025"\n'],
  ])("%j is an error", async (args, code, message) => {
    const output = await modexp(args);
    expect(output).toMatchObject({ code, stdout: "" });
    expect(output.stderr.startsWith(message), output.stderr).toBe(true);
  });
});

describe("points, primes and contracts", () => {
  const TWICE = "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978";
  const Y = "07775510db8ed040293d9ac69f7430dbba7dade63ce982299e04b79d227873d1";
  const point = { x: `0x${TWICE}`, y: `0x${Y.slice(1)}` };

  test.each([
    [["curve", "multiply", "P-256", "2"], `04${TWICE}${Y}\n`],
    [["curve", "multiply", "prime256v1", "0x1", `0x03${TWICE}`, "--compressed"], `03${TWICE}\n`],
    [
      ["curve", "multiply", "P-256", "2", "--json", "--hex"],
      `${JSON.stringify({ ...point, encoding: `04${TWICE}${Y}` })}\n`,
    ],
    [["curve", "decode", "P-256", `03${TWICE}`], `${BigInt(point.x)}\n${BigInt(point.y)}\n`],
    [["prime", "test", "0xffffffffffffffc5"], "prime\n"],
    [["evm", "8"], `0x${"1".padStart(64, "0")}\n`],
    [["evm", "0x100", "0x", "--json"], '{"output":"0x","gas":"6900"}\n'],
  ])("%j", async (args, stdout) => {
    expect(await modexp(args)).toEqual({ code: 0, stdout, stderr: "" });
  });

  test("a list of curves, and random primes", async () => {
    expect((await modexp(["curve", "list"])).stdout.split("\n")).toContain("secp256k1");
    const p = BigInt((await modexp(["prime", "random", "64", "--safe", "--hex"])).stdout);
    expect(p >> 62n).toBe(3n);
    for (const n of [p, p >> 1n]) expect((await modexp(["prime", "test", `${n}`])).code).toBe(0);
  });

  test("what is not true or fails makes the exit code 1", async () => {
    expect(await modexp(["prime", "test", "561"])).toEqual({ code: 1, stdout: "composite\n", stderr: "" });
    const failed = await modexp(["evm", "8", "00", "--json"]);
    expect(failed).toMatchObject({ code: 1, stderr: "" });
    expect(JSON.parse(failed.stdout)).toMatchObject({ code: "MODEXP_PRECOMPILE_LENGTH" });
    const costly = await modexp(["evm", "8", "0x", "--gas-limit", "44999", "--json"]);
    expect(JSON.parse(costly.stdout)).toMatchObject({ code: "MODEXP_OUT_OF_GAS" });
  });

  test.each([
    [["curve", "multiply", "P-255", "1"], 1, 'modexp: there is no curve "P-255"; did you mean "P-256"?'],
    [["curve", "multiply", "P-256", "2", `05${TWICE}`], 1, "modexp: "],
    [["curve", "decode", "P-256", "0x0"], 1, "modexp: POINT must be two hexadecimal digits for each byte"],
    [["curve", "halve", "P-256"], 2, 'modexp: curve must be followed by multiply, decode or list, got "halve"\n'],
    [["curve", "multiply", "P-256"], 2, "modexp: it takes a curve, a number and perhaps a point, got P-256\n"],
    [["prime", "random", "31"], 1, "modexp: bits must be from 32 to 16384, got 31\n"],
    [["prime", "next", "31"], 2, 'modexp: prime must be followed by random or test, got "next"\n'],
    [["evm", "99"], 1, 'modexp: "osaka" has no precompiled contract at 0x63; pass one of 0x5, 0x6'],
    [["evm", "5", "0x", "--fork", "homestead"], 1, 'modexp: "homestead" has no precompiled contract at 0x5'],
    [["evm", "5", "0x", "--fork", "osako"], 1, 'modexp: there is no fork "osako"; did you mean "osaka"?'],
    [["evm", "8", "0x", "--hex"], 2, "modexp: evm has no option --hex\n"],
    [["completion", "ksh"], 2, 'modexp: the shell must be bash, zsh or fish, got "ksh"\n'],
    [["verify", "all"], 2, "modexp: it takes no numbers, got 1\n"],
  ])("%j is an error", async (args, code, message) => {
    const output = await modexp(args);
    expect(output).toMatchObject({ code, stdout: "" });
    expect(output.stderr.startsWith(message), output.stderr).toBe(true);
  });
});

describe("verify", () => {
  test("finds the files whole, and the results right", async () => {
    const { code, stdout } = await modexp(["verify", "--json"]);
    const checks: { name: string; ok: boolean }[] = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    const files = readdirSync(new URL("wasm", root)).filter((name) => /^modexp-(?!historical).*\.wasm$/.test(name));
    expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(files));
    expect(checks.some(({ name }) => name.startsWith("a pairing"))).toBe(true);
  });

  test("finds a file that was changed", async () => {
    const copy = await mkdtemp(path.join(tmpdir(), "modexp-"));
    for (const name of ["package.json", "dist", "wasm"])
      cpSync(new URL(name, root), path.join(copy, name), { recursive: true });
    const file = path.join(copy, "wasm/modexp-curves-simd.wasm");
    const bytes = readFileSync(file);
    bytes[bytes.length - 1] = (bytes[bytes.length - 1] as number) ^ 1;
    writeFileSync(file, bytes);
    const { code, stdout } = await modexp(["verify"], "", path.join(copy, "dist/cli.js"));
    rmSync(copy, { recursive: true });
    expect(code).toBe(1);
    expect(stdout).toContain("WRONG  modexp-curves-simd.wasm\n");
    expect(stdout).toContain("ok     modexp-relaxed.wasm\n");
  });
});

describe("completions", () => {
  test("bash completes commands, their words and options, and values", async () => {
    const { stdout } = await modexp(["completion", "bash"]);
    const complete = async (...words: string[]) => {
      const line = words.map((word) => `'${word}'`).join(" ");
      const script = `${stdout}\nCOMP_WORDS=(modexp ${line}); COMP_CWORD=${words.length}; _modexp; echo "\${COMPREPLY[@]}"`;
      return new Promise((resolve) =>
        execFile("bash", ["-c", script], (_, out, err) => resolve(`${err}${out}`.trim())),
      );
    };
    expect(await complete("p")).toBe("pow prime");
    expect(await complete("curve", "m")).toBe("multiply");
    expect(await complete("evm", "8", "--f")).toBe("--fork");
    expect(await complete("pow", "--tier", "r")).toBe("relaxed");
    expect(await complete("info", "--vartime")).toBe("");
  });

  test("zsh and fish get each command with its options", async () => {
    const [zsh, fish] = [(await modexp(["completion", "zsh"])).stdout, (await modexp(["completion", "fish"])).stdout];
    expect(zsh.startsWith("#compdef modexp\n")).toBe(true);
    for (const [name, { options }] of COMMANDS) {
      expect(zsh).toContain(`${name}) words=`);
      expect(fish).toContain(`-a ${name} -d `);
      for (const option of Object.keys(options)) expect(fish).toContain(`from ${name}' -l ${option}`);
    }
  });
});

describe("what it says of itself", () => {
  test("help, for all and for each command", async () => {
    const { stdout, code } = await modexp(["--help"]);
    expect(code).toBe(0);
    const commands = [...stdout.matchAll(/^ {2}(\w+) /gm)].map(([, name = ""]) => name);
    expect(commands).toEqual([...COMMANDS.keys()]);
    const asText = readFileSync(new URL("dist/modexp.1", root), "utf8").replaceAll("\\", "");
    for (const name of commands) {
      const help = await modexp([name, "--help"]);
      expect(help).toMatchObject({ code: 0, stderr: "" });
      expect(help.stdout).toContain(`Usage: modexp ${name}`);
      expect(asText).toContain(`.SS modexp ${name}`);
      // the page has each option of the help, and its text
      for (const [, option = "", text = ""] of help.stdout.matchAll(/^ {2}(--\S+).*? {2,}(\S.*)$/gm)) {
        expect(asText.split(`.SS modexp ${name}`)[1], option).toContain(option);
        expect(asText).toContain(text);
      }
    }
    expect(await modexp([])).toEqual({ code: 2, stdout: "", stderr: stdout });
    expect(await modexp(["--version"])).toMatchObject({ stdout: `${version}\n` });
  });

  test("info, as text and as JSON", async () => {
    const { stdout } = await modexp(["info"]);
    expect(stdout).toContain(`modexp ${version} on Node ${process.versions.node}`);
    const info = JSON.parse((await modexp(["info", "--json"])).stdout);
    expect(supports(info.tier)).toBe(true);
    const obstacles = Object.entries(info.obstacles).map(([tier, why]) => `not ${tier}: ${why}\n`);
    expect(stdout).toContain(`tier: ${info.tier}\n${obstacles.join("")}`);
    if (info.tier === "simd") expect(obstacles.length).toBe(2);
    expect(Object.keys(info.kernels)).toContain("2048");
  });

  test("bench, as text and as JSON", async () => {
    expect((await modexp(["bench", "--bits", "64"])).stdout).toMatch(/^ +bits .*\n +64 .* times as fast\n$/);
    const [row] = JSON.parse((await modexp(["bench", "--bits", "256", "--json", "--tier", "js"])).stdout);
    expect(row).toMatchObject({ bits: 256, kernel: "bigint" });
    expect(row.loop).toBeGreaterThan(0);
  });
});

describe("batch", () => {
  test("answers in order, whatever the sizes and moduli", async () => {
    const random = new Random(11);
    const problems = Array.from({ length: 1500 }, (_, i) => {
      const modulus = i % 3 === 0 ? (1n << 521n) - 1n : random.shaped(1 + random.below(300));
      return {
        base: random.shaped(random.below(600)),
        exponent: random.shaped(random.below(i % 50 === 0 ? 2000 : 60)),
        modulus,
      };
    });
    const text = (x: bigint, i: number) => (i % 2 === 0 ? x.toString() : `0x${x.toString(16)}`);
    const lines = problems.map(({ base, exponent, modulus }, i) =>
      JSON.stringify({ base: text(base, i), exponent: text(exponent, i + 1), modulus: text(modulus, i), id: [i] }),
    );
    const { code, stdout, stderr } = await modexp(["batch", "--threads", "2", "--hex"], lines.join("\n"));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers).toEqual(
      problems.map(({ base, exponent, modulus }, i) => ({
        id: [i],
        result: `0x${powReference(base, exponent, modulus).toString(16)}`,
      })),
    );
  });

  test("reports bad lines by their numbers, and computes the rest", async () => {
    const good = '{"base":2,"exponent":"5","modulus":"0x65"}';
    const bad = [
      "{",
      "7",
      '{"base":2}',
      '{"base":2,"exponent":-1,"modulus":4,"id":"x"}',
      '{"base":1.5,"exponent":1,"modulus":4}',
    ];
    const zero = '{"base":2,"exponent":1,"modulus":"0"}';
    const input = [good, "", ...bad, good, zero, good].join("\r\n");
    const { code, stdout, stderr } = await modexp(["batch"], input);
    expect(code).toBe(1);
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const numbers = [undefined, 3, 4, 5, 6, 7, undefined, 9, undefined];
    expect(answers.map(({ line }) => line)).toEqual(numbers);
    expect(answers.filter(({ result }) => result === "32")).toHaveLength(3);
    expect(answers[1].error).toBe('a line must be a JSON object with base, exponent and modulus, got "{"');
    expect(answers[2].error).toBe("a line must be a JSON object with base, exponent and modulus, got 7");
    expect(answers[3].error).toBe('exponent must be a text like "0x1f", or an integer up to 2^53 - 1, got undefined');
    expect(answers[4]).toMatchObject({ id: "x", error: expect.stringContaining("base has no inverse") });
    expect(answers[7].error).toBe("modulus must be at least 1, got 0");
    expect([...stderr.matchAll(/^modexp: line (\d+): /gm)].map(([, n]) => Number(n))).toEqual([3, 4, 5, 6, 7, 9]);
  });

  test("an id that is nested too deeply to be written is one bad line", async () => {
    const line = (id: string) => `{"base":2,"exponent":3,"modulus":5,"id":${id}}`;
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    const input = [line("[[7]]"), line(nested(6000)), line(nested(200_000)), line('{"a":null}')].join("\n");
    const { code, stdout, stderr } = await modexp(["batch", "--threads", "1"], input);
    expect(code).toBe(1);
    const answers = stdout.trim().split("\n");
    expect(answers).toHaveLength(4);
    expect([answers[0], answers[3]]).toEqual(['{"id":[[7]],"result":"3"}', '{"id":{"a":null},"result":"3"}']);
    // engines differ in the maximum depth of JSON
    const error = "id is nested too deeply; pass a text or a number";
    for (const [i, depth] of [6000, 200_000].entries()) {
      const good = `{"id":${nested(depth)},"result":"3"}`;
      expect([good, JSON.stringify({ line: i + 2, error })]).toContain(answers[i + 1]);
    }
    expect(stderr).toContain(`modexp: line 3: ${error}\n`);
  });

  test("a byte order mark at the start is no part of the first line", async () => {
    const line = '{"base":2,"exponent":3,"modulus":5}\n';
    const { code, stdout } = await modexp(["batch", "--threads", "1"], `\ufeff${line}${line}\ufeff${line}`);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^\{"result":"3"\}\n\{"result":"3"\}\n\{"line":3,"error":"a line must be a JSON object/);
  });

  test("a line that is too long for a text is one bad line", async () => {
    const child = start(["batch", "--threads", "1"]);
    const [out, err] = [child.stdout, child.stderr].map((stream) => stream.setEncoding("utf8").toArray());
    const good = '{"base":2,"exponent":3,"modulus":5}\n';
    child.stdin.write(`${good}{"id":"`);
    // 640 MB
    const part = "x".repeat(1 << 25);
    for (let i = 0; i < 20; i++) if (!child.stdin.write(part)) await once(child.stdin, "drain");
    child.stdin.end(`"}\n${good}`);
    expect(await once(child, "close")).toEqual([1, null]);
    const error = "a line must have at most 268435456 characters";
    expect((await out)?.join("")).toBe(`{"result":"3"}\n{"line":2,"error":"${error}"}\n{"result":"3"}\n`);
    expect((await err)?.join("")).toBe(`modexp: line 2: ${error}\n`);
  });

  test("an empty input is no error", async () => {
    expect(await modexp(["batch"])).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("answers a line before the next one comes", async () => {
    const child = start(["batch", "--threads", "1"]);
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    for (let i = 0; i < 5; i++) {
      child.stdin.write(`{"base":2,"exponent":${i},"modulus":1000}\n`);
      expect((await answers.next()).value).toBe(`{"result":"${2 ** i}"}`);
    }
    child.stdin.end();
    expect(await once(child, "close")).toEqual([0, null]);
  });

  test("reads no faster than it writes", async () => {
    const child = start(["batch", "--threads", "1"]);
    const line = `{"base":2,"exponent":3,"modulus":"${"9".repeat(1000)}","id":"${"x".repeat(10_000)}"}\n`;
    // on a busy machine the start takes a while
    child.stdin.write(line);
    await once(child.stdout, "data");
    // from here on the results are not read
    child.stdout.pause();
    let taken = 0;
    const stopped = async () => {
      const timeout = new Promise((resolve) => setTimeout(resolve, 1500, true));
      return Promise.race([timeout, once(child.stdin, "drain").then(() => false)]);
    };
    for (;;) {
      taken += line.length;
      if (!child.stdin.write(line) && (await stopped())) break;
      expect(taken).toBeLessThan(64 << 20);
    }
    expect(taken).toBeGreaterThan(1 << 19);
    child.kill();
    await once(child, "close");
  });

  test("stops without a word when nobody wants the results any more", async () => {
    const child = start(["batch"]);
    let stderr = "";
    child.stderr.on("data", (text) => {
      stderr += text;
    });
    child.stdin.on("error", () => {});
    child.stdout.destroy();
    for (let i = 0; i < 20_000 && child.stdin.writable; i++) child.stdin.write('{"base":2,"exponent":3,"modulus":5}\n');
    child.stdin.end();
    expect(await once(child, "close")).toEqual([0, null]);
    expect(stderr).toBe("");
  });
});

describe("a place that takes no results", () => {
  const COMMANDS = [
    ["pow", "3", "200", "1000000007"],
    ["inverse", "3", "11", "--json"],
    ["batch", "--threads", "1"],
    ["info"],
    ["info", "--json"],
    ["bench", "--bits", "64"],
    ["--help"],
    ["pow", "--help"],
    ["--version"],
  ];
  const LINE = '{"base":2,"exponent":3,"modulus":5}\n';

  /** Runs the command with the given standard output and standard error. */
  async function into(args: readonly string[], stdout: number | "pipe", stderr: number | "pipe" = "pipe") {
    const child = spawn(process.execPath, [command, ...args], { stdio: ["pipe", stdout, stderr] });
    let text = "";
    child.stderr?.setEncoding("utf8").on("data", (part) => {
      text += part;
    });
    // closes the read end before the command writes anything
    child.stdout?.destroy();
    child.stdin?.on("error", () => {}).end(LINE);
    const [code] = await once(child, "close");
    return { code, stderr: text };
  }

  // a device that is always full; only some systems have it
  const isThere = existsSync("/dev/full");

  test.runIf(isThere).each(COMMANDS.map((args) => ({ args })))("full: $args", async ({ args }) => {
    const full = openSync("/dev/full", "w");
    try {
      expect(await into(args, full)).toEqual({
        code: 1,
        stderr: "modexp: ENOSPC: no space left on device, write\n",
      });
    } finally {
      closeSync(full);
    }
  });

  test.each(COMMANDS.map((args) => ({ args })))("closed: $args", async ({ args }) => {
    expect(await into(args, "pipe")).toEqual({ code: 0, stderr: "" });
  });

  test.runIf(isThere)("nor messages: the exit code is right", async () => {
    const full = openSync("/dev/full", "w");
    try {
      expect((await into(["power"], "pipe", full)).code).toBe(2);
      expect((await into([], "pipe", full)).code).toBe(2);
      expect((await into(["pow", "2", "3", "0"], full, full)).code).toBe(1);
    } finally {
      closeSync(full);
    }
  });
});

describe("lines", () => {
  /** The lines of a text, read in parts of `size` characters. */
  async function lines(text: string, size: number, most?: number): Promise<string[]> {
    async function* parts() {
      for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
    }
    const found: string[] = [];
    for await (const line of linesOf(parts(), most)) found.push(line);
    return found;
  }

  test.each([1, 2, 3, 7, 100])("in parts of %i characters", async (size) => {
    expect(await lines("", size)).toEqual([]);
    expect(await lines("\n", size)).toEqual([""]);
    expect(await lines("a\r\n\r\nbcd\n e \r f\n\n\r\r\n", size)).toEqual(["a", "", "bcd", " e \r f", "", "\r"]);
    expect(await lines("a\nb", size)).toEqual(["a", "b"]);
    expect(await lines("\ufeffa\n\ufeffb", size)).toEqual(["a", "\ufeffb"]);
    expect(await lines("\ufeff\nb", size)).toEqual(["", "b"]);
    expect(await lines(`${"x".repeat(9)}\n12345\n123456\n1234567`, size, 5)).toEqual([
      "xxxxxx",
      "12345",
      "123456",
      "123456",
    ]);
  });
});

describe("progress", () => {
  /** The output on a stream that is a terminal, or not. */
  function written(isTTY: boolean): string {
    let text = "";
    const write = (part: string) => {
      text += part;
    };
    const progress = new Progress({ isTTY, write } as unknown as NodeJS.WriteStream);
    progress.add(1200);
    progress.report("line 7: bad");
    progress.add(34);
    progress.end();
    return text;
  }

  test("is a line on a terminal, from which reports stay", () => {
    const lines = written(true).split("\u001b[K");
    expect(lines.join("")).toContain("\r1,200 lines, ");
    expect(lines.join("")).toContain("\rmodexp: line 7: bad\n");
    expect(lines.at(-1)).toMatch(/^1,234 lines, [\d,]+ a second, 1 of them bad\n$/);
  });

  test("leaves files with the reports alone", () => {
    expect(written(false)).toBe("modexp: line 7: bad\n");
  });
});
