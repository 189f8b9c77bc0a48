/** WebAssembly modules of one function, written by hand. */

/** Types of values. */
export const I32 = 0x7f;
export const I64 = 0x7e;
export const F64 = 0x7c;

/** A module with one function, exported as `f`; `code` begins with its locals. All of it is shorter than 128 bytes. */
export function tinyModule(
  parameters: readonly number[],
  result: number,
  code: readonly number[],
): Uint8Array<ArrayBuffer> {
  const type = [0x60, parameters.length, ...parameters, 1, result];
  const section = (id: number, content: readonly number[]) => [id, content.length, ...content];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, ...type]),
    ...section(3, [1, 0]),
    ...section(7, [1, 1, 0x66, 0, 0]),
    ...section(10, [1, code.length + 1, ...code, 0x0b]),
  ]);
}
