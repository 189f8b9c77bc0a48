/** Modules with their tiers: the build generates those that the entry carries. */
declare module "*.texts.js" {
  const carried: import("./carried.js").Carried;
  export default carried;
}

/** A module as its difference from the module of another tier: the build generates it. */
declare module "*.difference.js" {
  const moduleOf: (base: Uint8Array) => Uint8Array<ArrayBuffer>;
  export default moduleOf;
}

/** The decoder of modules in hexadecimal text: the build assembles it. */
declare module "*.code.js" {
  const code: string;
  export default code;
}

/** The script of a thread: the build inlines it. */
declare module "*.text.js" {
  const script: string;
  export default script;
}
