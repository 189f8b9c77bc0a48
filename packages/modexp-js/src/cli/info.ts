/** `modexp info`: the tier, its kernels and the features of this engine. */
import { createModexp } from "../index.js";
import type { Tier } from "../wasm/features.js";

const SIZES = [64, 256, 512, 1024, 2048, 4096, 8192];

/** The information, as text or as JSON. */
export function info(tier: Tier | undefined, json: boolean): string {
  const engine = createModexp(tier && { tier }).engine();
  const kernels = Object.fromEntries(SIZES.map((bits) => [bits, engine.kernel(bits)]));
  const { version, features, obstacles } = engine;
  if (json) return `${JSON.stringify({ version, tier: engine.tier, obstacles, kernels, features, host: host() })}\n`;
  const lines = [
    `modexp ${version} on ${host()}`,
    `tier: ${engine.tier}`,
    ...Object.entries(obstacles).map(([tier, why]) => `not ${tier}: ${why}`),
    ...SIZES.map((bits) => `  ${String(bits).padStart(5)} bits: ${kernels[bits]}`),
    "features:",
    ...Object.entries(features).map(([name, there]) => `  ${name}: ${there ? "yes" : "no"}`),
  ];
  return `${lines.join("\n")}\n`;
}

function host(): string {
  const { bun, deno, node } = process.versions;
  const name = bun ? `Bun ${bun}` : deno ? `Deno ${deno}` : `Node ${node}`;
  return `${name}, ${process.platform} ${process.arch}`;
}
