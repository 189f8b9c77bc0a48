import { expose } from "comlink";
import { powBinary } from "modexp-bench/src/bigint.mjs";
import { contender } from "./contender.js";

expose(contender(({ base, exponent, modulus }) => [() => powBinary(base, exponent, modulus), "square and multiply"]));
