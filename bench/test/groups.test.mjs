import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { GROUP_SIZES, groups } from "../src/groups.mjs";

/** SHA-256 of the lower-case hexadecimal digits of the primes as the RFCs print them, without spaces. */
const DIGESTS = {
  "MODP-1024": "603e8d652764bfa377707d13f16ad17b8c4fddd3c1868413dc1c7ddbae4320d0",
  "MODP-1536": "a7c305a29783f69679719847445687fc14dc831724f3caf9b66de2953d9150e9",
  "MODP-2048": "e71e1291b2af378f8506df9d265b38d687f70a0585053c26b30d1e312df84c09",
  ffdhe2048: "b9fd49b47ad1363ebf1681ab8a5b6c3bb0be15897d0d94aff227ee91b867ab8a",
  "MODP-3072": "30a45e27c3a0a6f934cd558e88e937625082b19bd435f74f04d7500e5032d88e",
  ffdhe3072: "c5288e890a7a8da070e69a9d23fa0e264aeddfaa05e267fbd038c4be1210d6a2",
  "MODP-4096": "233836aba654664fc65121b25f1760c0e72456e834bc42315fa21d38ade81cac",
  ffdhe4096: "3cb2119eb37a64531e61b96555689035640b6d80145f303d321c1a58ce15e936",
  "MODP-8192": "a408aa7fd5e69ae6886c3b3fd50051efc417d62cf224cebf8d8aeb49654185ed",
  ffdhe8192: "461db4b7734852427de4b4289cebd2feb853fa474ea72f9faf84a17fb05e3f0b",
};

test("the groups are those of the RFCs", () => {
  const made = GROUP_SIZES.flatMap(groups);
  assert.deepEqual(made.map(({ name }) => name).sort(), Object.keys(DIGESTS).sort());
  for (const { name, p } of made) {
    assert.equal(createHash("sha256").update(p.toString(16)).digest("hex"), DIGESTS[name], name);
  }
});
