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
  row: Row,
  say: (key: TextKey) => string,
): readonly string[] {
  return detailFields(context, named)
    .filter((field) => !isInTitle(context.type, field))
    .flatMap((field) => factOf(field, row, context.locale, say) ?? [])
    .slice(0, MOST_FACTS);
}

function isInTitle(type: ObjectTypeMeta, { attribute }: ShownColumn): boolean {
  return attribute !== null && type.title.includes(attribute.name);
}

function factOf(field: ShownColumn, row: Row, locale: Locale, say: (key: TextKey) => string): string | null {
  if (field.parts?.(row).some((part) => part.unnamed !== undefined) === true) return null;
  const text = cellText(field.cell, field.value(row), locale);
  if (text === "" || text.length > LONGEST_FACT) return null;
  if (PLAIN.has(field.cell)) return text;
  if (!NAMED.has(field.cell)) return null;
  return `${"key" in field.title ? say(field.title.key) : field.title.plain} ${text}`;
}
