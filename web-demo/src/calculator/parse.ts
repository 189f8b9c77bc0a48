/** Numbers as visitors write them, with errors that explain what to write instead. */

/** A number, or the error. */
export type Parsed = { readonly value: bigint } | { readonly error: string };

/** Decimal, or hex with 0x; spaces, line breaks, _ and ’ may group the digits. */
export function parse(text: string): Parsed {
  const compact = text.replaceAll(/[\s_’']/g, "").replace(/^[−–]/, "-");
  if (compact === "") return { error: "Write a whole number, such as 65537 or 0x10001." };
  const [, sign = "", prefix = "", digits = ""] = /^([+-]?)(0[xX])?(.*)$/.exec(compact) ?? [];
  if (digits === "") return { error: `Write digits after “${sign}${prefix}”.` };
  if (/^\d+([.,]\d*)?[eE][+]?\d+$/.test(digits) && prefix === "") {
    return { error: "Write a whole number without an exponent, as in 1500 for 1.5e3." };
  }
  const mark = /[.,]/.exec(digits)?.[0];
  if (mark !== undefined) {
    // 1,000 is a thousand in some countries and one in others
    return { error: `“${mark}” may stand for decimals or for thousands: write a whole number, as 1000 or 1 000.` };
  }
  const wrong = (prefix ? /[^0-9a-fA-F]/ : /\D/).exec(digits)?.[0];
  if (wrong !== undefined) {
    const looksHex = prefix === "" && /^[0-9a-fA-F]+$/.test(digits);
    if (looksHex) return { error: `“${wrong}” is no decimal digit. If this is hex, write 0x in front.` };
    return { error: `“${wrong}” is no ${prefix ? "hex" : "decimal"} digit: take it out.` };
  }
  const magnitude = BigInt(prefix ? `0x${digits}` : digits);
  return { value: sign === "-" ? -magnitude : magnitude };
}

/** `parse` for a number of at least 1. */
export function parseModulus(text: string): Parsed {
  const parsed = parse(text);
  if ("value" in parsed && parsed.value < 1n) return { error: "The modulus must be at least 1." };
  return parsed;
}
