import type { Json, Row } from "#contract/wire/json";
import { reverseRuleOf } from "./reverse-rules.ts";

/** An entry of `wapi.change_log` with its states (wire contract 7.2). */
export interface ChangeEntry {
  readonly object: string;
  readonly gpk: string;
  readonly old: Row | null;
  readonly new: Row | null;
}

/** An entry with what a link that came or went with its object says of it. */
export interface FoldedEntry extends ChangeEntry {
  /** Parameters of create that make a link at once. */
  readonly linkedTo?: Readonly<Record<string, Json>>;
}

/** Entries without the links that are made and ended together with their object. */
export function foldLinks(entries: readonly ChangeEntry[]): readonly FoldedEntry[] {
  const folded = new Set<ChangeEntry>();
  const told = entries.map((entry): FoldedEntry => {
    const found = linkOf(entry, entries);
    if (found === null) return entry;
    folded.add(found.link);
    return { ...entry, linkedTo: found.linkedTo };
  });
  return told.filter((_, at) => {
    const entry = entries[at];
    return entry !== undefined && !folded.has(entry);
  });
}

function linkOf(
  entry: ChangeEntry,
  entries: readonly ChangeEntry[],
): { readonly link: ChangeEntry; readonly linkedTo: Readonly<Record<string, Json>> } | null {
  const { linked } = reverseRuleOf(entry.object);
  const row = stateOf(entry);
  if (linked === undefined || row === null || (row[linked.where] ?? null) === null) return null;
  const link = entries.find((one) => {
    const state = one.object === linked.link ? stateOf(one) : null;
    return state?.[linked.own] === row[linked.own] && (one.old === null) === (entry.old === null);
  });
  if (link === undefined) return null;
  return { link, linkedTo: { [linked.parameter]: stateOf(link)?.[linked.other] ?? null } };
}

/** The row that was made or deleted; null for a change. */
function stateOf({ old, new: now }: ChangeEntry): Row | null {
  return old !== null && now !== null ? null : (old ?? now);
}
