import type { ValueSpec } from "#contract/data-type";
import { parsed, refused } from "#contract/values/parsed";
import type { DataTypeMeta } from "#core/catalogue/catalogue";
import { normaliseValue } from "#core/form/grammar";

/** Description of the values of a data type, from the metadata; undefined for lists, whose elements have types of their own. */
export function valueSpecOf(type: DataTypeMeta): ValueSpec | undefined {
  if (type.json_name === "array") return undefined;
  return {
    jsonName: type.json_name,
    parse: (text, toAscii) => {
      const read = normaliseValue(type, text, toAscii);
      return read.ok && typeof read.value === "string" ? parsed(read.value) : refused("bad_format");
    },
  };
}
