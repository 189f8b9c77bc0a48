/** A module as its difference from a base module: `delta` of plugins.mjs writes it. */

/** Rebuilds a module from the base module and `delta`. */
export function patch(base: Uint8Array, delta: Uint8Array): Uint8Array<ArrayBuffer> {
  let at = 0;
  const next = () => {
    let x = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = delta[at++] ?? 0;
      x |= (byte & 127) << shift;
      if (byte < 128) return x;
    }
  };

  const out = new Uint8Array(next());
  const commands = next();
  const end = at + commands;
  let literal = end;
  let from = 0;
  let to = 0;
  // each command: a number of literal bytes, which replace as many of the base, then a length in the base and its distance from there
  while (at < end) {
    const plain = next();
    out.set(delta.subarray(literal, literal + plain), to);
    literal += plain;
    to += plain;
    const length = next();
    const move = next();
    from += plain + ((move >>> 1) ^ -(move & 1));
    out.set(base.subarray(from, from + length), to);
    from += length;
    to += length;
  }
  out.set(delta.subarray(literal), to);
  return out;
}
