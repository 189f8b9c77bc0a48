// A table's advice about the engine.

/** One line if a newer version of the engine would run a better tier; else undefined. `wanted` is the requested tier. */
export function advice({ family }, { tier, features }, wanted) {
  if (family !== "node" || wanted !== undefined || !features.webAssembly || features.relaxedSimd) return undefined;
  return `This Node has no relaxed SIMD, so tier ${tier} ran: Node 22 and newer run the tier relaxed, in about half the time from 1024 bits up.`;
}
