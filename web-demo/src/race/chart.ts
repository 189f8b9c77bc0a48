/** The sweep as two charts with a shared axis of sizes: milliseconds for one power, and modexp's speed-up. */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Spread } from "../shared/measure.js";
import type { Row } from "./sweep.js";

const HEIGHT = 300;

/** The current colour of a token in the style sheet. */
function token(at: Element, name: string, percent = 100): string {
  const probe = at.appendChild(document.createElement("i"));
  probe.style.color = `color-mix(in srgb, var(${name}) ${percent}%, transparent)`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function powersOfTen(_plot: uPlot, _axis: number, min: number, max: number): number[] {
  const [from, to] = [Math.ceil(Math.log10(min)), Math.floor(Math.log10(max))];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => Number(`1e${from + i}`));
}

interface Line {
  readonly label: string;
  readonly color: string;
  readonly dash?: number[];
  readonly value: (row: Row) => Spread | undefined;
}

const TIMES: readonly Line[] = [
  { label: "modexp", color: "--accent", value: ({ modexp }) => modexp },
  { label: "BigInt", color: "--ink", dash: [6, 4], value: ({ bigint }) => bigint },
  { label: "JSBI", color: "--muted", dash: [2, 3], value: ({ jsbi }) => jsbi },
];

const RATIOS: readonly Line[] = [{ label: "over BigInt", color: "--accent", value: ({ ratio }) => ratio }];

/** Each line has three consecutive series: its median, and its quartiles. */
const SERIES: readonly (keyof Spread)[] = ["median", "low", "high"];

/** A chart that grows with its rows and follows the width of its place and the colours of the page. */
class Chart {
  readonly #plot: uPlot;
  readonly #lines: readonly Line[];
  readonly #resize: ResizeObserver;

  constructor(place: HTMLElement, unit: (value: number) => string, lines: readonly Line[], logarithmic: boolean) {
    this.#lines = lines;
    const axis = {
      stroke: () => token(place, "--muted"),
      font: '13px "Spline Sans Mono", monospace',
      grid: { stroke: () => token(place, "--line"), width: 1 },
      ticks: { show: false },
    };
    const options: uPlot.Options = {
      width: place.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, distr: 3, log: 2, range: [220, 9600] },
        y: logarithmic ? { distr: 3, log: 10 } : { range: (_plot, _min, max) => [0, Math.max(1, (max ?? 0) * 1.15)] },
      },
      axes: [
        {
          ...axis,
          size: 36,
          // a small phone has room for every other number
          splits: ({ width }) => (width < 300 ? [256, 1024, 4096] : [256, 512, 1024, 2048, 4096, 8192]),
          values: (_plot, at) => at.map(String),
          filter: (_plot, at) => at,
        },
        {
          ...axis,
          size: 64,
          values: (_plot, at) => at.map(unit),
          ...(logarithmic && { splits: powersOfTen, filter: (_plot: uPlot, at: number[]) => at }),
        },
      ],
      series: [
        {},
        ...lines.flatMap(({ label, color, dash }) => [
          {
            label,
            stroke: () => token(place, color),
            width: 2,
            spanGaps: true,
            ...(dash && { dash }),
            points: { show: true, size: 7, fill: () => token(place, color) },
          },
          ...["low", "high"].map((quartile) => ({ label: `${label}, ${quartile}`, points: { show: false } })),
        ]),
      ],
      bands: lines.map(({ color }, i) => ({
        series: [SERIES.length * i + 3, SERIES.length * i + 2],
        fill: () => token(place, color, 25),
      })),
    };
    this.#plot = new uPlot(options, columns([], lines), place);
    this.#resize = new ResizeObserver(() => this.#plot.setSize({ width: place.clientWidth, height: HEIGHT }));
    this.#resize.observe(place);
  }

  draw(rows: readonly Row[]): void {
    this.#plot.setData(columns(rows, this.#lines));
  }

  /** Draws again in the current colours. */
  repaint(): void {
    this.#plot.redraw(false, true);
  }

  destroy(): void {
    this.#resize.disconnect();
    this.#plot.destroy();
  }
}

/** The sizes, then the series of every line. */
function columns(rows: readonly Row[], lines: readonly Line[]): uPlot.AlignedData {
  const series = lines.flatMap(({ value }) => SERIES.map((figure) => rows.map((row) => value(row)?.[figure] ?? null)));
  return [rows.map(({ bits }) => bits), ...series];
}

/** The time of one power, with two logarithmic axes. */
export const timeChart = (place: HTMLElement) =>
  new Chart(
    place,
    (ms) => (ms < 1 ? `${Number((ms * 1000).toPrecision(2))} µs` : ms < 1000 ? `${ms} ms` : `${ms / 1000} s`),
    TIMES,
    true,
  );

/** modexp's speed-up over BigInt. */
export const ratioChart = (place: HTMLElement) => new Chart(place, (ratio) => `${ratio}×`, RATIOS, false);

export type { Chart };
