// The package's promises, and whether this run keeps them. Every figure is a ratio of two medians of the same run, except
// the boundary, the sizes and the first call.
import { isOpenssl, NAMES, OWN } from "./contenders.mjs";
import { duration, kibibytes, times } from "./report.mjs";
import { SHARED } from "./shared.mjs";

const atMost = (limit, show = times) => ({ limit, show, sign: "≤", holds: (x) => x <= limit });
const atLeast = (limit, show = times) => ({ limit, show, sign: "≥", holds: (x) => x >= limit });

/** Time over OpenSSL's, for full-length numbers. */
const OVER_OPENSSL = { 256: 1.6, 512: 2.2, 1024: 1.4, 2048: 1, 3072: 1, 4096: 1 };

/** The plain loop's time over ours, for full-length numbers. */
const OVER_BIGINT = {
  node: { 256: 5, 512: 5, 1024: 6, 2048: 6, 3072: 6, 4096: 6, 8192: 6 },
  // these engines cache the inverse of the last modulus up to 2048 bits
  chromium: { 256: 2.5, 512: 2.5, 1024: 2.5, 2048: 2.5, 3072: 5, 4096: 5, 8192: 5 },
  deno: { 256: 2.5, 512: 2.5, 1024: 2.5, 2048: 2.5, 3072: 5, 4096: 5, 8192: 5 },
  nodeSimd: { 256: 3, 1024: 2, 2048: 2, 3072: 2, 4096: 2, 8192: 2 },
  bunWide: { 1024: 2, 2048: 2, 3072: 4, 4096: 4, 8192: 4 },
};

/** An operation's time over the time of the powers that it replaces, at 2048 bits. */
const OVER_PLAIN = {
  [SHARED.product.name]: 1.25,
  [SHARED.each.name]: 0.4,
  [SHARED.fixed.name]: 0.18,
  [SHARED.fixedVartime.name]: 0.12,
  [SHARED.crt.name]: 0.3,
};

/** The limits in OVER_BIGINT for an engine on a tier. */
function bigIntLimits(family, tier) {
  if (tier === "relaxed") return OVER_BIGINT[family] ?? {};
  if (tier === "simd" && family === "node") return OVER_BIGINT.nodeSimd;
  return tier === "wide" && family === "bun" ? OVER_BIGINT.bunWide : {};
}

/** Every target for the engine and tier of a report: [{ what, limit, measured, verdict }], ready to print. */
export function judge(report) {
  const { tier } = report;
  const { family } = report.engine;
  const wasm = tier !== "js";
  const targets = [];
  const target = (what, bound, value, note = "") => {
    const measured = value === undefined || Number.isNaN(value) ? undefined : bound.show(value) + note;
    const verdict = measured === undefined ? "not measured" : bound.holds(value) ? "met" : "missed";
    targets.push({ what, limit: `${bound.sign} ${bound.show(bound.limit)}`, measured, verdict, value });
  };

  /** Median of a contender in the case `name`. */
  const ns = (name, contender) => {
    const { contenders = [] } = report.cases.find((each) => each.name === name) ?? {};
    return contenders.find(typeof contender === "function" ? contender : (each) => each.name === contender)?.ns;
  };
  const ratio = (name, a, b) => ns(name, a) / ns(name, b);

  if (tier === "relaxed") {
    for (const [bits, limit] of Object.entries(OVER_OPENSSL)) {
      const value = ratio(`${bits}/${bits}`, NAMES.modPow, isOpenssl);
      target(`modPow, ${bits} bits: time over OpenSSL consttime`, atMost(limit), value);
    }
  }
  for (const [bits, limit] of Object.entries(bigIntLimits(family, tier))) {
    const value = ratio(`${bits}/${bits}`, NAMES.binary, NAMES.modPow);
    target(`modPow, ${bits} bits: faster than the BigInt loop`, atLeast(limit), value);
  }
  if (tier === "relaxed" && family === "node") {
    const oneShot = ratio("2048/17", NAMES.binary, NAMES.modPow);
    const reused = ratio("2048/17", NAMES.binary, NAMES.kept);
    target("modPow, 2048 bits, e = 65537: faster than the BigInt loop", atLeast(2), oneShot);
    target("the same with a reused Modulus", atLeast(4), reused);
  }
  const slowest = slowestCall(report.cases);
  target("no call slower than the BigInt loop: the slowest", atLeast(1), slowest?.value, slowest?.note);

  if (wasm) {
    const worst = maxBy(report.products, ({ makeInProducts }) => makeInProducts);
    const note = worst && `, ${worst.bits} bits`;
    target("making a Modulus, in products: the most", atMost(12), worst?.makeInProducts, note);

    for (const bits of [256, 512, 1024]) {
      const batch = report.batches.find((each) => each.bits === bits);
      const most = maxBy(batch?.batches ?? [], ({ toSingle }) => toSingle);
      const of = most && `, of ${most.count}`;
      target(`powMany, ${bits} bits: time per number over single calls: the most`, atMost(0.8), most?.toSingle, of);
    }
    for (const [name, limit] of Object.entries(OVER_PLAIN)) {
      target(`2048 bits, ${name}`, atMost(limit), report.shared.find((each) => each.name === name)?.toPlain);
    }
    const boundary = report.phases.find(({ bits }) => bits === 256)?.boundary;
    target("modPow, 256 bits: more than the work in WebAssembly", atMost(1500, duration), boundary);
  }

  for (const { name, bytes, gzipped } of report.sizes) {
    target(`${name}`, atMost(60 * 1024, kibibytes), bytes);
    target(`${name}, gzipped`, atMost(30 * 1024, kibibytes), gzipped);
  }
  for (const { bits, ns } of report.firstCalls) {
    target(`first modPow in a fresh process, ${bits} bits, import included`, atMost(30e6, duration), ns);
  }
  return targets;
}

/** Our call with the lowest ratio to the plain loop. A loss within the spread of the two counts as a tie. */
function slowestCall(cases) {
  const ratios = cases.flatMap(({ name, contenders }) => {
    const loop = contenders.find((each) => each.name === NAMES.binary);
    return contenders
      .filter((each) => loop !== undefined && OWN.includes(each.name))
      .map((own) => ({
        value: loop.ns / own.ns,
        spread: loop.madNs / loop.ns + own.madNs / own.ns,
        own: own.name,
        name,
      }));
  });
  const worst = maxBy(ratios, ({ value }) => -value);
  if (worst === undefined) return undefined;
  const equal = worst.value < 1 && worst.value + worst.spread >= 1;
  const note = `, ${worst.own} ${worst.name}${equal ? ", within the spread" : ""}`;
  return { value: equal ? 1 : worst.value, note };
}

function maxBy(list, key) {
  return list.reduce((best, each) => (best === undefined || key(each) > key(best) ? each : best), undefined);
}
