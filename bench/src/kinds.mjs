// The kinds of problems by name, as in bench/native/pow/problem.rs, and the modes of a measurement.

/** From the least to the most work. A mode includes the cases of all earlier ones. */
export const MODES = ["smoke", "quick", "medium", "full"];

export const POWER_KINDS = ["power", "batch", "outputs", "product", "fixed", "private"];

/** The kinds of BMARK's elliptic rows. */
export const POINT_KINDS = { ER: "multiple", ED: "msm", EP: "fixed-multiple" };

/** The kinds of BMARK's rows of pairings. */
export const PAIRING_KINDS = {
  pairing: "pairing",
  "product of two": "product2",
  "multiple in G1": "g1",
  "multiple in G2": "g2",
  "power in GT": "gt",
};

/** Sums of many points of a first group: Σ (i + 1)·factor_i·P. */
export const SUM = "sum";
