import { useState, type KeyboardEvent } from "react";
import type { Entry, Group } from "./entries.ts";

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** Moves in the lines: arrows by line, Tab by kind and after the last kind to the controls. */
export function useWalk(groups: readonly Group[]) {
  const [chosen, setChosen] = useState<string | null>(null);
  const entries = groups.flatMap((group) => group.entries);
  const at = entries.findIndex(({ id }) => id === chosen);
  const active = entries[Math.max(at, 0)] ?? null;
  const choose = (entry: Entry | undefined): boolean => {
    if (entry !== undefined) setChosen(entry.id);
    return entry !== undefined;
  };
  const byKind = (step: number): boolean => {
    const group = groups.findIndex((one) => one.entries.some((entry) => entry === active));
    return choose(groups[group + step]?.entries[0]);
  };
  const byLine = (step: number): boolean => {
    const next = Math.max(at, 0) + step;
    const wrapped = Math.abs(step) === 1 ? (next + entries.length) % entries.length : next;
    return choose(entries[Math.min(Math.max(wrapped, 0), entries.length - 1)]);
  };
  return {
    /** The line that Enter opens; null in an empty list. */
    active,
    /** True if keys moved to it, instead of it being only the first. */
    isChosen: at >= 0,
    /** Moves by a key; false for other keys. */
    move: ({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean => {
      if (entries.length === 0 || ctrlKey || altKey || metaKey) return false;
      if (key === "Tab") return byKind(shiftKey ? -1 : 1);
      const step = STEPS[key];
      return step !== undefined && byLine(step);
    },
    reset: (): void => setChosen(null),
  };
}
