// The system's OpenSSL: builds the program of tools/peers, which loads the library, and exchanges lines with it.
import { buildProgram } from "./cargo.mjs";
import { startLines } from "./lines.mjs";

/** Starts the program. Resolves to { openssl }, or to { missing } with the reason. Call `close()` at the end. */
export async function startOpenssl() {
  try {
    const program = await buildProgram("modexp-openssl", ["build", "--release", "-p", "modexp-peers"]);
    const { greeting, ask, close } = await startLines("OpenSSL", program);
    return {
      openssl: {
        version: greeting,
        async load(inputs) {
          await ask("clear");
          for (const { base, exponent, m } of inputs) {
            await ask(`add ${[base, exponent, m].map((x) => x.toString(16)).join(" ")}`);
          }
        },
        time: async (method, first, count) => Number(await ask(`time ${method} ${first} ${count}`)),
        result: async (method, i) => BigInt(`0x${await ask(`result ${method} ${i}`)}`),
        close,
      },
    };
  } catch (error) {
    return { missing: error.message };
  }
}
