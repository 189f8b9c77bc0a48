/** The decoder of modules inside entries, which is WebAssembly: `decoder.wat`, assembled by the build. */
import code from "./decoder.code.js";

/** The memory of a decoder from address 0 on, and its functions. */
interface Decoder {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Replaces the text between two addresses by its bytes; returns their end. */
  readonly toBytes: (at: number, end: number) => number;
  /** Joins the streams at address 0, with free memory from `at` on; returns the address of the module. */
  readonly join: (at: number) => number;
}

let compiled: WebAssembly.Module | undefined;

/** A decoder with at least `size` bytes of memory. */
export function decoder(size: number): Decoder {
  compiled ??= new WebAssembly.Module(bytesOf(code));
  const m = new WebAssembly.Memory({ initial: Math.ceil(size / 65536) });
  const { exports } = new WebAssembly.Instance(compiled, { m: { m } });
  return { bytes: new Uint8Array(m.buffer), ...(exports as Pick<Decoder, "toBytes" | "join">) };
}

/** The bytes of hexadecimal text. */
export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}
