/** Modules with their tiers: the build generates those that the entry carries. */
declare module "*.texts.js" {
  const carried: import("./carried.js").Carried;
  export default carried;
}

/** The difference between two modules, encoded: the build generates it. */
declare module "*.difference.js" {
  const difference: import("./text.js").Encoded;
  export default difference;
}

/** The script of a thread: the build inlines it. */
declare module "*.text.js" {
  const script: string;
  export default script;
}
