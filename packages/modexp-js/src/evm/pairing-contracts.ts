/** The precompiled contracts on alt_bn128 (EIP-196 and 197) and on BLS12-381 (EIP-4844 and 2537). */
import { ownOptions, toBytes } from "../api/validate.js";
import type { Bytes } from "../limbs/bytes.js";
import { rangeError } from "../limbs/errors.js";
import { Pairing } from "../pairings.js";
import { sumInG1, sumInG2 } from "./discounts.js";
import type { Eip } from "./forks.js";
import { checkGas, type GasOptions, type PrecompileResult, toGasLimit } from "./gas.js";

/** A contract: its pairing, the EIP that brought it, and its gas by the length of the input. */
interface Contract {
  readonly name: "alt_bn128" | "BLS12-381";
  readonly eip: Eip;
  gas(bytes: number, eips: ReadonlySet<Eip>): bigint;
}

const PAIR_OF_ALT_BN128 = 192;
const TERM_OF_G1 = 160;
const TERM_OF_G2 = 288;
const PAIR_OF_BLS = 384;

/** The number of whole parts of `each` bytes, which a price counts. */
const parts = (bytes: number, each: number) => Math.floor(bytes / each);

/** A contract on alt_bn128, with one price before EIP-1108 and one since. */
function onAltBn128(eip: Eip, gas: (bytes: number, isNew: boolean) => bigint): Contract {
  return { name: "alt_bn128", eip, gas: (bytes, eips) => gas(bytes, eips.has(1108)) };
}

function onBls12381(gas: (bytes: number) => bigint, eip: Eip = 2537): Contract {
  return { name: "BLS12-381", eip, gas };
}

const CONTRACTS: readonly (readonly [address: number, contract: Contract])[] = [
  [0x06, onAltBn128(196, (_, isNew) => (isNew ? 150n : 500n))],
  [0x07, onAltBn128(196, (_, isNew) => (isNew ? 6000n : 40_000n))],
  [
    0x08,
    onAltBn128(197, (bytes, isNew) => {
      const pairs = BigInt(parts(bytes, PAIR_OF_ALT_BN128));
      return isNew ? 45_000n + 34_000n * pairs : 100_000n + 80_000n * pairs;
    }),
  ],
  [0x0a, onBls12381(() => 50_000n, 4844)],
  [0x0b, onBls12381(() => 375n)],
  [0x0c, onBls12381((bytes) => sumInG1(parts(bytes, TERM_OF_G1)))],
  [0x0d, onBls12381(() => 600n)],
  [0x0e, onBls12381((bytes) => sumInG2(parts(bytes, TERM_OF_G2)))],
  [0x0f, onBls12381((bytes) => 37_700n + 32_600n * BigInt(parts(bytes, PAIR_OF_BLS)))],
  [0x10, onBls12381(() => 5500n)],
  [0x11, onBls12381(() => 23_800n)],
];

const pairings = new Map<string, Pairing>();

/** The pairing `name`, made at the first call. */
function pairingOf(name: Contract["name"]): Pairing {
  const known = pairings.get(name) ?? new Pairing(name);
  pairings.set(name, known);
  return known;
}

function call(
  address: number,
  contract: Contract,
  eips: ReadonlySet<Eip>,
  input: Uint8Array,
  options?: GasOptions,
): PrecompileResult {
  const { gasLimit } = ownOptions(options, ["gasLimit"], "{ gasLimit: 50000n }");
  const bytes = toBytes(input, "input");
  const gas = contract.gas(bytes.length, eips);
  checkGas(gas, toGasLimit(gasLimit));
  // the cast: the output is a copy of WebAssembly's memory
  const output = pairingOf(contract.name).precompile(address, bytes, ({ code, reason }) =>
    rangeError(`the precompiled contract at 0x${address.toString(16)} fails: ${reason}`, code),
  ) as Bytes;
  return { output, gas };
}

/** The contracts that these EIPs bring, by their addresses. */
export function pairingContracts(
  eips: ReadonlySet<Eip>,
): [number, (input: Uint8Array, options?: GasOptions) => PrecompileResult][] {
  return CONTRACTS.filter(([, { eip }]) => eips.has(eip)).map(([address, contract]) => [
    address,
    (input, options) => call(address, contract, eips, input, options),
  ]);
}
