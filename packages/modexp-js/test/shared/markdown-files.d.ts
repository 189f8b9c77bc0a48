/** A page, as the test configuration makes a module of it. Its own types are checked where the pages are. */
declare module "*.md";
