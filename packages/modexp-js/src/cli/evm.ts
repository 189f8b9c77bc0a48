/** `modexp evm`: one call of a precompiled contract. */
import { show } from "../api/validate.js";
import { type Fork, precompiles } from "../evm.js";
import type { Bytes } from "../limbs/bytes.js";
import { rangeError } from "../limbs/errors.js";

/** A call. */
export interface Call {
  readonly address: bigint;
  readonly input: Bytes;
  readonly fork: string;
  readonly gasLimit: bigint | undefined;
}

/** The output of a call, as text or as JSON. A call that fails gives an error with a code. */
export function evm({ address, input, fork, gasLimit }: Call, json: boolean): string {
  // the cast: `precompiles` refuses a wrong name
  const contracts = precompiles(fork as Fork);
  const contract = contracts.get(Number(address));
  if (contract === undefined) {
    const all = Array.from(contracts.keys(), (each) => `0x${each.toString(16)}`);
    const hint = all.length > 0 ? `pass one of ${all.join(", ")}` : "pass a later fork";
    throw rangeError(`${show(fork)} has no precompiled contract at 0x${address.toString(16)}; ${hint}`);
  }
  const { output, gas } = contract(input, gasLimit === undefined ? {} : { gasLimit });
  const text = `0x${Buffer.from(output).toString("hex")}`;
  return `${json ? JSON.stringify({ output: text, gas: `${gas}` }) : text}\n`;
}
