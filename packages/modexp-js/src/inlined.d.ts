/** A module as text: the build inlines it. */
declare module "*.wasm" {
  const base64: string;
  export default base64;
}

/** The script of a thread: the build inlines it. */
declare module "*.text.js" {
  const script: string;
  export default script;
}
