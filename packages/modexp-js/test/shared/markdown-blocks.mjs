// The code blocks in Markdown pages, for the tests and for the fixtures.

/**
 * The blocks of these languages in a page: their code, and the number of lines above it.
 *
 * @param {string} text
 * @param {readonly string[]} languages
 */
export function blocksOf(text, languages) {
  /** @type {{ line: number, code: string }[]} */
  const blocks = [];
  /** @type {{ language: string, line: number, lines: string[] } | undefined} */
  let open;
  for (const [i, line] of text.split("\n").entries()) {
    if (!line.startsWith("```")) open?.lines.push(line);
    else if (open === undefined) open = { language: line.slice(3), line: i + 1, lines: [] };
    else {
      if (languages.includes(open.language)) blocks.push({ line: open.line, code: open.lines.join("\n") });
      open = undefined;
    }
  }
  return blocks;
}

/**
 * The code with `check(expression, value);` for each `expression; // value` without indentation.
 *
 * @param {string} code
 */
export function withChecks(code) {
  return code.replaceAll(/^(?!const |let |using |import |export )(\S.*); \/\/ (\S.*)$/gm, "check($1, $2);");
}
