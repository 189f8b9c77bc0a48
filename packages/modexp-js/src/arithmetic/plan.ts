/** The plan of an exponentiation: its method and its number of products. */
export interface Plan {
  /**
   * How the exponent is cut. `fixed-window`: digits of equal width, one product for each. `sliding-window`: odd digits, no
   * product for the zeros between them. `m-ary`: digits of equal width, no product for a digit 0.
   */
  readonly method: "fixed-window" | "sliding-window" | "m-ary";
  /** Bits of the widest digit. */
  readonly window: number;
  /** Squarings, including those for the table of powers. */
  readonly squarings: number;
  /** Other products, including those for the table of powers. */
  readonly multiplications: number;
}
