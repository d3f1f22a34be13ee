import { textIn, type Json, type Row } from "#contract/wire/json";
import type { AttributeMeta, ObjectTypeMeta } from "./catalogue.ts";

const PART = /\{(\w+)\}/g;

/** The values of a new object with those that the server makes of them, such as its name: no parameter tells them. */
export function withMade(type: ObjectTypeMeta, row: Row): Row {
  const made = type.attributes.flatMap((attribute): readonly (readonly [string, Json])[] => {
    const value = (row[attribute.name] ?? null) === null ? madeValue(attribute, row) : null;
    return value === null ? [] : [[attribute.name, value]];
  });
  return made.length === 0 ? row : { ...row, ...Object.fromEntries(made) };
}

/** Null where only the server knows. */
function madeValue({ made_of: forms = [], is_given: given }: AttributeMeta, row: Row): Json {
  if (given !== undefined && row[given] !== undefined) return row[given] !== null;
  const form = forms.find((one) =>
    Array.from(one.matchAll(PART)).every(([, part = ""]) => textIn(row[part]) !== ""),
  );
  return form?.replace(PART, (_, part: string) => textIn(row[part])) ?? null;
}
