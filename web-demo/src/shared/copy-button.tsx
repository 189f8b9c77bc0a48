/** Copies a text, and confirms it. */
import { useEffect, useState } from "preact/hooks";

interface Props {
  readonly label: string;
  readonly text: () => string;
}

export function CopyButton({ label, text }: Props) {
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    const timer = said === undefined ? undefined : setTimeout(() => setSaid(undefined), 2000);
    return () => clearTimeout(timer);
  }, [said]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setSaid("Copied");
    } catch {
      setSaid("The browser forbids copying: select the text instead");
    }
  };
  return (
    <>
      <button type="button" class="button button--small" onClick={copy}>
        {label}
      </button>
      <span class="small muted" role="status">
        {said}
      </span>
    </>
  );
}
