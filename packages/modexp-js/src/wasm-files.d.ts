/** A module as base64 text: the build inlines it. */
declare module "*.wasm" {
  const base64: string;
  export default base64;
}
