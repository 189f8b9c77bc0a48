/** Modules as text, with their tiers: the build inlines those that the entry carries. */
declare module "*.texts.js" {
  const carried: import("./carried.js").Carried;
  export default carried;
}

/** The type of an imported .wasm file depends on the host: edge workers give a module. */
declare module "*.wasm" {
  const file: unknown;
  export default file;
}

/** The script of a thread: the build inlines it. */
declare module "*.text.js" {
  const script: string;
  export default script;
}
