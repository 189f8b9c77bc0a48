/** Shows ^x as a superscript, as in (g^b)^a mod p. A formula has no line breaks inside, and the dot of a·G has space. */
export function Formula({ text }: { readonly text: string }) {
  const unbroken = text.replaceAll(/ (=|×|\+|mod) /g, "\u00a0$1\u00a0").replaceAll("·", "\u202f·\u202f");
  return <>{unbroken.split(/\^([−\w]+)/).map((part, i) => (i % 2 === 0 ? part : <sup key={i}>{part}</sup>))}</>;
}
