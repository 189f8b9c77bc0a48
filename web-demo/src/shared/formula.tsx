/** A text in which ^x is a superscript, as in (g^b)^a mod p. No line ends in the midst of a formula, and the dot of a·G has room. */
export function Formula({ text }: { readonly text: string }) {
  const unbroken = text.replaceAll(/ (=|×|\+|mod) /g, "\u00a0$1\u00a0").replaceAll("·", "\u202f·\u202f");
  return <>{unbroken.split(/\^([−\w]+)/).map((part, i) => (i % 2 === 0 ? part : <sup key={i}>{part}</sup>))}</>;
}
