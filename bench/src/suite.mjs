// The whole benchmark as one function in plain JavaScript: bundled, it runs in every engine.
//
// A host provides the rest:
//
//   engine      { family: "node" | "deno" | "bun" | "chromium", name }
//   cpu         its name
//   print(text) shows a line
//   openssl     the native program: version, ask(line); or undefined
//   addon       the program with modexp-native, likewise
//   wasm(tier)  the bytes of a tier's module
//   sizes()     [{ name, bytes, gzipped }]
//   firstCall(numbers)  the first modPow of a fresh process, of numbers in hexadecimal: resolves to its ns
import * as modexp from "modexp";
import { advice } from "./advice.mjs";
import { agree } from "./agree.mjs";
import { isOpenssl, NAMES, OWN, powersByJsbi, powersByLoops, solversByUs } from "./contenders.mjs";
import { oneInput, problems } from "./inputs.mjs";
import { race } from "./measure.mjs";
import { measurePhases } from "./phases.mjs";
import { measureProducts } from "./products.mjs";
import { contendersOf, localProgram, programByLines } from "./program.mjs";
import { duration, percent, table, times } from "./report.mjs";
import { measureBatches, measureShared } from "./shared.mjs";
import { CASES } from "./sizes.mjs";
import { judge } from "./targets.mjs";

/** The effort of each mode. JSBI above jsbiBits would take most of the time. */
const MODES = {
  smoke: { rounds: 1, sampleMs: 0, warmMs: 0, budgetMs: 0, jsbiBits: 1024, productBits: [256, 2048] },
  quick: { rounds: 9, sampleMs: 3, warmMs: 60, budgetMs: 300, jsbiBits: 2048, productBits: [256, 1024, 2048, 4096] },
  full: {
    rounds: 15,
    sampleMs: 8,
    warmMs: 100,
    budgetMs: 2000,
    jsbiBits: 4096,
    productBits: [256, 512, 1024, 2048, 3072, 4096],
  },
};
/** The name of its program. Its powers get this name too, because the local ones have the same. */
const ADDON = "modexp-native";
const BATCH_BITS = { smoke: [256], quick: [256, 512, 1024], full: [256, 512, 1024, 2048] };
const PHASE_BITS = [256, 2048];
const FIRST_CALL_BITS = [256, 2048];
const KERNEL_BITS = [64, 128, 256, 512, 1024, 2048, 3072, 4096, 8192, 16384];

/**
 * Measures, prints as it goes, and resolves to the report.
 *
 * @param options { mode: "smoke" | "quick" | "full", tier: string | undefined, only: string[], names of cases and sections; all if empty }
 */
export async function runSuite({ mode, tier, only }, host) {
  const effort = MODES[mode];
  const api = tier === undefined ? modexp : modexp.createModexp({ tier });
  const engine = api.engine();
  const { tier: chosen, version, kernel } = engine;
  const ours = solversByUs(api);
  const ofPowers = [
    (problem) => ours.power(problem).filter(({ name }) => OWN.includes(name)),
    powersByLoops,
    (problem) => powersByJsbi(problem, effort.jsbiBits),
  ];
  const local = localProgram(host.engine.name, version, {
    ...Object.fromEntries(Object.entries(ours).map(([kind, solver]) => [kind, [solver]])),
    power: ofPowers,
  });
  const others = [
    ["OpenSSL", host.openssl],
    [ADDON, host.addon],
  ].filter(([, lines]) => lines);
  const programs = [local, ...others.map(([name, lines]) => programByLines({ name, kinds: ["power"] }, lines))];
  const kernels = Object.fromEntries(KERNEL_BITS.map((bits) => [bits, kernel(bits)]));
  const wants = (part) => only.length === 0 || only.includes(part);
  const report = {
    version,
    mode,
    engine: host.engine,
    tier: chosen,
    advice: advice(host.engine, engine, tier),
    kernels,
    cpu: host.cpu,
    openssl: host.openssl?.version,
    cases: [],
    products: [],
    batches: [],
    shared: [],
    phases: [],
    sizes: [],
    firstCalls: [],
    targets: [],
  };
  // single calls have no meaningful times, so a smoke run shows only the heads of the tables
  const print = ([head, ...rest]) => {
    for (const line of mode === "smoke" ? [`ran: ${head}`] : [head, ...rest, ""]) host.print(line);
  };

  const heading = [
    `modexp ${version}, tier ${chosen}, in ${host.engine.name}`,
    `CPU: ${host.cpu}; native: ${host.openssl?.version ?? "not installed"}`,
    `kernel by size: ${kernelRanges(kernels)}`,
    mode === "smoke" ? "one call each" : "medians of interleaved rounds; ± is the median absolute deviation",
    ...(report.advice ? [report.advice] : []),
    "",
  ];
  for (const line of heading) host.print(line);

  for (const each of CASES) {
    if (!wants(each.name) || (only.length === 0 && each.long && mode !== "full")) continue;
    const result = await runCase(each, programs, effort);
    report.cases.push(result);
    print(caseLines(result));
  }
  if (wants("products")) {
    for (const bits of effort.productBits) report.products.push(await measureProducts(api, bits, effort));
    print(productLines(report.products));
  }
  if (wants("powMany")) {
    for (const bits of BATCH_BITS[mode]) report.batches.push(await measureBatches(local, bits, effort));
    print(batchLines(report.batches));
  }
  if (wants("shared")) {
    report.shared = await measureShared(local, effort);
    print(sharedLines(report.shared));
  }
  if (wants("phases") && chosen !== "js") {
    const bytes = await host.wasm(chosen);
    for (const bits of PHASE_BITS) report.phases.push(await measurePhases(api, bytes, bits, effort));
    print(phaseLines(report.phases));
  }
  if (wants("sizes")) report.sizes = await host.sizes();
  if (wants("first")) {
    for (const bits of FIRST_CALL_BITS) {
      const { base, exponent, m } = oneInput(bits);
      const ns = await host.firstCall([base, exponent, m].map((x) => `0x${x.toString(16)}`));
      report.firstCalls.push({ bits, ns });
    }
  }

  if (mode !== "smoke") {
    report.targets = judge(report);
    print(targetLines(report, only.length === 0));
  }
  return report;
}

async function runCase({ bits, exponentBits, name }, programs, effort) {
  const given = problems({ bits, exponentBits }).slice(0, effort.rounds === 1 ? 1 : undefined);
  const all = await contendersOf("power", given, programs);
  const contenders = all
    .filter(({ name, program }) => program !== ADDON || OWN.includes(name))
    .map((each) => (each.program === ADDON ? { ...each, name: `${ADDON} ${each.name}` } : each));
  await agree(name, "power", given, contenders);
  const summaries = await race(contenders, effort);

  const loop = summaries.find((each) => each.name === NAMES.binary);
  const openssl = summaries.find(isOpenssl);
  return {
    name,
    bits,
    exponentBits,
    moduli: given.map((each) => each.name),
    contenders: summaries.map((each) => ({
      ...each,
      overBigInt: loop.ns / each.ns,
      overOpenssl: openssl && each.ns / openssl.ns,
    })),
  };
}

/** "64: bigint, 128-256: four, …" */
function kernelRanges(kernels) {
  const ranges = [];
  for (const [bits, name] of Object.entries(kernels)) {
    if (ranges.at(-1)?.name === name) ranges.at(-1).to = bits;
    else ranges.push({ name, from: bits, to: bits });
  }
  return ranges.map(({ name, from, to }) => `${from === to ? from : `${from}–${to}`} ${name}`).join(", ");
}

function caseLines({ bits, exponentBits, moduli, contenders }) {
  const exponent = { 2: "3", 17: "65537" }[exponentBits] ?? `${exponentBits} bits`;
  const rows = contenders.map(({ name, ns, madNs, overBigInt, overOpenssl }) => [
    name,
    duration(ns),
    `± ${percent(madNs / ns)}`,
    times(overBigInt),
    overOpenssl && times(overOpenssl),
  ]);
  return [
    `modulus ${bits} bits, exponent ${exponent}   (${moduli.join(", ")})`,
    ...table(["", "one call", "spread", "faster than the BigInt loop", "time over OpenSSL"], rows),
  ];
}

function productLines(products) {
  const rows = products.map(({ bits, squareNs, productNs, makeNs, makeInProducts }) => [
    `${bits} bits`,
    ...[squareNs, productNs, makeNs].map(signed),
    makeInProducts.toFixed(1),
  ]);
  return [
    "single products, by differences",
    ...table(["", "square", "product", "making a Modulus", "in products"], rows),
  ];
}

function batchLines(batches) {
  const counts = batches[0].batches.map(({ count }) => `powMany of ${count}`);
  const rows = batches.map(({ bits, singleNs, batches: each }) => [
    `${bits} bits`,
    duration(singleNs),
    ...each.map(({ ns, toSingle }) => `${duration(ns)}, ${times(toSingle)}`),
  ]);
  return ["several powers modulo one number, time per number", ...table(["", "single calls", ...counts], rows)];
}

function sharedLines(shared) {
  const rows = shared.map(({ name, ns, plainNs, toPlain }) => [name, duration(ns), duration(plainNs), times(toPlain)]);
  return ["powers that share work, 2048 bits", ...table(["", "shared", "plain", "over plain"], rows)];
}

function phaseLines(phases) {
  const heads = ["", "in", "work", "out", "glue", "the call", "boundary", "spread", "another modulus"];
  const rows = phases.map((each) => [
    `${each.bits} bits`,
    ...[each.in, each.work, each.out, each.glue, each.call, each.boundary].map(signed),
    `± ${duration(each.boundaryMadNs)}`,
    signed(each.newModulus),
  ]);
  return [
    "phases of one modPow with full-length numbers; boundary = in + out + glue = the call less the work",
    ...table(heads, rows),
  ];
}

/** Differences of medians may be below 0. */
const signed = (ns) => (ns < 0 ? `−${duration(-ns)}` : duration(ns));

function targetLines({ targets, engine, tier, advice }, all) {
  const shown = targets.filter(({ verdict }) => all || verdict !== "not measured");
  const rows = shown.map(({ what, limit, measured, verdict }) => [what, limit, measured ?? "", verdict]);
  const count = (verdict) => targets.filter((each) => each.verdict === verdict).length;
  return [
    `targets for ${engine.name}, tier ${tier}: ${count("met")} met, ${count("missed")} missed, ${count("not measured")} not measured`,
    ...table(["", "target", "measured", "verdict"], rows),
    ...(advice ? [advice] : []),
  ];
}
