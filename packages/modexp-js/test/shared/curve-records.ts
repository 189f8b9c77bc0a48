/** Published data about curves, from the folder `curves` of MODEXP_VECTORS, as records for any engine. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { CurveRecord } from "./curve-checks.js";

const NAMES: Readonly<Record<string, string>> = { "160r1": "secp160r1", "192r1": "P-192", "256r1": "P-256" };
const KNOWN: ReadonlySet<string> = new Set(["P-192", "P-224", "P-256", "P-384", "P-521"]);
/** NIST's names of curves over GF(2^m), by SEC 2's names. */
const BINARY: Readonly<Record<string, string>> = {
  ...{ sect163r2: "B-163", sect233r1: "B-233", sect283r1: "B-283", sect571r1: "B-571" },
  ...{ sect163k1: "K-163", sect233k1: "K-233", sect283k1: "K-283", sect571k1: "K-571" },
};
const SETS: Readonly<Record<string, string>> = { EA: "P-192", EB: "P-224", EC: "P-256", ED: "P-384", EE: "P-521" };
/** The DER prefix of a point, by curve and number of characters. */
const DER: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  secp256k1: {
    130: "3056301006072a8648ce3d020106052b8104000a034200",
    66: "3036301006072a8648ce3d020106052b8104000a032200",
  },
  "K-283": {
    146: "305e301006072a8648ce3d020106052b81040010034a00",
    74: "303a301006072a8648ce3d020106052b81040010032600",
  },
  "B-283": {
    146: "305e301006072a8648ce3d020106052b81040011034a00",
    74: "303a301006072a8648ce3d020106052b81040011032600",
  },
};

// biome-ignore lint/suspicious/noExplicitAny: JSON of a dozen forms
type Json = any;

/** All records of the folder. */
export function curveRecords(folder: string): CurveRecord[] {
  const text = (file: string) => readFileSync(path.join(folder, "curves", file), "utf8");
  const json = (file: string): Json => JSON.parse(text(file));
  return [
    ...miracl(json("curves/miracl-bmark-parameters.json")),
    ...keyPairs(text("nist/FIPS_186-3_KeyPair.rsp")),
    ...publicKeys(text("nist/FIPS_186-3_PKV.rsp")),
    ...signatures(text("nist/FIPS_186-3_SigVer.rsp")),
    ...agreements(text("nist/KAS_ECCStaticUnified_ZZOnly_init.fax")),
    ...wycheproofAgreements(json("wycheproof/ecdh_secp256k1_test.json"), "secp256k1"),
    ...wycheproofAgreements(json("wycheproof/ecdh_secp256r1_ecpoint_test.json"), "P-256"),
    ...Object.keys(NAMES).flatMap((name) =>
      wycheproofSignatures(json(`wycheproof/ecdsa_secp${name}_sha256_p1363_test.json`), NAMES[name] ?? ""),
    ),
    ...precompile(json("eips/eip-7951_p256verify.json")),
    ...constantine(json("constantine/tv_Secp256k1_scalar_mul_G1_256bit.json")),
    ...parameters(json("wycheproof/ec_prime_order_curves_test.json"), json("curves/std-curves-secg.json")),
  ];
}

/** The records of curves over GF(2^m). */
export function binaryCurveRecords(folder: string): CurveRecord[] {
  const text = (file: string) => readFileSync(path.join(folder, "curves", file), "utf8");
  const json = (file: string): Json => JSON.parse(text(file));
  const known = new Set(Object.values(BINARY));
  return [
    ...keyPairs(text("nist/FIPS_186-3_KeyPair.rsp"), known),
    ...publicKeys(text("nist/FIPS_186-3_PKV.rsp"), known),
    ...signatures(text("nist/FIPS_186-3_SigVer.rsp"), known),
    ...wycheproofAgreements(json("wycheproof/ecdh_sect283k1_test.json"), "K-283"),
    ...wycheproofAgreements(json("wycheproof/ecdh_sect283r1_test.json"), "B-283"),
    ...binaryParameters(json("curves/std-curves-secg.json")),
  ];
}

function binaryParameters(secg: Json): CurveRecord[] {
  return secg.curves
    .filter(({ field }: Json) => field.type === "Binary")
    .map(({ name, field, params, order, generator, cofactor }: Json): CurveRecord => {
      const p = field.poly.reduce((sum: bigint, { power }: Json) => sum | (1n << BigInt(power)), 0n);
      const rest = [params.a.raw, params.b.raw, order, generator.x.raw, generator.y.raw];
      const numbers = [`0x${p.toString(16)}`, ...rest];
      return {
        source: "parameters",
        kind: "parameters",
        curve: BINARY[name] ?? name,
        numbers,
        cofactor: Number(cofactor),
      };
    });
}

function miracl(file: Json): CurveRecord[] {
  return [160, 192, 224, 256].flatMap((size) =>
    file.gfp[`bmark${size}`].multiples.map(
      ({ k, x, y }: Json): CurveRecord => ({ source: "MIRACL", kind: "multiple", curve: `miracl-${size}`, k, x, y }),
    ),
  );
}

/** The records of one of NIST's files, each with the last heading in brackets above it. */
function records(text: string): { heading: string; fields: Record<string, string> }[] {
  const all: { heading: string; fields: Record<string, string> }[] = [];
  let heading = "";
  let fields: Record<string, string> = {};
  for (const line of [...text.split("\n").map((each) => each.trim()), ""]) {
    const [, key, value] = /^(\w+) = (.*)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) {
      fields[key] = value;
      continue;
    }
    if (Object.keys(fields).length > 0) all.push({ heading, fields });
    fields = {};
    // methods of key generation also have headings
    if (line.startsWith("[") && !line.startsWith("[B.4")) heading = line.replace(/^\[|\]$/g, "");
  }
  return all;
}

const hex = (value: string | undefined) => `0x${(value ?? "").trim()}`;

function keyPairs(text: string, known = KNOWN): CurveRecord[] {
  return records(text)
    .filter(({ heading, fields }) => known.has(heading) && "d" in fields)
    .map(({ heading: curve, fields: { d, Qx, Qy } }) => {
      return { source: "NIST key pairs", kind: "multiple", curve, k: hex(d), x: hex(Qx), y: hex(Qy) };
    });
}

function publicKeys(text: string, known = KNOWN): CurveRecord[] {
  return records(text)
    .filter(({ heading }) => known.has(heading))
    .map(({ heading: curve, fields: { Qx, Qy, Result = "" } }) => {
      return { source: "NIST PKV", kind: "point", curve, x: hex(Qx), y: hex(Qy), valid: Result.startsWith("P") };
    });
}

const digest = (hash: string, data: Uint8Array) =>
  createHash(hash.replace("-", "").toLowerCase()).update(data).digest("hex");

function signatures(text: string, known = KNOWN): CurveRecord[] {
  return records(text).flatMap(({ heading, fields: { Msg = "", Qx, Qy, R, S, Result = "" } }): CurveRecord[] => {
    const [curve = "", hash = ""] = heading.split(",");
    if (!known.has(curve)) return [];
    const e = digest(hash, Buffer.from(Msg, "hex"));
    const [x, y, r, s] = [Qx, Qy, R, S].map(hex) as [string, string, string, string];
    return [{ source: "NIST SigVer", kind: "signature", curve, e, r, s, x, y, valid: Result.startsWith("P") }];
  });
}

function agreements(text: string): CurveRecord[] {
  return records(text).flatMap(({ heading, fields: f }): CurveRecord[] => {
    const [set = "", hash = ""] = heading.split(" - ");
    if (f.dsIUT === undefined) return [];
    // the agreement is valid, or its key, its secret or its hash is wrong
    const hashed = digest(hash, Buffer.from(f.Z ?? "", "hex")) === f.CAVSHashZZ;
    const [k, other, ourX, ourY, x, y] = [f.dsIUT, f.dsCAVS, f.QsIUTx, f.QsIUTy, f.QsCAVSx, f.QsCAVSy].map(hex);
    return [
      {
        ...{ source: "NIST agreements", kind: "agreement", curve: SETS[set] ?? "", k: k ?? "", other: other ?? "" },
        ...{ ourX: ourX ?? "", ourY: ourY ?? "", x: x ?? "", y: y ?? "", z: f.Z ?? "", hashed },
        valid: (f.Result ?? "").startsWith("P"),
      },
    ];
  });
}

function wycheproofAgreements(file: Json, curve: string): CurveRecord[] {
  return file.testGroups.flatMap(({ tests }: Json) =>
    tests.flatMap(({ public: key, private: k, shared, result }: Json): CurveRecord[] => {
      const forms = DER[curve];
      const form = forms === undefined ? "" : Object.values(forms).find((prefix) => key.startsWith(prefix));
      const fits = form === "" || (form !== undefined && forms?.[key.length - form.length] === form);
      if (!fits || form === undefined) {
        if (result === "valid") throw new Error(`a valid key of another form: ${key}`);
        return [];
      }
      return [{ source: "Wycheproof ECDH", kind: "ecdh", curve, k, key: key.slice(form.length), shared, result }];
    }),
  );
}

function wycheproofSignatures(file: Json, curve: string): CurveRecord[] {
  return file.testGroups.flatMap(({ publicKey, tests }: Json) =>
    tests.map(({ msg, sig, result }: Json): CurveRecord => {
      const e = digest("sha256", Buffer.from(msg, "hex"));
      const key = publicKey.uncompressed;
      return { source: "Wycheproof ECDSA", kind: "encoded signature", curve, e, sig, key, valid: result === "valid" };
    }),
  );
}

function precompile(tests: Json): CurveRecord[] {
  return tests.map(({ Input, Expected }: Json): CurveRecord => {
    const part = (i: number) => Input.slice(64 * i, 64 * (i + 1));
    const [e, r, s, x, y] = [part(0), hex(part(1)), hex(part(2)), hex(part(3)), hex(part(4))];
    const valid = Expected.endsWith("1");
    if (Input.length !== 320) return { source: "EIP-7951", kind: "nothing", curve: "P-256", valid };
    return { source: "EIP-7951", kind: "signature", curve: "P-256", e, r, s, x, y, valid };
  });
}

function constantine(file: Json): CurveRecord[] {
  return file.vectors.map(({ P, Q, scalar }: Json): CurveRecord => {
    const of = { px: P.x, py: P.y, x: Q.x, y: Q.y };
    return { source: "Constantine", kind: "multiple", curve: "secp256k1", k: scalar, ...of };
  });
}

function parameters(wycheproof: Json, secg: Json): CurveRecord[] {
  const source = "parameters";
  const ofWycheproof = wycheproof.testGroups.flatMap(({ tests }: Json) =>
    tests.map(({ name, p, a, b, n, gx, gy, h }: Json): CurveRecord => {
      const numbers = [p, a, b, n, gx, gy].map(hex);
      return { source, kind: "parameters", curve: name, numbers, cofactor: h };
    }),
  );
  const ofSecg = secg.curves
    .filter(({ field }: Json) => typeof field.p === "string")
    .map(({ name, field, params, order, generator, cofactor }: Json): CurveRecord => {
      const numbers = [field.p, params.a.raw, params.b.raw, order, generator.x.raw, generator.y.raw];
      return { source, kind: "parameters", curve: name, numbers, cofactor: Number(cofactor) };
    });
  return [...ofWycheproof, ...ofSecg];
}
