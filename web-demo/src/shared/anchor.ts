/** The part of the page that the address names: it stays in place while the page around it grows. */

/** Events that leave a place. Scroll events do not count: a browser that anchors the view sends them too. */
const MOVES = ["wheel", "touchmove", "pointerdown", "keydown", "focusin"] as const;

/** The element that `hash` names; `#calculator?base=…` names the calculator. */
function named(hash: string): HTMLElement | null {
  return document.getElementById(hash.slice(1).replace(/[?].*/s, ""));
}

/** Scrolls to the part that the address names, and again whenever the page grows, until the visitor moves. */
export function keepAnchor(): void {
  let followed = "";
  // the part may be drawn later
  const scroll = () => named(followed)?.scrollIntoView();
  const follow = () => {
    followed = location.hash;
    scroll();
  };
  const letGo = () => {
    followed = "";
  };
  for (const move of MOVES) addEventListener(move, letGo, { passive: true });
  addEventListener("hashchange", follow);
  new ResizeObserver(scroll).observe(document.body);
  follow();
}
