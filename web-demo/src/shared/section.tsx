/** A section of the page: its heading, one paragraph, and the panel. The panel is drawn when the visitor comes near it. */
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface Props {
  readonly id: string;
  readonly title: string;
  readonly lede: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Section({ id, title, lede, children }: Props) {
  const [section, near] = useNear();
  return (
    <section id={id} ref={section} class="section" aria-labelledby={`${id}-title`}>
      <div class="frame">
        <div class="section__head">
          <h2 id={`${id}-title`}>{title}</h2>
          <p>{lede}</p>
        </div>
        {near && children}
      </div>
    </section>
  );
}

/** Events that need all parts of the page. */
const WHOLE = ["hashchange", "beforeprint"] as const;

/** Whether the element has been less than half a screen from the view. If the address names a part of the page, all parts are there at once. */
function useNear(): [element: RefObject<HTMLElement | null>, near: boolean] {
  const element = useRef<HTMLElement>(null);
  const [near, setNear] = useState(location.hash !== "");
  useEffect(() => {
    if (near || element.current === null) return;
    const draw = () => setNear(true);
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && draw(), { rootMargin: "50%" });
    watch.observe(element.current);
    for (const event of WHOLE) addEventListener(event, draw);
    return () => {
      watch.disconnect();
      for (const event of WHOLE) removeEventListener(event, draw);
    };
  }, [near]);
  return [element, near];
}
