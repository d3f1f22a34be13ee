import { isList, isObject, objectIn, textIn, type Json, type Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import type { Catalogue, ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import { OWN_LANGUAGE } from "../../catalogue/languages.ts";
import { sameJson } from "../../form/values.ts";
import type { Plan, PlannedObject } from "./draft.ts";
import type { Mark } from "./list-of.ts";
import { plannedFor } from "./lookup.ts";
import { namesOf, nowIn, separatorOf, type Names, type Renamed } from "./renamed.ts";

/** Answers the row of a new object, with new names of the objects it refers to and its texts in other languages. */
export function makerOf(type: ObjectTypeMeta, plan: Plan): (made: PlannedObject) => Row {
  const named = renamedBy(type, plan.renamed, plan.catalogue);
  return ({ values }) => {
    const row = named(values) ?? values;
    return withTexts(row, textsFor(plan, row));
  };
}

export interface Changed {
  readonly row: Row;
  /** Null for a row that only contains the new name of another object. */
  readonly mark: Mark | null;
}

/** Answers the planned change of a row, and collects the planned objects of the list. */
export function changeOf(
  type: ObjectTypeMeta,
  plan: Plan,
): (row: Row, listed?: Set<PlannedObject>) => Changed | null {
  const isPlanned = plan.objects.has(type.name);
  const shared = plan.shared.get(type.name) ?? NO_ROWS;
  const nameNow = renamedBy(type, plan.renamed, plan.catalogue);
  return (row, listed) => {
    const planned = isPlanned ? plannedFor(plan, type, row) : [];
    for (const one of planned) listed?.add(one);
    const texts = textsFor(plan, row);
    const others = shared.get(row["gpk"] ?? null);
    const named = nameNow(row);
    const isOwn = planned.length + texts.length > 0;
    // Most rows of a long list are unchanged and are not copied.
    if (!isOwn && isWithin(others, row)) return named && { row: named, mark: null };
    const values = Object.assign({}, named ?? row, ...planned.map((one) => one.values), others) as Row;
    return {
      row: withTexts(withOwnTexts(values, planned), texts),
      mark: isOwn ? markOf(row, planned, texts) : null,
    };
  };
}

function textsFor({ texts }: Plan, row: Row): Texts {
  return texts.get(textIn(row["gpk"])) ?? [];
}

function markOf(
  before: Row,
  planned: readonly PlannedObject[],
  texts: readonly { readonly uuid: string }[],
): Mark {
  const uuids = [...planned.flatMap((one) => one.uuids), ...texts.map(({ uuid }) => uuid)];
  const kind = planned.some((one) => one.kind === "going") ? "going" : "changed";
  return { kind, uuids: [...new Set(uuids)], before };
}

/** Whether the row has these values already. */
function isWithin(values: Row | undefined, row: Row): boolean {
  return (
    values === undefined ||
    Object.entries(values).every(([name, value]) => sameJson(value, row[name] ?? null))
  );
}

/** Answers a row with the new names of the objects it refers to; null if none of them gets a new name. */
function renamedBy(
  type: ObjectTypeMeta,
  renamed: Renamed,
  catalogue: Catalogue,
  own: ReadonlySet<string> = NONE,
): (row: Row) => Row | null {
  const naming = renamed.size === 0 ? [] : referring(type, renamed, catalogue, own);
  if (naming.length === 0) return () => null;
  return (row) => {
    const values = naming.flatMap(([name, namesFor]) => {
      const now = renamedValue(row[name], namesFor(row));
      return now === undefined ? [] : [[name, now] as const];
    });
    return values.length === 0 ? null : { ...row, ...Object.fromEntries(values) };
  };
}

/** The step with new names in its conditions, because its path has the old ones. */
export function renamedStep(type: ObjectTypeMeta, step: Step, plan: Plan): Step {
  const own = new Set(type.key);
  const old = step.old === undefined ? null : renamedBy(type, plan.renamedNow, plan.catalogue, own)(step.old);
  return old === null ? step : { ...step, old };
}

/** Attributes that name objects with new names; `own` are those that name the object itself. */
function referring(type: ObjectTypeMeta, renamed: Renamed, catalogue: Catalogue, own: ReadonlySet<string>) {
  return type.attributes.flatMap(({ name, refersTo }) => {
    const isNaming = refersTo !== null || own.has(name) || separatorOf(type, name) !== null;
    const names = isNaming ? namesOf(type, name, renamed, catalogue) : null;
    return names === null ? [] : [[name, names] as const];
  });
}

function renamedValue(value: Json | undefined, names: readonly Names[]): Json | undefined {
  if (value === undefined || names.length === 0) return undefined;
  if (!isList(value)) return nowIn(names, value);
  const now = value.map((one) => nowIn(names, one) ?? one);
  return sameJson(now, value) ? undefined : now;
}

/** The server also stores a German text as a translation, and changes both. */
function withOwnTexts(row: Row, planned: readonly PlannedObject[]): Row {
  const dict = objectIn(row["language_dict"]);
  const changed = planned
    .flatMap(({ values }) => Object.keys(values))
    .filter((name) => isObject(dict?.[name]) && OWN_LANGUAGE in dict[name]);
  if (changed.length === 0) return row;
  const texts = changed.map((name) => [
    name,
    { ...objectIn(dict?.[name]), [OWN_LANGUAGE]: row[name] ?? null },
  ]);
  return { ...row, language_dict: { ...dict, ...(Object.fromEntries(texts) as Row) } };
}

function withTexts(
  row: Row,
  texts: readonly { attribute: string; language: string; text: string | null }[],
): Row {
  if (texts.length === 0) return row;
  const dict = { ...objectIn(row["language_dict"]) };
  for (const { attribute, language, text } of texts) {
    const languages = isObject(dict[attribute]) ? dict[attribute] : {};
    dict[attribute] = { ...languages, [language]: text };
  }
  return { ...row, language_dict: dict };
}

type Texts = NonNullable<ReturnType<Plan["texts"]["get"]>>;

const NONE: ReadonlySet<string> = new Set();
const NO_ROWS: ReadonlyMap<Json, Row> = new Map();
