// What a table says of the engine beside its figures.

/** One line for an engine that a newer one of its kind beats by its tier; else undefined. `wanted` is the tier that was asked for. */
export function advice({ family }, { tier, features }, wanted) {
  if (family !== "node" || wanted !== undefined || !features.webAssembly || features.relaxedSimd) return undefined;
  return `This Node has no relaxed SIMD, so tier ${tier} ran: Node 22 and newer run the tier relaxed, in about half the time from 1024 bits up.`;
}
