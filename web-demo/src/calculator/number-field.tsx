/** A field for a number of any size, with its error next to it. */
import { bitCount, bitLength } from "../shared/numbers.js";
import type { Parsed } from "./parse.js";

interface Props {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  readonly parsed: Parsed;
  /** Whether an empty field is already an error. */
  readonly strict: boolean;
  onInput(text: string): void;
}

export function NumberField({ name, label, text, parsed, strict, onInput }: Props) {
  const error = "error" in parsed && (strict || text !== "") ? parsed.error : undefined;
  return (
    <div class="field">
      <label class="field__label" for={`calculator-${name}`}>
        {label}
      </label>
      <textarea
        id={`calculator-${name}`}
        name={name}
        rows={Math.max(2, Math.min(6, Math.ceil(text.length / 32)))}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        value={text}
        aria-invalid={error !== undefined}
        aria-describedby={`calculator-${name}-note`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <p id={`calculator-${name}-note`} class={error ? "field__error" : "field__hint"}>
        {error ?? hint(parsed)}
      </p>
    </div>
  );
}

function hint(parsed: Parsed): string {
  if ("error" in parsed) return "Decimal, or hex with 0x";
  const bits = bitLength(parsed.value < 0n ? -parsed.value : parsed.value);
  return `${bitCount(bits)}${parsed.value < 0n ? ", negative" : ""}`;
}
