import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import type { Figure } from "./figure.ts";
import { GOALS, type Goal } from "./goals.ts";

const root = join(import.meta.dirname, "..", "..");
const FILE = join(root, "docs", "performance.md");

/** Replaces the figures of a size between its marks in docs/performance.md. */
export async function writeDocument(size: string, figures: readonly Figure[]): Promise<void> {
  await writeTable(size, tableOf(figures));
}

/** Replaces a table between its marks in docs/performance.md and keeps the other text. */
export async function writeTable(name: string, table: string): Promise<void> {
  const text = await readFile(FILE, "utf8");
  const [begin, end] = [`<!-- figures ${name} -->`, `<!-- end ${name} -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${FILE} has no place for the figures ${name}`);
  const made = `${text.slice(0, from + begin.length)}\n\n${machine()}\n\n${table}\n\n${text.slice(to)}`;
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
  return table(["id", "work", "ours", "floor", "ratio", "p95 / p99 (ms)", "goal", ""], rows);
}

/** A table of Markdown. The cells of a row are already joined. */
export function table(heads: readonly string[], rows: readonly string[]): string {
  const lines = [heads.join(" | "), heads.map(() => "---").join(" | "), ...rows];
  return lines.map((line) => `| ${line} |`).join("\n");
}

export function amount(value: number): string {
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
