import type { Json, Params } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { valuesReading } from "#core/catalogue/named-value";
import { drawnType } from "#core/form/data-type";
import { normaliseValue } from "#core/form/grammar";
import { escapeRegExp } from "#core/form/reference";
import { filterableAttributes } from "#core/table/rows";
import { intlTag } from "../../ui/text.ts";
import type { Span } from "../cell/relative-time.ts";
import { spansSaying } from "../cell/spans-saying.ts";
import { toAscii } from "../screen/to-ascii.ts";
import type { ShownColumn } from "./columns.ts";
import { spanSought, type Reader } from "./shown-text.ts";

/** A list that the server must filter, and its reader. */
export interface ServerSearch extends Reader {
  readonly catalogue: Catalogue;
  readonly type: ObjectTypeMeta;
  readonly columns: readonly ShownColumn[];
}

/** A typed text, which the server searches in a list. */
export interface TypedFilter {
  readonly search: ServerSearch;
  readonly q: string;
}

/** The filter as parameters of the list (wire contract 2.7). */
export function paramsFor({ search, q }: TypedFilter): Params {
  const conditions = serverFilter(search, q);
  return conditions.length === 0 ? {} : { _or: conditions };
}

/** Conditions for the filter box: the text in every text attribute (LIST-08), and for visible columns with other displays the values that match. */
export function serverFilter(search: ServerSearch, q: string): readonly Params[] {
  if (q === "") return [];
  const pattern = escapeRegExp(q);
  const texts = filterableAttributes(search.type)
    .filter((name) => drawnType(search.type.attribute(name)?.data_type ?? "").isOpaque !== true)
    .map((name): Params => ({ [name]: { regexp_ic: pattern } }));
  const shown = search.columns.flatMap((column) => shownConditions(search, column, q));
  return [...texts, ...shown];
}

type Conditions = (search: ServerSearch, column: ShownColumn, q: string) => readonly Json[];

/** Conditions on a column's attribute that hold if its cell contains the text, by kind of cell. */
const CONDITIONS: Partial<Readonly<Record<ShownColumn["cell"], Conditions>>> = {
  flag: ({ say }, { isNegated }, q) =>
    [true, false]
      .filter((shown) => holds(say(shown ? "ui.common.yes" : "ui.common.no"), q))
      .map((shown) => ({ eq: shown !== (isNegated === true) })),
  number: numberIs,
  unit: (search, column, q) => numberIs(search, column, withoutUnit(q, column.unit ?? "")),
  vni: (search, column, q) => numberIs(search, column, q.replaceAll(".", "")),
  time: ({ locale, now }, _, q) => {
    const named = spanSought(q);
    const spans: readonly Span[] = [
      ...spansSaying(q, now, intlTag(locale)),
      ...(named === null ? [] : [named]),
    ];
    return spans.map(([from, to]) => ({ ge: from.toISOString(), lt: to.toISOString() }));
  },
  list: hasElement,
  links: hasElement,
};

function shownConditions(search: ServerSearch, column: ShownColumn, q: string): readonly Params[] {
  const { attribute, cell } = column;
  if (attribute === null) return [];
  const isNumber = attribute.dataType.json_name === "number";
  const named = valuesReading(column.read?.value_language_dict, q, search.locale).map((value) =>
    isNumber ? Number(value) : value,
  );
  const conditions: readonly Json[] = [
    ...(CONDITIONS[cell]?.(search, column, q) ?? []),
    ...(named.length === 0 ? [] : [{ in: named }]),
  ];
  return conditions.map((operators) => ({ [attribute.name]: operators }));
}

function holds(shown: string, q: string): boolean {
  return shown.toLowerCase().includes(q.toLowerCase());
}

/** The server compares numbers by value, not by digits. */
function numberIs({ catalogue }: ServerSearch, { attribute }: ShownColumn, q: string): readonly Json[] {
  if (attribute?.dataType.json_name !== "number" || !/^-?\d+(\.\d+)?$/.test(q.trim())) return [];
  const value = normaliseValue(catalogue.dataType(attribute.data_type), Number(q), toAscii);
  return value.ok ? [{ eq: value.value }] : [];
}

function withoutUnit(q: string, unit: string): string {
  return q.toLowerCase().endsWith(unit.toLowerCase()) ? q.slice(0, q.length - unit.length) : q;
}

/** Whole elements only, because a part is no value of the type. */
function hasElement({ catalogue }: ServerSearch, { attribute }: ShownColumn, q: string): readonly Json[] {
  const element = attribute?.dataType.element_data_type ?? null;
  if (element === null || element === "gpk") return [];
  const dataType = catalogue.dataType(element);
  const given = dataType.json_name === "number" ? Number(q) : q.trim();
  const value = Number.isNaN(given) ? null : normaliseValue(dataType, given, toAscii);
  return value?.ok === true ? [{ contains: [value.value] }] : [];
}
