/** The page in real browsers, operated like a visitor. */
import { inEachBrowser } from "./browser/browsers.js";
import { testCalculator } from "./browser/calculator.js";
import { testInside } from "./browser/inside.js";
import { testPage } from "./browser/page.js";
import { testRace } from "./browser/race.js";
import { testUses } from "./browser/uses.js";

inEachBrowser((stage) => {
  testRace(stage);
  testInside(stage);
  testCalculator(stage);
  testUses(stage);
  testPage(stage);
});
