/** The precompiled contract at address 0x100, since Osaka: signatures by ECDSA on P-256 (EIP-7951). */
import { ownOptions, toBytes } from "../api/validate.js";
import { Curve } from "../curves.js";
import { bytesToInt, intToBytes } from "../limbs/bytes.js";
import { modInverseOf } from "../limbs/inverse.js";
import { checkGas, type GasOptions, type PrecompileResult, toGasLimit } from "./gas.js";

const WORD = 32;
const GAS = 6900n;

let curve: Curve | undefined;

/**
 * Whether (r, s) is a signature of the hash h by the public key (x, y), as the Ethereum virtual machine checks it: the output is 1
 * in 32 bytes, or empty for every other input. The input is h, r, s, x and y, big-endian, of 32 bytes each. Every call costs 6900
 * gas. It takes variable time, because its values are public.
 *
 * @throws TypeError if the input is no Uint8Array (code `MODEXP_TYPE`); RangeError if `gasLimit` is below 6900
 * (`MODEXP_OUT_OF_GAS`).
 * @example
 * p256Verify(new Uint8Array(160)); // { output: new Uint8Array(0), gas: 6900n }
 */
export function p256Verify(input: Uint8Array, options?: GasOptions): PrecompileResult {
  const { gasLimit } = ownOptions(options, ["gasLimit"], "{ gasLimit: 6900n }");
  const bytes = toBytes(input, "input");
  checkGas(GAS, toGasLimit(gasLimit));
  return { output: isSignature(bytes) ? intToBytes(1n, WORD) : new Uint8Array(0), gas: GAS };
}

function isSignature(input: Uint8Array): boolean {
  if (input.length !== 5 * WORD) return false;
  const word = (i: number) => bytesToInt(input.subarray(WORD * i, WORD * (i + 1)));
  const [h, r, s, x, y] = [word(0), word(1), word(2), word(3), word(4)];

  curve ??= new Curve("P-256");
  const { order: n, g } = curve;
  const isScalar = (k: bigint) => 0n < k && k < n;
  const key = { x, y };
  // zeros are the identity of `curve`, but no key
  if (!isScalar(r) || !isScalar(s) || (x === 0n && y === 0n) || !curve.isOnCurve(key)) return false;

  // FIPS 186-5, 6.4.2: x of R = (h/s)·G + (r/s)·Q must be r modulo n; the identity fails, with x = 0 and r > 0
  const w = modInverseOf(s, n);
  if (w === undefined) return false;
  const { x: rx } = curve.msmVartime([(h * w) % n, (r * w) % n], [g, key]);
  return rx % n === r;
}
