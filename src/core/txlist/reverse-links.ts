import type { Json, Row } from "#contract/wire/json";
import type { ReverseRow } from "#contract/wire/metadata";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { reverseRuleOf } from "./reverse-rules.ts";

/** An entry of `wapi.change_log` with its states (wire contract 7.2). */
export interface ChangeEntry {
  readonly object: string;
  readonly gpk: string;
  readonly old: Row | null;
  readonly new: Row | null;
}

/** An entry with the parameters of a link that was created or deleted with its object. */
export interface FoldedEntry extends ChangeEntry {
  /** Parameters of create that make the link. */
  readonly linkedTo?: Readonly<Record<string, Json>>;
}

/** Entries without links that are created and deleted together with their object. */
export function foldLinks(catalogue: Catalogue, entries: readonly ChangeEntry[]): readonly FoldedEntry[] {
  const linkedOf = ({ object }: ChangeEntry): Linked | null => {
    const type = catalogue.objectType(object);
    return type === null ? null : (reverseRuleOf(type).linked ?? null);
  };
  const links = linksOf(entries, linkedOf);
  const told = entries.map((entry) => ({ entry, found: linkOf(entry, linkedOf(entry), links) }));
  const folded = new Set(told.map(({ found }) => found?.link));
  return told.flatMap(({ entry, found }) =>
    folded.has(entry) ? [] : [found === null ? entry : { ...entry, linkedTo: found.linkedTo }],
  );
}

type Linked = NonNullable<ReverseRow["linked"]>;

/** First entries of links by their object. */
type Links = ReadonlyMap<string, ChangeEntry>;

function linksOf(entries: readonly ChangeEntry[], linkedOf: (entry: ChangeEntry) => Linked | null): Links {
  const rules = new Set(entries.flatMap((entry) => linkedOf(entry) ?? []));
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
  linked: Linked | null,
  links: Links,
): { readonly link: ChangeEntry; readonly linkedTo: Readonly<Record<string, Json>> } | null {
  const row = stateOf(entry);
  if (linked === null || row === null || (row[linked.where] ?? null) === null) return null;
  const link = links.get(linkKey(linked.link, row[linked.own], entry));
  if (link === undefined) return null;
  return { link, linkedTo: { [linked.parameter]: stateOf(link)?.[linked.other] ?? null } };
}

/** The created or deleted row; null for a change. */
function stateOf({ old, new: now }: ChangeEntry): Row | null {
  return old !== null && now !== null ? null : (old ?? now);
}
