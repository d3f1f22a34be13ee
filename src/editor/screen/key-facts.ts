import { namedValue } from "#core/catalogue/named-value";
import type { Json, Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import type { Cell, Screen, Section } from "#core/screen/screen";
import type { Locale, TextKey } from "#core/text";
import { cellText } from "../cell/cell-text.ts";
import { hrefsIn, ownFields } from "../beside/own-fields.ts";
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

export interface KeyFact {
  readonly text: string;
  /** Where it leads, of another object. */
  readonly href: string | null;
  /** Stands in the column at the side as well, where there is room for one. */
  readonly isBeside: boolean;
}

/** Besides what kind of object it is. */
const MOST_FACTS = 4;
const LONGEST_FACT = 40;
/** Kinds of values that say something in a word; numbers and flags need their name. */
const PLAIN: ReadonlySet<Cell> = new Set(["code", "chip", "vni", "link"]);
const NAMED: ReadonlySet<Cell> = new Set(["number"]);

/** What it is and short values of its sheet, for the line under the title: "BCD · 02.17 · USER · Level 1". */
export function keyFacts(
  context: ColumnContext,
  named: DetailSection["fields"],
  about: { readonly row: Row; readonly title: string; readonly pathname: string },
  say: (key: TextKey) => string,
): readonly KeyFact[] {
  const { row, title, pathname } = about;
  const own = ownFields(context, row, pathname);
  const [counts, related] = [own.counts, own.related].map((fields) => new Set(fields.map(({ id }) => id)));
  const facts = detailFields(context, named)
    .filter((field) => counts?.has(field.id) !== true)
    .filter((field) => !isInTitle(context.type, field) && !isToldBy(title, field, row))
    .flatMap((field) => {
      const isBeside = related?.has(field.id) === true;
      const text = factOf(field, isBeside, { row, locale: context.locale, say });
      return text === null
        ? []
        : [{ text, href: isBeside ? (hrefsIn(field, row)[0] ?? null) : null, isBeside }];
    })
    .slice(0, MOST_FACTS);
  const kind = context.catalogue.typeName(context.type.name, context.locale);
  // Where the column at the side tells them, nothing is left behind but a shorter line.
  return [
    { text: kind, href: null, isBeside: false },
    ...facts.filter((fact) => !fact.isBeside),
    ...facts.filter((fact) => fact.isBeside),
  ];
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

interface Reading {
  readonly row: Row;
  readonly locale: Locale;
  readonly say: (key: TextKey) => string;
}

/** What the object refers to is told with its name: "BCD iag-labor". */
function factOf(field: ShownColumn, isReference: boolean, { row, locale, say }: Reading): string | null {
  if (field.parts?.(row).some((part) => part.unnamed !== undefined) === true) return null;
  const text = cellText(field.cell, namedValue(field.read, field.value(row), locale), locale);
  if (text === "" || text.length > LONGEST_FACT || isMeasure(field.value(row))) return null;
  if (isReference || isNamed(field))
    return `${"key" in field.title ? say(field.title.key) : field.title.plain} ${text}`;
  return PLAIN.has(field.cell) ? text : null;
}

/** Of a place, a length or a weight the sheet tells; whole numbers are levels, ids and counts. */
function isMeasure(value: Json): boolean {
  return typeof value === "number" && !Number.isInteger(value);
}

/** The place of another object does not say what that is to this one. */
function isNamed({ cell, parts }: ShownColumn): boolean {
  return NAMED.has(cell) || (parts !== undefined && cell === "link");
}
