/** The page: its panels, and the tier that they share. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { CalculatorPanel } from "./calculator/panel.js";
import type { EngineReport, EngineWorker } from "./inside/engine.worker.js";
import { PowerPanel } from "./inside/power-panel.js";
import { TierPanel } from "./inside/tier-panel.js";
import { TIERS } from "./inside/tiers.js";
import { RacePanel } from "./race/panel.js";
import { useAddress } from "./shared/address.js";
import { Section } from "./shared/section.js";
import { ThemeSwitch } from "./shared/theme-switch.js";
import { withWorkers } from "./shared/workers.js";
import { UsesPanel } from "./uses/panel.js";

const NAMES = TIERS.map((each) => each.tier);
const NO_PLANS: EngineReport["plans"] = [];

interface Props {
  /** Whether the race starts once by itself. */
  readonly eager: boolean;
}

export function App({ eager }: Props) {
  const [{ tier: chosen }, change] = useAddress("tier", { tier: "auto" }, { tier: ["auto", ...NAMES] });
  const tier = NAMES.find((name) => name === chosen);
  const [report, setReport] = useState<EngineReport>();
  useEffect(() => {
    const stop = new AbortController();
    const described = withWorkers(stop.signal, (hire) => {
      const worker = new Worker(new URL("./inside/engine.worker.ts", import.meta.url), { type: "module" });
      return hire<EngineWorker>(worker).describe(tier);
    });
    described.then(setReport, () => {
      // a link has a tier that this browser does not run, or the visitor has chosen a different one
      if (!stop.signal.aborted) change({ tier: "auto" });
    });
    return () => stop.abort();
  }, [tier]);

  // a panel changes with the tier alone, not with the report on the engine
  const race = useMemo(() => <RacePanel tier={tier} eager={eager} />, [tier]);
  const calculator = useMemo(() => <CalculatorPanel tier={tier} />, [tier]);
  const uses = useMemo(() => <UsesPanel tier={tier} />, [tier]);

  return (
    <>
      <a class="skip" href="#main">
        Skip to the race
      </a>
      <Top />
      <main id="main">
        <div class="frame hero">
          <h1>Modular powers, several times faster than BigInt</h1>
          <p>
            Every key agreement, RSA signature and encrypted vote comes down to{" "}
            <b>
              b<sup>e</sup> mod m
            </b>{" "}
            on numbers of thousands of bits. modexp computes it on WebAssembly, in constant time. See what that gains on
            the device in front of you.
          </p>
        </div>
        <section id="race" class="section section--first" aria-labelledby="race-title">
          <div class="frame">
            <h2 id="race-title" class="visually-hidden">
              Race
            </h2>
            {report?.features.webAssembly === false && (
              <p class="notice" role="status">
                This browser, or a content security policy without 'wasm-unsafe-eval', forbids WebAssembly. modexp
                computes on BigInt instead: the same results and the same errors, at BigInt’s speed.
              </p>
            )}
            {race}
          </div>
        </section>
        <Section
          id="inside"
          title="What happens inside"
          lede="The exponent’s bits are cut into windows. Each bit costs a squaring, each window one multiplication by a power from a small table: fewer products than bit by bit, and for secrets the same sequence whatever the bits are."
        >
          <div class="inside">
            <PowerPanel plans={report?.plans ?? NO_PLANS} />
            <TierPanel report={report} tier={tier} onTier={(name) => change({ tier: name })} />
          </div>
        </Section>
        <Section
          id="calculator"
          title="Calculator"
          lede="Any modulus from 1 up, odd or even, of any size; negative exponents by the inverse. The address keeps the calculation, so that you can send it on."
        >
          {calculator}
        </Section>
        <Section
          id="uses"
          title="Real uses"
          lede="Protocols that run on modular powers, on points and on pairings, with real key sizes, in workers beside this page. What can be checked is checked by the browser’s own WebCrypto, or by noble."
        >
          {uses}
        </Section>
      </main>
      <Foot report={report} />
    </>
  );
}

function Top() {
  return (
    <header class="top">
      <div class="frame">
        <a class="brand" href="#main">
          mod<sup>exp</sup>
        </a>
        <nav aria-label="Panels">
          <a href="#race">Race</a>
          <a href="#inside">Inside</a>
          <a href="#calculator">Calculator</a>
          <a href="#uses">Real uses</a>
        </nav>
        <ThemeSwitch />
      </div>
    </header>
  );
}

function Foot({ report }: { readonly report: EngineReport | undefined }) {
  return (
    <footer class="foot">
      <div class="frame">
        <p>
          modexp {report?.version}
          {report && `, tier ${report.tier}`}. Everything on this page is computed on your device; nothing is sent.
        </p>
        <p>
          <code>npm install modexp</code>
        </p>
      </div>
    </footer>
  );
}
