// Comments are sentences that anyone reads once: five patterns that must be read twice are refused.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { committed, ROOT } from "../lib/process.mjs";

/** The patterns, each with what to write instead. */
const REFUSED = [
  {
    pattern: /(?:^|[.:] )What (?!if\b)[^.?]*(?:[.:;]|$)/,
    instead: "a noun in the place of “What …”: “The options of a pool”",
  },
  {
    pattern: /^The same(?: as\b| of\b| for\b| with\b| on\b| in\b|[.,:;]|$)/,
    instead: "the whole sentence in the place of “The same …”",
  },
  { pattern: /\b(?:of|in|by|for|at) so (?:many|long)\b/, instead: "the name of the number: “of `bits` bits”" },
  {
    pattern: /^(?:That of|Those of|Of|By|To which) (?!default\b)/,
    instead: "a sentence with a subject and a verb",
  },
  { pattern: /\b(?:another one|other ones)\b/, instead: "“a different one”, “others”" },
];

const COMMENT = /^\s*(?:\/\/[/!]?|\/\*\*|\*(?!\/))\s?(.*?)(?:\*\/)?\s*$/;

/** The comments of a file, each as one line with the number of its first. */
function commentsOf(path) {
  const comments = [];
  let open = false;
  for (const [i, line] of readFileSync(path, "utf8").split("\n").entries()) {
    const text = COMMENT.exec(line)?.[1].trim();
    // a blank line in a comment, and a tag, begin a new one
    if (!text || text.startsWith("@")) open = false;
    else if (open) comments.at(-1).text += ` ${text}`;
    else comments.push({ line: i + 1, text });
    if (text) open = !text.startsWith("@") && !line.trimEnd().endsWith("*/");
  }
  return comments;
}

const sources = ["*.rs", "*.ts", "*.tsx", "*.mts", "*.mjs"];
test("no comment has a pattern that must be read twice", () => {
  const found = committed(...sources).flatMap((file) =>
    commentsOf(join(ROOT, file)).flatMap(({ line, text }) =>
      REFUSED.filter(({ pattern }) => pattern.test(text)).map(
        ({ instead }) => `${file}:${line}: ${text}\n  write ${instead}`,
      ),
    ),
  );
  assert.deepEqual(found, []);
});

test("each pattern refuses its example", () => {
  const examples = [
    "What a pool takes.",
    "The same for points.",
    "A number of so many bits.",
    "That of a curve.",
    "Then another one.",
  ];
  for (const [i, { pattern }] of REFUSED.entries()) {
    for (const [j, example] of examples.entries())
      assert.equal(pattern.test(example), i === j, `${pattern} on ${example}`);
  }
  for (const text of [
    "What if it fails?",
    "The same sources give the same bytes.",
    "So long as it lives.",
    "By default 5.",
  ]) {
    assert.ok(!REFUSED.some(({ pattern }) => pattern.test(text)), text);
  }
});
