import type { Command } from "./history.ts";
import type { Planned } from "./planned.ts";

/** The move of an element one place up or down; null at the end of the list (TA-09). */
export function moveByOne(list: readonly Planned[], uuid: string, direction: "up" | "down"): Command | null {
  const at = list.findIndex((item) => item.uuid === uuid);
  const before = direction === "up" ? at - 1 : at + 2;
  if (at === -1 || before < 0 || before > list.length) return null;
  return { kind: "move", uuid, before: list[before]?.uuid ?? null };
}
