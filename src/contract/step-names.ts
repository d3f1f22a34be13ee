import { isObject, type Json } from "./wire/json.ts";

/** Names of the steps of one transaction (wire contract 3.3). */
export type StepNames = ReturnType<typeof stepNames>;

/** Reads the names of all steps, including invalid ones. */
export function stepNames(steps: readonly Json[]) {
  const given = steps.map(idxOf);
  const byIdx = new Map<string, number>();
  for (const [position, idx] of given.entries())
    if (idx !== null && !byIdx.has(idx)) byIdx.set(idx, position);
  const byDefault = new Map<string, number>();
  const taken = new Set(byIdx.keys());
  const keys = steps.map((step, position) => {
    const idx = given[position] ?? null;
    if (idx !== null) return idx;
    const name = defaultName(step);
    if (!byDefault.has(name)) byDefault.set(name, position);
    let key = name;
    while (taken.has(key)) key = `${key}_${String(position)}`;
    taken.add(key);
    return key;
  });
  return {
    /** Result key of the step. */
    keyOf: (position: number): string => keys[position] ?? String(position),
    isRepeated(position: number): boolean {
      const idx = given[position] ?? null;
      return idx !== null && byIdx.get(idx) !== position;
    },
    /** Position of the step with this name before position `before`; null without one. */
    find(name: string, before: number): number | null {
      const position = /^(0|[1-9]\d{0,5})$/.test(name) ? Number(name) : null;
      const found = [byIdx.get(name), byDefault.get(name), position];
      return found.find((place) => place !== undefined && place !== null && place < before) ?? null;
    },
  };
}

/** Name of the step, for results and faults. Null if the step has no readable name. */
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
