import type { Row } from "#contract/wire/json";
import { visibilityRule } from "../../access/rules.ts";
import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import { quoted } from "../../sql/bind.ts";
import { columnsOf } from "./columns.ts";

/** Facts about a row that the log stores besides its wire form. They are needed to find entries and to check rights after the row is deleted. */
export interface Trace {
  /** The objects to which the row refers, by gpk, because a gpk never changes and a name may. */
  readonly about: readonly string[];
  /** The columns that the read rule of the type looks at. */
  readonly row: Row;
}

/** Facts that were read with a row: its trace, and the JSON text from which the row was made. */
const traces = new WeakMap<Row, { readonly trace: Trace; readonly text: string }>();
const NONE: Trace = { about: [], row: {} };

/** The trace that was read with a row. */
export function traceOf(row: Row | null): Trace {
  return (row === null ? undefined : traces.get(row))?.trace ?? NONE;
}

/** The JSON text from which the row was made. Undefined for a row that was made in another way. */
export function textOf(row: Row): string | undefined {
  return traces.get(row)?.text;
}

/** Keeps the trace and the text of a row. `trace` is the value that `traceSql` selected with the row. */
export function keepTrace(row: Row, text: string, trace: string): void {
  // The text is made by traceSql: an object of these members.
  traces.set(row, { text, trace: JSON.parse(trace) as Trace });
}

/** SQL over `t`: the trace of the row as JSON text. */
export function traceSql(type: ObjectType, catalogue: Catalogue): string {
  const ids = type.references.filter(isFollowed).map(({ to, idSql, links }) => {
    const start = `'${catalogue.type(to).spec.gpk}-'`;
    return links === undefined
      ? `array[${start} || ${idSql}]`
      : `array(select ${start} || l.target_id from ${links} l where l.row_id = t.id)`;
  });
  const { translates } = type.spec;
  const translated = translates === undefined ? [] : [`array[t.${quoted(translates)}]`];
  const about = `array_remove(${["array[]::text[]", ...ids, ...translated].join(" || ")}, null)`;
  const row = ruleColumns(type, catalogue).map((name) => `'${name}', t.${quoted(name)}`);
  return `json_build_object('about', ${about}, 'row', json_build_object(${row.join(", ")}))::text`;

  function isFollowed({ isEnforced, attributes, links }: ObjectType["references"][number]): boolean {
    const isApart = attributes.some((name) => type.attributes.get(name)?.ref?.isApart === true);
    return (isEnforced || links !== undefined) && !isApart;
  }
}

/** The stored columns in the read rule, without secrets. The list is empty if everybody may read all rows. */
export function ruleColumns(type: ObjectType, catalogue: Catalogue): readonly string[] {
  const rule = visibilityRule(type);
  const named = new Set([...rule.matchAll(/\bt\."?([a-z_][a-z0-9_]*)/g)].map(([, name]) => name));
  const kept = columnsOf(type, catalogue).filter(
    ({ name, attribute }) => named.has(name) && attribute?.secret !== true,
  );
  return rule === "" ? [] : ["id", ...kept.map(({ name }) => name)];
}
