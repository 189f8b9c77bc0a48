// Writes the READMEs' tables of benchmarks from the records:  node bench/readme.mjs
import { renewReadmes } from "./all/readme.mjs";

renewReadmes();
