/** A text in which ^x is a superscript, as in (g^b)^a mod p. */
export function Formula({ text }: { readonly text: string }) {
  return <>{text.split(/\^([−\w]+)/).map((part, i) => (i % 2 === 0 ? part : <sup key={i}>{part}</sup>))}</>;
}
