/** The texts of `--help`, for a terminal of 120 columns. */
import { COMMANDS, type Command, MAIN, OPTIONS, type OptionName } from "./commands.js";

const COLUMNS = 119;

/** The help of a command, or of all with the name "". Undefined if there is no command of that name. */
export function helpOf(name: string): string | undefined {
  const command = COMMANDS.get(name);
  if (command !== undefined) return helpOfCommand(name, command);
  return name === "" ? helpOfAll() : undefined;
}

function helpOfAll(): string {
  const rows = Array.from(COMMANDS, ([name, { summary }]) => [name, summary] as const);
  return `${[
    "Usage: modexp <command> [options]",
    ...MAIN.text.map((text) => wrapped(text)),
    `Commands:\n${table(rows)}`,
    `Options:\n${table(optionRows(MAIN.options))}`,
    wrapped(MAIN.exit),
  ].join("\n\n")}\n`;
}

function helpOfCommand(name: string, { operands, text, options, examples }: Command): string {
  const words = operands.startsWith("<") ? ["[options]", operands] : [operands, "[options]"];
  const usage = ["Usage: modexp", name, ...words].filter(Boolean).join(" ");
  const rows = optionRows(options);
  return `${[
    usage,
    ...text.map((paragraph) => wrapped(paragraph)),
    ...(rows.length > 0 ? [`Options:\n${table(rows)}`] : []),
    `Example:\n${examples.map((example) => `  ${example}`).join("\n")}`,
  ].join("\n\n")}\n`;
}

/** Each option as it is written, and its effect. */
export function optionRows(options: Command["options"]): [option: string, text: string][] {
  return Object.entries(options).map(([name, text]) => {
    const option = OPTIONS[name as OptionName];
    return [["--", name, "value" in option ? ` ${option.value}` : ""].join(""), text];
  });
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = rows.reduce((most, [left]) => Math.max(most, left.length + 2), 0);
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${wrapped(right, 2 + width)}`).join("\n");
}

/** The text in lines. Each line after the first begins with `indent` spaces. */
function wrapped(text: string, indent = 0): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) as string;
    if (line === "") lines[lines.length - 1] = word;
    else if (indent + line.length + 1 + word.length <= COLUMNS) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${" ".repeat(indent)}`);
}
