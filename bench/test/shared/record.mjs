// Small records for tests.

export const row = (name, engine, contender, passesNs) => {
  const ns = passesNs.reduce((sum, x) => sum + x, 0) / passesNs.length;
  return { case: name, engine, contender, constantTime: true, ns, madNs: 0, meanNs: ns, sdNs: 0, passesNs };
};

export const record = (rows) => ({
  date: "2026-01-02",
  command: "npm run bench:all",
  mode: "quick",
  machine: { cpu: "a processor", cores: 2, memoryGiB: 8, system: "a system", clockGhz: 4 },
  versions: [{ name: "native", version: "1" }],
  missing: [{ name: "Go", why: "go is not installed" }],
  plans: [{ bits: 64, fixedWindow: PLAN, mAry: PLAN, slidingWindow: PLAN, fiveAry: PLAN }],
  rows,
});

const PLAN = { window: 3, products: 90 };
