/** A page that the test configuration turns into a module. docs.test.ts checks the types in pages. */
declare module "*.md";
