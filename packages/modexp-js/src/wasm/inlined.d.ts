/** A module as text: the build inlines it. */
declare module "*.wasm" {
  const encoded: import("./text.js").Encoded;
  export default encoded;
}

/** The script of a thread: the build inlines it. */
declare module "*.text.js" {
  const script: string;
  export default script;
}
