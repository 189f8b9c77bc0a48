declare module "virtual:code" {
  /** The code of each use, by the id of its card: `code.ts` makes it. */
  const code: Readonly<Record<string, { readonly typescript: string; readonly rust: string }>>;
  export default code;
}
