// Renews the READMEs' tables of benchmarks from the newest record:  node bench/readme.mjs
import { renewReadmes } from "./all/readme.mjs";

renewReadmes();
