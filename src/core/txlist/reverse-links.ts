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
  const links = linksOf(entries);
  const folded = new Set<ChangeEntry>();
  const told = entries.map((entry): FoldedEntry => {
    const found = linkOf(entry, links);
    if (found === null) return entry;
    folded.add(found.link);
    return { ...entry, linkedTo: found.linkedTo };
  });
  return told.filter((_, at) => {
    const entry = entries[at];
    return entry !== undefined && !folded.has(entry);
  });
}

/** First entries of links by what each is about. */
type Links = ReadonlyMap<string, ChangeEntry>;

function linksOf(entries: readonly ChangeEntry[]): Links {
  const rules = new Set(entries.flatMap(({ object }) => reverseRuleOf(object).linked ?? []));
  const found = new Map<string, ChangeEntry>();
  for (const { link, own } of rules)
    for (const entry of entries) {
      const row = entry.object === link ? stateOf(entry) : null;
      const key = row === null ? null : linkKey(link, row[own], entry);
      if (key !== null && !found.has(key)) found.set(key, entry);
    }
  return found;
}

function linkKey(link: string, own: Json | undefined, { old }: ChangeEntry): string {
  return JSON.stringify([link, own ?? null, old === null]);
}

function linkOf(
  entry: ChangeEntry,
  links: Links,
): { readonly link: ChangeEntry; readonly linkedTo: Readonly<Record<string, Json>> } | null {
  const { linked } = reverseRuleOf(entry.object);
  const row = stateOf(entry);
  if (linked === undefined || row === null || (row[linked.where] ?? null) === null) return null;
  const link = links.get(linkKey(linked.link, row[linked.own], entry));
  if (link === undefined) return null;
  return { link, linkedTo: { [linked.parameter]: stateOf(link)?.[linked.other] ?? null } };
}

/** The row that was made or deleted; null for a change. */
function stateOf({ old, new: now }: ChangeEntry): Row | null {
  return old !== null && now !== null ? null : (old ?? now);
}
