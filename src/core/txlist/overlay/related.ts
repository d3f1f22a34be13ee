import { isList, type Json, type Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { ReferenceRow } from "#contract/wire/metadata";
import type { ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import { sameJson } from "../../form/values.ts";
import { all, any, type Told } from "./told.ts";

/** What the conditions of a step refer to besides its own rows. */
export interface Around {
  /** Type of the rows of an earlier step; null if unknown. */
  readonly typeOf: (idx: string) => ObjectTypeMeta | null;
  /** Rows of earlier steps as planned, without those that go. */
  readonly lists: Lists;
}

const GPK = ["gpk"];

/** Whether one of the rows of an earlier step refers to the row, or the row to one of them. */
export function isRelated(
  type: ObjectTypeMeta,
  row: Row,
  idx: string,
  name: string | null,
  around: Around,
): Told {
  const earlier = around.typeOf(idx);
  const rows = around.lists[idx] ?? [];
  // Without a relation all rows belong to a step that has any.
  if (name === null) return rows.length > 0;
  if (earlier === null) return null;
  if (name === "self" && type === earlier) return isAmong(row, GPK, rows, GPK);
  const found = referencesBetween(type, earlier, name);
  const [reference, ...others] = found;
  if (reference === undefined || others.length > 0) return null;
  const isForward = reference.object_fq_name === type.name && !name.endsWith("_inverse");
  const { attribute_list: from, ref_attribute_list: to } = reference;
  return isForward ? isAmong(row, from, rows, to) : isAmong(row, to, rows, from);
}

function referencesBetween(
  { name: one, references }: ObjectTypeMeta,
  { name: other }: ObjectTypeMeta,
  wanted: string,
): readonly ReferenceRow[] {
  const between = references.filter(
    ({ object_fq_name: from, ref_object_fq_name: to }) =>
      (from === one && to === other) || (from === other && to === one),
  );
  if (wanted !== "default")
    return between.filter(({ name }) => wanted === name || wanted === `${name}_inverse`);
  return between.some(({ kind }) => kind === "func") ? [] : between;
}

/** Whether one of the rows has under `theirs` what the row has under `own`. */
function isAmong(row: Row, own: readonly string[], rows: readonly Row[], theirs: readonly string[]): Told {
  if (own.length === 0 || own.length !== theirs.length) return null;
  const wanted = textOf(row, own);
  const texts = textsOf(rows, theirs);
  if (wanted !== undefined && texts !== null) return wanted !== null && texts.has(wanted);
  return any(rows.map((one) => all(own.map((name, at) => isSame(row[name], one[theirs[at] ?? ""])))));
}

function isSame(one: Json | undefined, other: Json | undefined): Told {
  if (one === undefined || other === undefined) return null;
  if (one === null || other === null) return false;
  if (isList(one)) return one.some((part) => sameJson(part, other));
  return isList(other) ? other.some((part) => sameJson(part, one)) : sameJson(one, other);
}

/** The values as one text; null if one of them is null, which equals nothing, and undefined if one is unknown or a list. */
function textOf(row: Row, names: readonly string[]): string | null | undefined {
  const values = names.map((name) => row[name]);
  if (values.some((value) => value === undefined || (value !== null && typeof value === "object")))
    return undefined;
  return values.includes(null) ? null : JSON.stringify(values);
}

/** Texts of all rows, so that thousands of new objects are compared with thousands of rows; null if a row has none. */
function textsOf(rows: readonly Row[], names: readonly string[]): ReadonlySet<string | null> | null {
  const known = KNOWN.get(rows) ?? new Map<string, ReadonlySet<string | null> | null>();
  KNOWN.set(rows, known);
  const kept = known.get(names.join());
  if (kept !== undefined) return kept;
  const texts = new Set<string | null>();
  const isWhole = rows.every((row) => {
    const text = textOf(row, names);
    if (text !== undefined) texts.add(text);
    return text !== undefined;
  });
  known.set(names.join(), isWhole ? texts : null);
  return isWhole ? texts : null;
}

/** Rows never change. */
const KNOWN = new WeakMap<readonly Row[], Map<string, ReadonlySet<string | null> | null>>();
