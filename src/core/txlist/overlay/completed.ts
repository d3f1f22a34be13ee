import type { Json, Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import type { Plan } from "./draft.ts";
import { want, type Known, type ListGround } from "./list-of.ts";
import { Renamings } from "./renamed.ts";

/** The plan with the new names of objects that are known only by their number, as far as known rows identify them. */
export function completed(
  plan: Plan,
  lists: Lists,
  typeOf: (idx: string) => ObjectTypeMeta | null,
  known: Known,
): Plan {
  if (plan.unnamed.length === 0) return plan;
  const sought = numbersByType(plan);
  const rows = new Map<string, Row>();
  const look = (name: string, all: readonly Row[]): void => {
    const numbers = sought.get(name);
    if (numbers === undefined) return;
    for (const row of all)
      if (numbers.has(row["gpk"] ?? null)) rows.set(placeOf(name, row["gpk"] ?? null), row);
  };
  for (const [idx, all] of Object.entries(lists)) look(typeOf(idx)?.name ?? "", all);
  for (const [name, all] of known.rows) look(name, all);
  return rows.size === 0 ? plan : withRows(plan, rows);
}

function numbersByType({ unnamed }: Plan): ReadonlyMap<string, ReadonlySet<Json>> {
  const byType = new Map<string, Set<Json>>();
  for (const { type, gpk } of unnamed) byType.set(type.name, (byType.get(type.name) ?? new Set()).add(gpk));
  return byType;
}

function withRows(plan: Plan, rows: ReadonlyMap<string, Row>): Plan {
  const all = new Renamings();
  for (const one of plan.names) {
    const row = rows.get(placeOf(one.type.name, one.gpk));
    all.add(row === undefined ? one : { ...one, before: { ...keyIn(one.type, row), ...one.before } });
  }
  const { renamed, renamedNow, names, unnamed } = all;
  return { ...plan, renamed, renamedNow, names, unnamed };
}

function keyIn({ key }: ObjectTypeMeta, row: Row): Row {
  return Object.fromEntries(key.flatMap((name) => (name in row ? [[name, row[name] ?? null] as const] : [])));
}

function placeOf(name: string, gpk: Json): string {
  return `${name} ${JSON.stringify(gpk)}`;
}

/** Elements with new names for which only the row of their object shows whether this list contains it. The row is requested. */
export function doubtsOfNames(ground: ListGround): readonly string[] {
  const { plan, type } = ground;
  if (plan.unnamed.length === 0) return [];
  const naming = new Set(
    type.attributes.flatMap(({ refersTo }) => (refersTo === null ? [] : [refersTo.object])),
  );
  return plan.unnamed
    .filter((one) => one.type.name === type.name || naming.has(one.type.name))
    .filter((one) => want(ground, { object: one.type.name, params: { gpk: one.gpk } }))
    .map(({ uuid }) => uuid);
}
