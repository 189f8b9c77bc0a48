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

// not for those who want no motion, nor for those who came for something else
const eager = !matchMedia("(prefers-reduced-motion: reduce)").matches && fromHash(location.hash) === undefined;

render(<App eager={eager} />, document.getElementById("app") as HTMLElement);
keepAnchor();

// the files for later visits without a network, when this visit has had what it needs
addEventListener("load", () => setTimeout(keepFiles, 3000));

function keepFiles(): void {
  navigator.serviceWorker?.register("./sw.js").catch(() => {
    // a browser that forbids it, as in private windows, needs the network each time
  });
}
