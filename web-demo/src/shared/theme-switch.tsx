/** Light, dark, or the system's theme; remembered on this device. */
import { useState } from "preact/hooks";
import { Announcement } from "./announcement.js";

const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const NAMES: Record<Theme, string> = { auto: "Auto", light: "Light", dark: "Dark" };

const KEY = "modexp-theme";

/** The theme chosen on an earlier visit. */
export function storedTheme(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? "auto";
  } catch {
    // a browser that forbids storage remembers nothing
    return "auto";
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function ThemeSwitch() {
  const [theme, setTheme] = useState(storedTheme);
  const [chosen, setChosen] = useState(false);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] as Theme;
  const choose = () => {
    setTheme(next);
    setChosen(true);
    applyTheme(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // the theme applies to this visit only
    }
  };
  const name = `Colours: ${NAMES[theme]}. Switch to ${NAMES[next]}.`;
  return (
    <>
      <button
        type="button"
        class={`button button--small theme theme--${theme}`}
        aria-label={name}
        title={name}
        onClick={choose}
      >
        {NAMES[theme]}
      </button>
      <Announcement>{chosen ? `Colours: ${NAMES[theme]}.` : ""}</Announcement>
    </>
  );
}
