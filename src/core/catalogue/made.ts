import { textIn, type Json, type Row } from "#contract/wire/json";
import type { AttributeMeta, ObjectTypeMeta } from "./catalogue.ts";

const PART = /\{(\w+)\}/g;

/** The values of a new object, including those that the server makes from them, such as its name. */
export function withMade(type: ObjectTypeMeta, row: Row): Row {
  const made = madeIn(type).flatMap((attribute): readonly (readonly [string, Json])[] => {
    const value = (row[attribute.name] ?? null) === null ? madeValue(attribute, row) : null;
    return value === null ? [] : [[attribute.name, value]];
  });
  return made.length === 0 ? row : { ...row, ...Object.fromEntries(made) };
}

/** Computed once for a type, because thousands of its objects may be planned. */
function madeIn(type: ObjectTypeMeta): readonly AttributeMeta[] {
  const known = MADE.get(type);
  if (known !== undefined) return known;
  const made = type.attributes.filter(
    ({ made_of: forms = [], is_given: given }) => forms.length > 0 || given !== undefined,
  );
  MADE.set(type, made);
  return made;
}

const MADE = new WeakMap<ObjectTypeMeta, readonly AttributeMeta[]>();

/** Null if only the server knows it. */
function madeValue({ made_of: forms = [], is_given: given }: AttributeMeta, row: Row): Json {
  if (given !== undefined && row[given] !== undefined) return row[given] !== null;
  return madeText({ made_of: forms }, row);
}

/** The text that the server makes from other values of a row; null if it makes none. */
export function madeText({ made_of: forms = [] }: Pick<AttributeMeta, "made_of">, row: Row): string | null {
  const form = forms.find((one) =>
    Array.from(one.matchAll(PART)).every(([, part = ""]) => textIn(row[part]) !== ""),
  );
  return form?.replace(PART, (_, part: string) => textIn(row[part])) ?? null;
}
