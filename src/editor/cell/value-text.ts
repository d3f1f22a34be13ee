import type { Json, Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { namedValue } from "#core/catalogue/named-value";
import { titleOf } from "#core/catalogue/title";
import { resolveCell } from "#core/form/cell-rules";
import type { Cell } from "#core/screen/screen";
import type { Locale } from "#core/text";
import { intlTag } from "../../ui/text.ts";
import { namesByGpk, partNamed } from "../names/named.ts";
import { rowIn } from "#core/catalogue/languages";
import { cellText } from "./cell-text.ts";
import { exactTime } from "./relative-time.ts";

/** Cells whose values are no plain text. */
const OWN_TEXT: readonly Cell[] = ["time", "vni", "secret"];

/** A value in a sentence, title or comparison, displayed like its attribute: times in the language and time zone of the reader, secrets masked. */
export function valueText(
  catalogue: Catalogue,
  type: ObjectTypeMeta | null,
  attribute: string,
  value: Json,
  locale: Locale,
): string {
  const meta = type?.attribute(attribute) ?? null;
  const cell = type === null || meta === null ? "text" : resolveCell(catalogue, type.name, meta);
  const named = namedValue(meta, value, locale);
  const text = cellText(OWN_TEXT.includes(cell) ? cell : "text", named, locale);
  return cell === "time" ? momentText(text, locale) : text;
}

/** Day and time of a timestamp in the format of the language; any other text unchanged. */
export function momentText(text: string, locale: Locale): string {
  const then = new Date(text);
  return Number.isNaN(then.getTime()) ? text : exactTime(then, intlTag(locale));
}

/** Title of a row for its reader; references get their titles from the lists of the outcome. */
export function shownTitle(
  catalogue: Catalogue,
  type: ObjectTypeMeta | null,
  row: Row,
  locale: Locale,
  lists: Lists = {},
): string {
  return titleOf(type, rowIn(row, locale), (value, attribute) => {
    const to = attribute?.refersTo ?? null;
    if (to !== null && namesByGpk(attribute))
      return partNamed({ catalogue, locale }, lists, to.object, value).text;
    return valueText(catalogue, type, attribute?.name ?? "", value, locale);
  });
}
