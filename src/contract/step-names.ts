import { isObject, type Json } from "./wire/json.ts";

/** How the steps of one transaction are named (wire contract 3.3). */
export interface StepNames {
  /** Result key of the step. */
  keyOf(position: number): string;
  /** An earlier step has the same idx. */
  isRepeated(position: number): boolean;
  /** Position of the step that `name` means for the step at `before`; null when no earlier one has that name. */
  find(name: string, before: number): number | null;
}

/** Reads the names of all steps, also of steps that will be refused. */
export function stepNames(steps: readonly Json[]): StepNames {
  const byIdx = new Map<string, number>();
  const byDefault = new Map<string, number>();
  const keys: string[] = [];
  const repeated = new Set<number>();
  for (const [position, step] of steps.entries()) {
    const idx = idxOf(step);
    if (idx === null) continue;
    if (byIdx.has(idx)) repeated.add(position);
    else byIdx.set(idx, position);
  }
  const taken = new Set(byIdx.keys());
  for (const [position, step] of steps.entries()) {
    const idx = idxOf(step);
    if (idx !== null) {
      keys.push(idx);
      continue;
    }
    const name = defaultName(step);
    if (!byDefault.has(name)) byDefault.set(name, position);
    let key = name;
    while (taken.has(key)) key = `${key}_${String(position)}`;
    taken.add(key);
    keys.push(key);
  }
  return {
    keyOf: (position) => keys[position] ?? String(position),
    isRepeated: (position) => repeated.has(position),
    find(name, before) {
      const position = /^(0|[1-9]\d{0,5})$/.test(name) ? Number(name) : null;
      const found = [byIdx.get(name), byDefault.get(name), position];
      return found.find((place) => place !== undefined && place !== null && place < before) ?? null;
    },
  };
}

/** Name of the step if it has one that can be read; for results and faults of steps that are wrong otherwise. */
export function idxOf(step: Json): string | null {
  if (!isObject(step)) return null;
  const { idx } = step;
  if (typeof idx === "string") return idx;
  return typeof idx === "number" && Number.isInteger(idx) ? String(idx) : null;
}

function defaultName(step: Json): string {
  const name = isObject(step) ? step["name"] : null;
  return typeof name === "string" ? name.split(".").slice(1).join("_") : "";
}
