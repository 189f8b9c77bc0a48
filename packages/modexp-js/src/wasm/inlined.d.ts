/** Modules as text, with their tiers: the build inlines those that the entry carries. */
declare module "*.texts.js" {
  const carried: import("./carried.js").Carried;
  export default carried;
}

/** What an import of a .wasm file gives is up to the host: in edge workers a module. */
declare module "*.wasm" {
  const file: unknown;
  export default file;
}

/** The script of a thread: the build inlines it. */
declare module "*.text.js" {
  const script: string;
  export default script;
}
