/** The man page, in the macros that all systems have. `build.mjs` writes it. */
import { version } from "../api/version.js";
import { COMMANDS, MAIN } from "./commands.js";
import { optionRows } from "./help.js";

/** The man page as roff. */
export function manPage(): string {
  const commands = Array.from(COMMANDS, ([name, { operands, text, options, examples }]) => [
    `.SS modexp ${escaped([name, operands].filter(Boolean).join(" "))}`,
    ...paragraphs(text),
    ...optionsOf(options),
    ".PP",
    ".nf",
    ...examples.map(escaped),
    ".fi",
  ]);
  return `${[
    `.TH MODEXP 1 "" "modexp ${version}"`,
    ".SH NAME",
    "modexp \\- modular exponentiation, points and pairings",
    ".SH SYNOPSIS",
    "\\fBmodexp\\fR \\fIcommand\\fR [\\fIoptions\\fR]",
    ".SH DESCRIPTION",
    ...paragraphs(MAIN.text),
    ...optionsOf(MAIN.options),
    ".SH COMMANDS",
    ...commands.flat(),
    ".SH EXIT STATUS",
    escaped(MAIN.exit.replace(/^Exit code: /, "")),
  ].join("\n")}\n`;
}

function paragraphs(text: readonly string[]): string[] {
  return text.flatMap((paragraph, i) => [...(i > 0 ? [".PP"] : []), escaped(paragraph)]);
}

function optionsOf(options: Parameters<typeof optionRows>[0]): string[] {
  return optionRows(options).flatMap(([option, text]) => [".TP", `\\fB${escaped(option)}\\fR`, escaped(text)]);
}

/** The text of a line: roff reads backslashes, hyphens, and a quote or point at its start as its own. */
function escaped(text: string): string {
  return text.replace(/\\/g, "\\e").replace(/-/g, "\\-").replace(/^[.']/, "\\&$&");
}
