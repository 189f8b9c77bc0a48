/** The sweep: its button, the charts, a table of the figures, and a download. */
import type { Tier } from "modexp/async";
import { useEffect, useRef } from "preact/hooks";
import { Announcement } from "../shared/announcement.js";
import type { Spread } from "../shared/measure.js";
import { duration, times } from "../shared/numbers.js";
import { Progress } from "../shared/progress.js";
import { RunButton } from "../shared/run-button.js";
import { useTask } from "../shared/use-task.js";
import type { Chart } from "./chart.js";
import { JSBI_LIMIT, type Row, type Sweep, sweep, TURNS } from "./sweep.js";

export function SweepPanel({ tier }: { readonly tier: Tier | undefined }) {
  const task = useTask<readonly Row[], Sweep>();
  const rows = task.result ?? task.progress?.rows ?? [];
  const start = () => task.start((signal, onProgress) => sweep(tier, signal, onProgress));

  return (
    <div class="sweep">
      <div class="sweep__head">
        <div>
          <h3>Every size</h3>
          <p class="muted">
            From 256 to 8192 bits, {TURNS} turns for each contender, one after the other: the median, and the middle
            half as its spread.
          </p>
        </div>
        <div class="actions">
          <RunButton task={task} label="Measure all sizes" stopLabel="Stop measuring" look="plain" onStart={start} />
          {task.state === "done" && (
            <button type="button" class="button" onClick={() => save(rows)}>
              Save as JSON
            </button>
          )}
        </div>
      </div>
      {task.state !== "idle" && (
        <>
          <Progress label="Sweep" state={task.state} done={task.progress?.done} />
          <p class="small muted">{line(task.state, task.progress, task.error)}</p>
          <Charts rows={rows} />
          <details open={task.state === "done"}>
            <summary>The figures as a table</summary>
            <Table rows={rows} />
          </details>
        </>
      )}
      <Announcement>
        {task.state === "running" ? "Measuring all sizes." : line(task.state, undefined, task.error)}
      </Announcement>
    </div>
  );
}

function line(state: string, progress: Sweep | undefined, error: string | undefined): string {
  switch (state) {
    case "running":
      return progress ? `${progress.bits} bits …` : "Starting …";
    case "stopped":
      return "Stopped; the sizes so far stay.";
    case "failed":
      return `The sweep failed: ${error}`;
    case "done":
      return `All sizes are measured. JSBI runs up to ${JSBI_LIMIT} bits: above, one power takes it a second and more.`;
    default:
      return "";
  }
}

function Charts({ rows }: { readonly rows: readonly Row[] }) {
  const time = useRef<HTMLDivElement>(null);
  const ratio = useRef<HTMLDivElement>(null);
  const charts = useRef<readonly Chart[]>([]);
  const latest = useRef(rows);
  latest.current = rows;

  useEffect(() => {
    let gone = false;
    const repaint = () => {
      for (const chart of charts.current) chart.repaint();
    };
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const theme = new MutationObserver(repaint);
    import("./chart.js").then(({ timeChart, ratioChart }) => {
      if (gone || !time.current || !ratio.current) return;
      charts.current = [timeChart(time.current), ratioChart(ratio.current)];
      for (const chart of charts.current) chart.draw(latest.current);
      dark.addEventListener("change", repaint);
      theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    });
    return () => {
      gone = true;
      dark.removeEventListener("change", repaint);
      theme.disconnect();
      for (const chart of charts.current) chart.destroy();
    };
  }, []);
  useEffect(() => {
    for (const chart of charts.current) chart.draw(rows);
  }, [rows]);

  return (
    <div class="charts">
      <figure>
        <figcaption>
          Time for one power
          <span class="key key--modexp">modexp</span>
          <span class="key key--bigint">BigInt</span>
          <span class="key key--jsbi">JSBI</span>
        </figcaption>
        <div
          ref={time}
          class="chart"
          role="img"
          aria-label="Time for one power by size; the table below has the figures"
        />
      </figure>
      <figure>
        <figcaption>modexp’s speed over BigInt’s</figcaption>
        <div
          ref={ratio}
          class="chart"
          role="img"
          aria-label="Speed over BigInt by size; the table below has the figures"
        />
      </figure>
    </div>
  );
}

function Table({ rows }: { readonly rows: readonly Row[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, and the keyboard must be able to do that
    <section class="table-scroll" aria-label="Time for one power by size" tabIndex={0}>
      <table>
        <caption>
          Time for one power with a modulus and an exponent of that many bits: the median of {TURNS} turns, and the
          quartiles
        </caption>
        <thead>
          <tr>
            <th scope="col">Bits</th>
            <th scope="col">modexp</th>
            <th scope="col">BigInt</th>
            <th scope="col">JSBI</th>
            <th scope="col">over BigInt</th>
            <th scope="col">Results</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ bits, modexp, bigint, jsbi, ratio, agree }) => (
            <tr key={bits}>
              <th scope="row">{bits}</th>
              <Figure of={modexp} unit={duration} />
              <Figure of={bigint} unit={duration} />
              <Figure of={jsbi} unit={duration} />
              <Figure of={ratio} unit={times} />
              <td>{agree ? "equal" : "differ"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface FigureProps {
  readonly of: Spread | undefined;
  readonly unit: (figure: number) => string;
}

function Figure({ of, unit }: FigureProps) {
  if (of === undefined) return <td>–</td>;
  return (
    <td>
      {unit(of.median)}{" "}
      <span class="spread">
        <span>{unit(of.low)} –</span> <span>{unit(of.high)}</span>
      </span>
    </td>
  );
}

/** Downloads the figures with a description of the device. */
function save(rows: readonly Row[]) {
  const report = {
    what: `milliseconds for one power with a modulus and an exponent of that many bits, in ${TURNS} turns: median and quartiles`,
    browser: navigator.userAgent,
    when: new Date().toISOString(),
    rows,
  };
  const url = URL.createObjectURL(new Blob([JSON.stringify(report, null, 2)], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: "modexp-race.json" });
  link.click();
  URL.revokeObjectURL(url);
}
