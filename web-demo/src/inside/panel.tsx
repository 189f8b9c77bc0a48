/** The panel of the inner steps: the products of one power, and the engine in this browser. */
import type { Tier } from "modexp/async";
import type { EngineReport } from "./engine.worker.js";
import { PowerPanel } from "./power-panel.js";
import { TierPanel } from "./tier-panel.js";

const NO_PLANS: EngineReport["plans"] = [];

interface Props {
  readonly report: EngineReport | undefined;
  readonly tier: Tier | undefined;
  onTier(tier: Tier | undefined): void;
}

export function InsidePanel(props: Props) {
  return (
    <div class="inside">
      <PowerPanel plans={props.report?.plans ?? NO_PLANS} />
      <TierPanel {...props} />
    </div>
  );
}
