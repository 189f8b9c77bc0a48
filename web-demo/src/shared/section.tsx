/** A section of the page: its heading, one paragraph, and the panel. */
import type { ComponentChildren } from "preact";

interface Props {
  readonly id: string;
  readonly title: string;
  readonly lede: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Section({ id, title, lede, children }: Props) {
  return (
    <section id={id} class="section" aria-labelledby={`${id}-title`}>
      <div class="frame">
        <div class="section__head">
          <h2 id={`${id}-title`}>{title}</h2>
          <p>{lede}</p>
        </div>
        {children}
      </div>
    </section>
  );
}
