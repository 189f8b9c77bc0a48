// Compiled against the package's declarations, as CommonJS.
import modexp = require("modexp");
import modexpAsync = require("modexp/async");

const power: bigint = modexp.modPow(3, 4n, 5n);
const m: modexp.Modulus = new modexp.Modulus(97n);
const later: Promise<modexp.Modexp> = modexpAsync.createModexp();

export = { power, m, later };
