/** A choice from a few options, all visible. */
interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** The reason why it cannot be chosen. */
  readonly obstacle?: string | undefined;
}

interface Props<Value extends string> {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly Option<NoInfer<Value>>[];
  readonly value: Value;
  onChange(value: NoInfer<Value>): void;
}

export function Segments<Value extends string>({ legend, name, options, value, onChange }: Props<Value>) {
  return (
    <fieldset class="field">
      <legend class="field__label">{legend}</legend>
      <div class="segments">
        {options.map((option) => (
          <label key={option.value} title={option.obstacle}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.obstacle !== undefined}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
