/** The tier: the detected features, the chosen kernels with the reason, and a switch to choose others. */
import type { Features, Tier } from "modexp/async";
import { Segments } from "../shared/segments.js";
import type { EngineReport } from "./engine.worker.js";
import { obstacle, PROBES, reason, TIERS } from "./tiers.js";

interface Props {
  readonly report: EngineReport | undefined;
  readonly tier: Tier | undefined;
  onTier(name: Tier | "auto"): void;
}

export function TierPanel({ report, tier, onTier }: Props) {
  return (
    <div id="tier" class="panel tiers">
      <div class="tiers__head">
        <div>
          <h3>The tier</h3>
          <p class="muted">
            One package, four sets of kernels. modexp asks the browser what it can do, and takes the fastest that it can
            run exactly.
          </p>
        </div>
        <Segments
          legend="Tier for the whole page"
          name="tier"
          value={tier ?? "auto"}
          options={[
            { value: "auto", label: "auto" },
            ...TIERS.map((each) => ({
              value: each.tier,
              label: each.tier,
              obstacle: report && obstacle(each.tier, report.features),
            })),
          ]}
          onChange={onTier}
        />
      </div>
      {report === undefined ? (
        <p class="muted">Asking the browser …</p>
      ) : (
        <div class="tiers__grid">
          <Chosen report={report} byHand={tier !== undefined} />
          <Probes features={report.features} />
        </div>
      )}
    </div>
  );
}

function Chosen({ report, byHand }: { readonly report: EngineReport; readonly byHand: boolean }) {
  const { tier, features, kernels } = report;
  return (
    <div>
      <p class="tiers__name mono" role="status">
        <span class="visually-hidden">The tier in use is </span>
        {tier}
      </p>
      <p>
        {TIERS.find((each) => each.tier === tier)?.how}. {byHand ? "Chosen by hand." : reason(tier, features)}
      </p>
      <dl class="kernels">
        {kernels.map(([bits, kernel]) => (
          <div key={bits}>
            <dt>{bits} bits</dt>
            <dd class="mono">{kernel}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Probes({ features }: { readonly features: Features }) {
  return (
    <ul class="probes">
      {PROBES.map(({ feature, name, how }) => (
        <li key={feature} class={features[feature] ? "probe probe--yes" : "probe"}>
          <span class="probe__answer mono">{features[feature] ? "yes" : "no"}</span>
          <span>
            {name}
            <span class="small muted"> {how}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
