import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import type { Figure } from "./figure.ts";
import { GOALS, type Goal } from "./goals.ts";

const root = join(import.meta.dirname, "..", "..");
const FILE = join(root, "docs", "performance.md");

/** Replaces the figures of a size between its marks in docs/performance.md and keeps the other text. */
export async function writeDocument(size: string, figures: readonly Figure[]): Promise<void> {
  const text = await readFile(FILE, "utf8");
  const [begin, end] = [`<!-- figures ${size} -->`, `<!-- end ${size} -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${FILE} has no place for figures of size ${size}`);
  const made = `${text.slice(0, from + begin.length)}\n\n${tableOf(figures)}\n\n${text.slice(to)}`;
  await writeFile(FILE, await format(made, { ...(await resolveConfig(FILE)), filepath: FILE }));
}

function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const goal = GOALS.get(figure.id);
    const { id, what, ours, floor, ratio, unit, p95, p99, n } = figure;
    const cells = [id, what, `${amount(ours)} ${unit}`, floor === null ? "–" : amount(floor)];
    const spread = n > 1 ? `${amount(p95)} / ${amount(p99)}` : "–";
    return [...cells, ratio ?? "–", spread, goal?.text ?? "–", verdict(goal, figure)].join(" | ");
  });
  return [
    `${machine()}`,
    "",
    "| id | work | ours | floor | ratio | p95 / p99 (ms) | goal | |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows.map((row) => `| ${row} |`),
  ].join("\n");
}

function amount(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString("en") : String(value);
}

function verdict(goal: Goal | undefined, figure: Figure): string {
  if (goal === undefined) return "";
  return goal.isMet(figure) ? "met" : "**missed**";
}

function machine(): string {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], {
    cwd: root,
    encoding: "utf8",
  }).trim();
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  const date = new Date().toISOString().slice(0, 16).replace("T", " ");
  return `${date} UTC, commit ${commit}; ${String(cpus().length)} × ${cpu?.model ?? "unknown"}, ${String(gigabytes)} GB; Node ${process.version}, embedded PostgreSQL 18.`;
}
