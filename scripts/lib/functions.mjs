// The order of the functions in a module. The package carries all modules of a kind but one as differences from that one, so their common
// functions have to have the same numbers, which are in every call.

/**
 * The functions that differ between tiers: kernels and fields, the code that is generic over them, and what only some tiers need. They
 * come last, so that they do not move the others.
 */
const OF_A_TIER =
  /modexp_(kernels|fields)|modexp_group::group::Group::|modexp_curves::(points|weierstrass|wiped)|vtable\.shim|__multi3|limb::mac/;

/** The character that is after all others in names. */
const LAST = 0x7e;

/** Names the functions of `module` so that those of a tier are the last by name. */
export function nameTiersLast(module) {
  const named = Uint8Array.from(module);
  for (const [from, to] of functionNames(module)) {
    if (OF_A_TIER.test(Buffer.from(module.subarray(from, to)).toString())) named[from] = LAST;
  }
  return named;
}

/** Where the names of the functions of `module` are: [from, to] of each. */
function functionNames(module) {
  const reader = { bytes: module, at: 8 };
  const names = [];
  while (reader.at < module.length) {
    const id = module[reader.at++];
    const end = sized(reader);
    if (id === 0 && text(reader) === "name") names.push(...namesIn(reader, end));
    reader.at = end;
  }
  return names;
}

/** The places of the functions' names, which are the first subsection or the one after the module's own name. */
function namesIn(reader, end) {
  while (reader.at < end) {
    const id = reader.bytes[reader.at++];
    const next = sized(reader);
    if (id === 1) {
      return Array.from({ length: number(reader) }, () => {
        number(reader);
        const to = sized(reader);
        const from = reader.at;
        reader.at = to;
        return [from, to];
      });
    }
    reader.at = next;
  }
  return [];
}

/** Reads the length of a part, and returns the end of the part. */
function sized(reader) {
  const length = number(reader);
  return reader.at + length;
}

function text(reader) {
  const end = sized(reader);
  const bytes = reader.bytes.subarray(reader.at, end);
  reader.at = end;
  return Buffer.from(bytes).toString();
}

/** Reads a number in LEB128. */
function number(reader) {
  let x = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = reader.bytes[reader.at++];
    x |= (byte & 127) << shift;
    if (byte < 128) return x;
  }
}
