/** Code to copy, in several languages. */
import { useState } from "preact/hooks";
import { CopyButton } from "./copy-button.js";
import { Segments } from "./segments.js";

interface Props {
  /** The part of the page that it belongs to: its heading is `part`-title. */
  readonly part: string;
  readonly kind: "code" | "check";
  readonly title: string;
  /** The code by the names of its languages. */
  readonly code: Readonly<Record<string, string>> | undefined;
  onOpen?(): void;
}

export function Code({ part, kind, title, code, onOpen }: Props) {
  const id = `${part}-${kind}`;
  const languages = Object.keys(code ?? {});
  const [chosen, setLanguage] = useState<string>();
  const language = chosen ?? languages[0] ?? "";
  const text = code?.[language] ?? "";
  return (
    <details id={id} class="code" onToggle={(event) => event.currentTarget.open && onOpen?.()}>
      <summary id={`${id}-summary`}>{title}</summary>
      {code && (
        <>
          <div class="actions">
            {languages.length > 1 && (
              <Segments
                legend="Language"
                name={`${part}-language`}
                value={language}
                options={languages.map((value) => ({ value, label: value }))}
                onChange={setLanguage}
              />
            )}
            <CopyButton label="Copy this" text={() => text} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what it can focus */}
          <section class="code__text" tabIndex={0} aria-labelledby={`${part}-title ${id}-summary`}>
            <pre>
              <code>{text}</code>
            </pre>
          </section>
        </>
      )}
    </details>
  );
}

interface CheckProps {
  readonly part: string;
  readonly python: string | undefined;
}

/** The line of Python that checks a result of a part, once the part has one. */
export function Check({ part, python }: CheckProps) {
  return python && <Code part={part} kind="check" title="Check it by one line of Python" code={{ Python: python }} />;
}
