/** `modexp completion`: a script for each shell, which completes the command. */
import { COMMANDS, MAIN, OPTIONS, type OptionName } from "./commands.js";
import { optionRows } from "./help.js";

const SHELLS = { bash, zsh, fish };

/** The script of a shell; undefined for an unknown shell. */
export function completion(shell: string): string | undefined {
  return Object.hasOwn(SHELLS, shell) ? SHELLS[shell as keyof typeof SHELLS]() : undefined;
}

/** The words that may follow a command: those of its operands, and its options. */
function wordsOf(name: string): string {
  const { words = [], options } = COMMANDS.get(name) ?? { options: MAIN.options };
  return [...words, ...[...Object.keys(options), "help"].map((option) => `--${option}`)].join(" ");
}

/** The values that complete an option, by its name. */
const VALUES = Object.entries(OPTIONS).flatMap(([name, option]) => ("values" in option ? [[name, option.values]] : []));

function bash(): string {
  const names = [...COMMANDS.keys()];
  return `_modexp() {
  local word=\${COMP_WORDS[COMP_CWORD]} words
  case \${COMP_WORDS[COMP_CWORD-1]} in
${VALUES.map(([name, values]) => `    --${name}) words="${(values as string[]).join(" ")}" ;;`).join("\n")}
    *)
      if [ "$COMP_CWORD" = 1 ]; then words="${names.join(" ")} --help --version"
      else case \${COMP_WORDS[1]} in
${names.map((name) => `        ${name}) words="${wordsOf(name)}" ;;`).join("\n")}
      esac; fi ;;
  esac
  COMPREPLY=($(compgen -o default -W "$words" -- "$word"))
}
complete -F _modexp modexp
`;
}

function zsh(): string {
  // a function file of zsh begins with this line
  return `#compdef modexp
autoload -U +X bashcompinit && bashcompinit
${bash()}`;
}

function fish(): string {
  const quoted = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;
  const lines = Array.from(COMMANDS, ([name, { summary, options, words = [] }]) => {
    const here = `complete -c modexp -n '__fish_seen_subcommand_from ${name}'`;
    const texts = new Map(optionRows(options).map(([option, text]) => [option.replace(/^--| .*/g, ""), text]));
    return [
      `complete -c modexp -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
      ...(words.length > 0 ? [`${here} -a ${quoted(words.join(" "))}`] : []),
      ...Array.from(
        texts,
        ([option, text]) => `${here} -l ${option}${valuesInFish(option as OptionName)} -d ${quoted(text)}`,
      ),
    ].join("\n");
  });
  return `${lines.join("\n")}\ncomplete -c modexp -s h -l help -d ${quoted(MAIN.options.help)}\n`;
}

function valuesInFish(name: OptionName): string {
  const option = OPTIONS[name];
  if ("values" in option) return ` -x -a '${option.values.join(" ")}'`;
  return "value" in option ? " -x" : "";
}
