import type { Json, Row } from "#contract/wire/json";
import type { AttributeMeta, Catalogue } from "../catalogue/catalogue.ts";
import { sameJson } from "../form/values.ts";
import type { ChangeEntry } from "./reverse-links.ts";

/** Changes that the server made together with others, found by comparing the entries of a transaction. */
export interface Company {
  /** Keys of created objects (`keyText`): all objects that were created with them are deleted with them. */
  readonly made: ReadonlySet<string>;
  /** Repeated changes, which the server makes together, such as the TTL of a record and its siblings. */
  readonly repeated: ReadonlySet<string>;
  /** `<gpk> <attribute>` of texts whose translations changed too: German text and attribute follow each other (wire contract 3.10). */
  readonly translated: ReadonlySet<string>;
  /** Keys of objects that got or lost referring objects, with the gpks of these: an alias changes its name. */
  readonly referred: ReadonlyMap<string, ReadonlySet<string>>;
  /** Key attributes of types that others refer to, by type. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
}

export function companyOf(catalogue: Catalogue, entries: readonly ChangeEntry[]): Company {
  const keys: Company["keys"] = new Map(
    catalogue.types.map(({ name, key }) => [name, [...new Set(["gpk", ...key])]]),
  );
  return {
    keys,
    made: new Set(
      entries.flatMap(({ object, old, new: now }) => {
        const names = old === null && now !== null ? keys.get(object) : undefined;
        return names?.map((name) => keyText(object, name, now?.[name])) ?? [];
      }),
    ),
    repeated: repeatedChanges(entries),
    translated: new Set(entries.flatMap((entry) => translatedBy(entry) ?? [])),
    referred: referredBy(catalogue, entries),
  };
}

/** Identifies an object by one attribute of its key. */
export function keyText(object: string, attribute: string, value: Json | undefined): string {
  return `${object} ${attribute} ${JSON.stringify(value ?? null)}`;
}

/** True if a value was not already restored together with another one. */
export function isAlone(company: Company, entry: ChangeEntry, { name, refersTo }: AttributeMeta): boolean {
  const { object, gpk, old, new: now } = entry;
  if (company.translated.has(`${gpk} ${name}`) || company.repeated.has(changeText(old, now, name)))
    return false;
  // For a referring object the server changes only references, such as its type or the other end of a pair.
  if (refersTo === null) return true;
  return (company.keys.get(object) ?? []).every((key) =>
    [old, now].every((row) => {
      const others = company.referred.get(keyText(object, key, row?.[key]));
      return others === undefined || [...others].every((other) => other === gpk);
    }),
  );
}

function referredBy(catalogue: Catalogue, entries: readonly ChangeEntry[]): Company["referred"] {
  const referred = new Map<string, Set<string>>();
  for (const entry of entries) {
    for (const key of referredKeys(catalogue, entry))
      referred.set(key, (referred.get(key) ?? new Set()).add(entry.gpk));
  }
  return referred;
}

/** Keys of objects to which the entry began or stopped to refer. */
function referredKeys(catalogue: Catalogue, { object, old, new: now }: ChangeEntry): readonly string[] {
  const attributes = catalogue.objectType(object)?.attributes ?? [];
  return attributes.flatMap(({ name, refersTo, is_computed: isComputed }) => {
    if (refersTo === null || isComputed || sameJson(old?.[name] ?? null, now?.[name] ?? null)) return [];
    return [old, now].map((row) => keyText(refersTo.object, refersTo.attribute, row?.[name]));
  });
}

/** The attribute of a translation, as `<gpk> <attribute>`. */
function translatedBy({ old, new: now }: ChangeEntry): string | null {
  const { object_gfk: object, lang_attr_key: attribute } = now ?? old ?? {};
  return typeof object === "string" && typeof attribute === "string" ? `${object} ${attribute}` : null;
}

function repeatedChanges(entries: readonly ChangeEntry[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { old, new: now } of entries) {
    if (old === null || now === null) continue;
    for (const [name, value] of Object.entries(now)) {
      if (sameJson(old[name] ?? null, value)) continue;
      const change = changeText(old, now, name);
      (seen.has(change) ? repeated : seen).add(change);
    }
  }
  return repeated;
}

function changeText(old: Row | null, now: Row | null, name: string): string {
  return JSON.stringify([old?.[name] ?? null, now?.[name] ?? null]);
}
