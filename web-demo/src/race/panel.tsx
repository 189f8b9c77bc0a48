/** The race: a list of problems, a lane for each contender, the verdict, and the sweep over all sizes below. */
import type { Tier } from "modexp/async";
import { useCallback, useEffect } from "preact/hooks";
import { useAddress } from "../shared/address.js";
import { Announcement } from "../shared/announcement.js";
import { Check } from "../shared/code.js";
import { duration, round3, shortHex, times } from "../shared/numbers.js";
import { CHOICES, type Choice, type Problem } from "../shared/problems.js";
import { Progress } from "../shared/progress.js";
import { powerOf } from "../shared/python.js";
import { RunButton } from "../shared/run-button.js";
import { useTask } from "../shared/use-task.js";
import { agree, type Lane, type LaneId, lanesOf, newLane, race, rate, ratio } from "./race.js";
import { SweepPanel } from "./sweep-panel.js";

const GOAL = { ms: 1000 };

const NAMES: Record<LaneId, string> = {
  modexp: "modexp",
  crt: "modexp, by its primes",
  bigint: "BigInt",
  jsbi: "JSBI",
};

interface Progressed {
  readonly lanes: readonly Lane[];
  readonly done: number;
  readonly problem: Problem;
}

interface Props {
  readonly tier: Tier | undefined;
  /** Whether to race once without a click. */
  readonly eager: boolean;
}

export function RacePanel({ tier, eager }: Props) {
  const [{ numbers: id }, change] = useAddress(
    "race",
    { numbers: "ffdhe-3072" },
    { numbers: CHOICES.map((each) => each.id) },
  );
  const choice = CHOICES.find((each) => each.id === id) as Choice;
  const task = useTask<readonly Lane[], Progressed>();

  const start = useCallback(
    () =>
      task.start(async (signal, onProgress) => {
        const options = { lanes: lanesOf(choice.factored === true), tier, goal: GOAL, signal };
        const problem = await choice.make();
        return race(problem, { ...options, onProgress: (lanes, done) => onProgress({ lanes, done, problem }) });
      }),
    [task.start, choice, tier],
  );
  useEffect(() => {
    if (eager) start();
    // once, after the page has loaded
  }, []);

  const lanes = task.progress?.lanes ?? lanesOf(choice.factored === true).map(newLane);
  return (
    <div class="panel race">
      <form class="race__controls" onSubmit={(event) => event.preventDefault()}>
        <label class="field">
          <span class="field__label">Numbers</span>
          <select
            value={id}
            disabled={task.state === "running"}
            onChange={(event) => {
              change({ numbers: event.currentTarget.value });
              task.reset();
            }}
          >
            {[...new Set(CHOICES.map(({ family }) => family))].map((family) => (
              <optgroup key={family} label={family}>
                {CHOICES.filter((each) => each.family === family).map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.name}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
        <RunButton task={task} label={task.state === "idle" ? "Start the race" : "Race again"} onStart={start} />
      </form>

      <Progress label="Race" state={task.state} done={task.progress?.done} />
      <div class="race__track">
        <Lanes lanes={lanes} running={task.state === "running"} />
        <Verdict lanes={lanes} choice={choice} />
      </div>
      <Agreement lanes={lanes} state={task.state} error={task.error} />
      {task.state === "done" && <Check part="race" python={task.progress && powerOf(task.progress.problem)} />}
      <Announcement>{announcement(task.state, lanes)}</Announcement>
      <SweepPanel tier={tier} />
    </div>
  );
}

function Lanes({ lanes, running }: { readonly lanes: readonly Lane[]; readonly running: boolean }) {
  const best = Math.max(...lanes.map(rate));
  return (
    <ol class="lanes">
      {lanes.map((lane) => (
        <li key={lane.id} class={`lane lane--${lane.id}`}>
          <div class="lane__name">
            {NAMES[lane.id]} <span class="small muted">{lane.kernel ?? ""}</span>
          </div>
          <div class="lane__figure">
            {lane.count > 0 ? (
              <>
                <b>{round3(rate(lane))}</b> per second <span class="muted">{duration(1000 / rate(lane))} each</span>
              </>
            ) : (
              <span class="muted">{running ? "first power …" : "not yet run"}</span>
            )}
          </div>
          <div class="lane__bar">
            <div style={{ transform: `scaleX(${best > 0 ? rate(lane) / best : 0})` }} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Verdict({ lanes, choice }: { readonly lanes: readonly Lane[]; readonly choice: Choice }) {
  const [first] = lanes;
  const overBigInt = ratio(first, find(lanes, "bigint"));
  const overJsbi = ratio(first, find(lanes, "jsbi"));
  if (overBigInt === undefined) {
    return (
      <p class="verdict">
        <span class="verdict__ratio verdict__ratio--open">?×</span>
        <span>the speed of the BigInt loop, at {choice.bits} bits on this device</span>
      </p>
    );
  }
  return (
    <p class="verdict">
      <span class="verdict__ratio">{times(overBigInt)}</span>
      <span>
        the speed of the BigInt loop{choice.factored && ", which does not use the primes"}
        {overJsbi !== undefined && `, ${times(overJsbi)} that of JSBI`}, at {choice.bits} bits on this device
      </span>
    </p>
  );
}

interface AgreementProps {
  readonly lanes: readonly Lane[];
  readonly state: string;
  readonly error: string | undefined;
}

function Agreement({ lanes, state, error }: AgreementProps) {
  if (state === "failed") return <p class="race__note error">The race failed: {error}</p>;
  const same = agree(lanes);
  const result = lanes[0]?.result;
  if (same === undefined || result === undefined) {
    return (
      <p class="race__note muted">
        {state === "stopped" ? "Stopped. " : ""}Each contender runs in a worker of its own, in turns of a fraction of a
        second.
      </p>
    );
  }
  return (
    <p class="race__note">
      {same ? "All results are equal: " : "The results differ! "}
      {same ? (
        <code>{shortHex(result)}</code>
      ) : (
        lanes.map((lane) => (
          <code key={lane.id}>
            {NAMES[lane.id]} {lane.result?.toString(16)}{" "}
          </code>
        ))
      )}
    </p>
  );
}

function find(lanes: readonly Lane[], id: LaneId): Lane | undefined {
  return lanes.find((lane) => lane.id === id);
}

function announcement(state: string, lanes: readonly Lane[]): string {
  if (state === "running") return "The race runs.";
  if (state === "stopped") return "The race was stopped.";
  const overBigInt = ratio(lanes[0], find(lanes, "bigint"));
  if (state !== "done" || overBigInt === undefined) return "";
  return `The race is over: modexp has ${times(overBigInt)} the speed of BigInt. ${agree(lanes) ? "All results are equal." : "The results differ."}`;
}
