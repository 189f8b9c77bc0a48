/** What an exponentiation will do. */

/** How an exponentiation goes. */
export interface Plan {
  /**
   * How the exponent is cut: into digits of equal width with one product for each (`fixed-window`), into odd digits with none
   * for zeros between them (`sliding-window`), or into digits of equal width with none for those that are 0 (`m-ary`).
   */
  readonly method: "fixed-window" | "sliding-window" | "m-ary";
  /** Bits of the widest digit. */
  readonly window: number;
  /** Squarings, those for the table of powers included. */
  readonly squarings: number;
  /** Products that are no squarings, those for the table of powers included. */
  readonly multiplications: number;
}
