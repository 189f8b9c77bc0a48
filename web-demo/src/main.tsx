import "./style/tokens.css";
import "./style/base.css";
import "./style/controls.css";
import "./style/race.css";
import "./style/inside.css";
import "./style/calculator.css";
import "./style/uses.css";
import { render } from "preact";
import { App } from "./app.js";
import { fromHash } from "./calculator/link.js";
import { keepAnchor } from "./shared/anchor.js";
import { applyTheme, storedTheme } from "./shared/theme-switch.js";

applyTheme(storedTheme());

// not on phones, where it takes the core that the page needs, nor for visitors who prefer no motion or follow a link to a calculation
const eager =
  !matchMedia("(pointer: coarse), (prefers-reduced-motion: reduce)").matches && fromHash(location.hash) === undefined;

render(<App eager={eager} />, document.getElementById("app") as HTMLElement);
keepAnchor();

// caches the files for later visits without a network, when this visit has loaded its own
addEventListener("load", () => setTimeout(keepFiles, 3000));

function keepFiles(): void {
  navigator.serviceWorker?.register("./sw.js").catch(() => {
    // a browser may forbid it, as in private windows: then every visit needs the network
  });
}
