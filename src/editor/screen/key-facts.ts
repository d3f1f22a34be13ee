import { namedValue } from "#core/catalogue/named-value";
import type { Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import type { Cell, Screen, Section } from "#core/screen/screen";
import type { Locale, TextKey } from "#core/text";
import { cellText } from "../cell/cell-text.ts";
import { detailFields, type ColumnContext, type ShownColumn } from "../section/columns.ts";

export type DetailSection = Extract<Section, { readonly kind: "detail" }>;

/** The sheet of the object that the page is about. */
export function currentDetail(screen: Screen): DetailSection | null {
  const of = screen.current?.of;
  const found = screen.sections.find(
    (section): section is DetailSection => section.kind === "detail" && section.of === of,
  );
  return found ?? null;
}

const MOST_FACTS = 5;
const LONGEST_FACT = 40;
/** Kinds of values that say something in a word; numbers and flags need their name. */
const PLAIN: ReadonlySet<Cell> = new Set(["code", "chip", "vni", "link"]);
const NAMED: ReadonlySet<Cell> = new Set(["number"]);

/** Short values of the object's sheet, for the line under the title (screens.md 5): "02.17 · USER · Level 1". */
export function keyFacts(
  context: ColumnContext,
  named: DetailSection["fields"],
  about: { readonly row: Row; readonly title: string },
  say: (key: TextKey) => string,
): readonly string[] {
  return detailFields(context, named)
    .filter((field) => !isInTitle(context.type, field) && !isToldBy(about.title, field, about.row))
    .flatMap((field) => factOf(field, about.row, context.locale, say) ?? [])
    .slice(0, MOST_FACTS);
}

/** The title of a port begins with that of its module, a name may end in its zone. */
function isToldBy(title: string, field: ShownColumn, row: Row): boolean {
  const value = field.value(row);
  if (typeof value !== "string") return false;
  const isEnd = ["/", "."].some((mark) => title.endsWith(`${mark}${value}`));
  return title === value || title.startsWith(`${value}/`) || isEnd;
}

function isInTitle(type: ObjectTypeMeta, { attribute }: ShownColumn): boolean {
  return attribute !== null && type.title.includes(attribute.name);
}

function factOf(field: ShownColumn, row: Row, locale: Locale, say: (key: TextKey) => string): string | null {
  if (field.parts?.(row).some((part) => part.unnamed !== undefined) === true) return null;
  const text = cellText(field.cell, namedValue(field.texts, field.value(row), locale), locale);
  if (text === "" || text.length > LONGEST_FACT) return null;
  if (isNamed(field)) return `${"key" in field.title ? say(field.title.key) : field.title.plain} ${text}`;
  return PLAIN.has(field.cell) ? text : null;
}

/** The place of another object does not say what that is to this one. */
function isNamed({ cell, parts }: ShownColumn): boolean {
  return NAMED.has(cell) || (parts !== undefined && cell === "link");
}
