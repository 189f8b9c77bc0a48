// The phases of one call: the package's own conversions and the bare export, each timed alone.

import { instantiate } from "../../packages/modexp-js/src/wasm/exports.ts";
import { StagingBuffer, wordsFor } from "../../packages/modexp-js/src/wasm/staging-buffer.ts";
import { oneInput, problems } from "./inputs.mjs";
import { difference, forDifferences, local, race } from "./measure.mjs";

/**
 * The phases of `modPow` with full-length numbers of `bits` bits, in nanoseconds; undefined without WebAssembly.
 *
 * `boundary` is the whole call minus the work; the work is the export called with numbers that are already in memory.
 */
export async function measurePhases(api, bytes, bits, effort) {
  if (bytes === undefined) return undefined;
  const { base, exponent, m } = oneInput(bits);
  const [, { m: other }] = problems({ bits, exponentBits: bits });
  const wasm = instantiate(new WebAssembly.Module(bytes));
  const staging = new StagingBuffer(wasm);
  const words = Math.ceil(bits / 64);
  const view = (count) => new BigUint64Array(wasm.memory.buffer, wasm.stagingbuffer_reserve(staging.pointer, 0), count);

  const writeArguments = () => {
    staging.reserve(words + wordsFor(exponent));
    staging.write(0, base, words);
    const exponentWords = staging.writeAll(words, exponent);
    return [exponentWords, staging.bitLength(words, exponentWords)];
  };

  staging.reserve(words);
  staging.write(0, m, words);
  const context = wasm.context_prepare(staging.pointer, words);
  const [exponentWords, exponentBits] = writeArguments();
  const arguments_ = view(words + exponentWords).slice();
  const power = () => wasm.context_pow(context, staging.pointer, words, exponentWords, exponentBits);
  power();
  const result = view(words).slice();
  if (staging.take(0, words) !== api.modPow(base, exponent, m))
    throw new Error("the bare export disagrees with modPow");

  // the first call may grow the memory, so this view comes after it
  const staged = view(arguments_.length);
  const contenders = [
    local("call", () => api.modPow(base, exponent, m)),
    local("other modulus", (i) => api.modPow(base, exponent, i % 2 === 0 ? m : other)),
    local("in", writeArguments),
    local("stage arguments", () => staged.set(arguments_)),
    local("work", () => {
      staged.set(arguments_);
      power();
    }),
    local("stage result", () => staged.set(result)),
    local("out", () => {
      staged.set(result);
      return staging.take(0, words);
    }),
  ];
  const [call, otherModulus, into, stageArguments, work, stageResult, out] = await race(
    contenders,
    forDifferences(effort),
  );
  const phases = {
    in: into.ns,
    work: work.ns - stageArguments.ns,
    out: difference(out, stageResult).ns,
  };
  const outside = difference(call, work);
  const boundary = outside.ns + stageArguments.ns;
  return {
    bits,
    ...phases,
    glue: boundary - phases.in - phases.out,
    call: call.ns,
    boundary,
    boundaryMadNs: outside.madNs,
    newModulus: difference(otherModulus, call).ns,
  };
}
