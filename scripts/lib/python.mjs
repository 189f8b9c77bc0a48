// Python programs and packages, in folders of the project.
import { join } from "node:path";
import { hashOf } from "./hash.mjs";
import { folderStep } from "./once.mjs";
import { must } from "./process.mjs";

/** Python with the packages in `venv`. */
export const python = (venv) => join(venv, "bin", "python");

/**
 * The step that installs the packages that `requirements` lists with their hashes into `place`. `more` adds to the folder, and `files`
 * are all files that it depends on.
 */
export function venvStep({ place, requirements, files = [requirements], more = () => {} }) {
  const make = async (venv) => {
    await must("python3", ["-m", "venv", venv]);
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes"];
    await must(python(venv), [...pip, "-r", requirements]);
    await more(venv);
  };
  return folderStep({ place, hash: hashOf(files), make });
}
