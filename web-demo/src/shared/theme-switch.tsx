/** Light, dark, or as the system has it; remembered on this device. */
import { useState } from "preact/hooks";

const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const KEY = "modexp-theme";

/** The theme that was chosen on an earlier visit. */
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
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] as Theme;
  const choose = () => {
    setTheme(next);
    applyTheme(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // it holds for this visit
    }
  };
  return (
    <button type="button" class="button button--small theme" onClick={choose}>
      <span class="visually-hidden">Colours: </span>
      {{ auto: "Auto", light: "Light", dark: "Dark" }[theme]}
    </button>
  );
}
