/** Code to copy, in several languages. */
import { useState } from "preact/hooks";
import { CopyButton } from "./copy-button.js";
import { Segments } from "./segments.js";

interface Props {
  /** The part of the page that it belongs to. */
  readonly id: string;
  readonly title: string;
  /** The code by the names of its languages. */
  readonly code: Readonly<Record<string, string>> | undefined;
  onOpen?(): void;
}

export function Code({ id, title, code, onOpen }: Props) {
  const languages = Object.keys(code ?? {});
  const [chosen, setLanguage] = useState<string>();
  const language = chosen ?? languages[0] ?? "";
  const text = code?.[language] ?? "";
  return (
    <details class="code" onToggle={(event) => event.currentTarget.open && onOpen?.()}>
      <summary>{title}</summary>
      {code && (
        <>
          <div class="actions">
            <Segments
              legend="Language"
              name={`${id}-language`}
              value={language}
              options={languages.map((value) => ({ value, label: value }))}
              onChange={setLanguage}
            />
            <CopyButton label="Copy this" text={() => text} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what it can focus */}
          <section class="code__text" tabIndex={0} aria-label={`${title}, ${language}`}>
            <pre>
              <code>{text}</code>
            </pre>
          </section>
        </>
      )}
    </details>
  );
}
