import { expose } from "comlink";
import { fromJsbi, powJsbi, toJsbi } from "modexp-bench/src/jsbi.mjs";
import { contender } from "./contender.js";

expose(
  contender(({ base, exponent, modulus }) => {
    const [b, e, m] = [base, exponent, modulus].map(toJsbi);
    return [() => fromJsbi(powJsbi(b, e, m)), "square and multiply"];
  }),
);
