/** A Diffie–Hellman agreement of two workers over a group of RFC 7919. */
import type { Tier } from "modexp/async";
import type { GroupName } from "modexp/groups";
import { shortHex } from "../shared/numbers.js";
import { withWorkers } from "../shared/workers.js";
import type { Say } from "./line.js";
import type { Party } from "./party.worker.js";
import { agreedKey } from "./python.js";

/** Resolves to whether both parties have the same secret. */
export function agreement(bits: number, tier: Tier | undefined, signal: AbortSignal, say: Say): Promise<boolean> {
  return withWorkers(signal, async (hire) => {
    const newParty = () => hire<Party>(new Worker(new URL("./party.worker.ts", import.meta.url), { type: "module" }));
    const [alice, bob] = [newParty(), newParty()];
    // one after the other, so that each has a core to itself
    const a = await alice.publish(bits, tier);
    say({ what: "Alice draws a secret a and sends g^a mod p", detail: shortHex(a.value), ms: a.ms });
    const b = await bob.publish(bits, tier);
    say({ what: "Bob draws a secret b and sends g^b mod p", detail: shortHex(b.value), ms: b.ms });
    const forAlice = await alice.agree(b.value);
    say({ what: "Alice computes (g^b)^a and hashes it", detail: shortHex(forAlice.value), ms: forAlice.ms });
    const forBob = await bob.agree(a.value);
    say({ what: "Bob computes (g^a)^b and hashes it", detail: shortHex(forBob.value), ms: forBob.ms });
    const equal = forAlice.value === forBob.value;
    const { group } = await import("modexp/groups");
    const { p } = group(`ffdhe${bits}` as GroupName);
    const python = agreedKey(p, await alice.reveal(), await bob.reveal(), bits / 8, crypto.subtle !== undefined);
    say({ what: "Both hold the same key, which nobody has sent", passed: equal, python });
    return equal;
  });
}
