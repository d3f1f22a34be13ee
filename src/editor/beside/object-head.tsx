import type { ReactNode } from "react";
import type { Row, Json } from "#contract/wire/json";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { namedValue } from "#core/catalogue/named-value";
import { strongPart } from "#core/catalogue/title";
import type { Screen, Cell } from "#core/screen/screen";
import type { Locale } from "#core/text";
import { orElse } from "../../ui/feedback/error-boundary.tsx";
import { CopyButton } from "../../ui/action/copy.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useText, type Say } from "../../ui/text.ts";
import { cellText, storedText } from "../cell/cell-text.ts";
import { shownTitle } from "../cell/value-text.ts";
import { TextLink } from "../names/part.tsx";
import { PinButton } from "../pins/pin-button.tsx";
import { RowMark } from "../overlay/row-mark.tsx";
import { RowControls } from "../planning/row-controls.tsx";
import { columnTitle, detailFields, type ColumnContext, type ShownColumn } from "../section/columns.ts";
import type { SectionProps, SectionStep } from "../section/section-context.ts";
import { hrefsIn, isInTitle, ownFields } from "./own-fields.ts";

function drawFact({ text, href, isBeside }: KeyFact): ReactNode {
  return isBeside ? (
    <TextLink to={href} className="is-beside">
      {text}
    </TextLink>
  ) : (
    text
  );
}

export interface ObjectHeadProps {
  readonly screen: Screen;
  readonly found: SectionStep;
  readonly row: Row;
  readonly focusKey: string;
}

/** Head of the page of an object: title, key facts and controls. */
export function ObjectHead({ screen, found, row, focusKey }: ObjectHeadProps): ReactNode {
  const say = useText();
  const { catalogue, type, locale, source } = found;
  const detail = currentDetail(screen);
  const title = shownTitle(catalogue, type, row, locale, source.lists);
  const copied = copiedOf(found, row);
  const facts = keyFacts(found, detail, { row, title, pathname: focusKey, say });
  return (
    <PageHeader
      title={title}
      strong={strongPart(type, title, row)}
      facts={facts.map(drawFact)}
      mark={
        <>
          <RowMark row={row} />
          {copied !== null && <CopyButton value={copied} />}
          {screen.current?.isOptional !== true && orElse(null, <PinButton title={title} />)}
        </>
      }
      focusKey={focusKey}
      {...(detail === null
        ? {}
        : { actions: <RowControls place={found} plannings={detail.plan} row={row} isHead /> })}
    />
  );
}

type DetailSection = SectionProps<"detail">["section"];

/** The sheet of the object of the page. */
function currentDetail(screen: Screen): DetailSection | null {
  const of = screen.current?.of;
  const found = screen.sections.find(
    (section): section is DetailSection => section.kind === "detail" && section.of === of,
  );
  return found ?? null;
}

/** Stored form of the name in the title that is copied, as the sheet of the object would offer it (SHELL-22). */
function copiedOf(found: SectionStep, row: Row): string | null {
  const [field] = detailFields(found, found.type.title).filter(
    (one) => (one.cell === "code" || one.cell === "vni") && isInTitle(found, one, row),
  );
  if (field === undefined) return null;
  const value = field.value(row);
  return field.read === undefined ? cellText(field.cell, value, found.locale) : storedText(value);
}

interface KeyFact {
  readonly text: string;
  readonly href: string | null;
  /** The fact also stands in the side panel, if there is room for one. */
  readonly isBeside: boolean;
}

/** Facts besides the object type. */
const MOST_FACTS = 4;
const LONGEST_FACT = 40;
/** Cells whose values make sense without a label; numbers and flags need one. */
const PLAIN: ReadonlySet<Cell> = new Set(["code", "chip", "vni", "link"]);
const NAMED: ReadonlySet<Cell> = new Set(["number"]);

/**
 * Object type and short values for the line under the title: "BCD · 02.17 · USER · Level 1". If the sheet of the object follows, the line omits the
 * values of the sheet. It then has only the values of the side panel, if there is no room for the panel.
 */
function keyFacts(context: ColumnContext, sheet: DetailSection | null, reading: Reading): readonly KeyFact[] {
  const { row, title, pathname } = reading;
  const own = ownFields(context, row, pathname);
  const [counts, related] = [own.counts, own.related].map((fields) => new Set(fields.map(({ id }) => id)));
  const facts = detailFields(context, sheet?.fields)
    .filter((field) => counts?.has(field.id) !== true)
    .filter((field) => !isTitle(context.type, field) && !isToldBy(title, field, row))
    .flatMap((field) => {
      const isBeside = related?.has(field.id) === true;
      const text = factOf(field, isBeside, context.locale, reading);
      return text === null
        ? []
        : [{ text, href: isBeside ? (hrefsIn(field, row)[0] ?? null) : null, isBeside }];
    })
    .filter((fact) => sheet === null || fact.isBeside)
    .slice(0, MOST_FACTS);
  const kind = context.catalogue.typeName(context.type.name, context.locale);
  // Facts of the side panel stand last, so without them the line is only shorter.
  return [
    { text: kind, href: null, isBeside: false },
    ...facts.filter((fact) => !fact.isBeside),
    ...facts.filter((fact) => fact.isBeside),
  ];
}

/** True if the title contains the value: a port begins with its module, a name may end in its zone. */
function isToldBy(title: string, field: ShownColumn, row: Row): boolean {
  const value = field.value(row);
  if (typeof value !== "string") return false;
  const isEnd = ["/", "."].some((mark) => title.endsWith(`${mark}${value}`));
  return title === value || title.startsWith(`${value}/`) || isEnd;
}

function isTitle(type: ObjectTypeMeta, { attribute }: ShownColumn): boolean {
  return attribute !== null && type.title.includes(attribute.name);
}

interface Reading {
  readonly row: Row;
  /** Title of the row. */
  readonly title: string;
  readonly pathname: string;
  readonly say: Say;
}

/** Related objects get a label: "BCD iag-labor". */
function factOf(
  field: ShownColumn,
  isReference: boolean,
  locale: Locale,
  { row, say }: Reading,
): string | null {
  if (field.parts?.(row).some((part) => part.unnamed !== undefined) === true) return null;
  const text = cellText(field.cell, namedValue(field.read, field.value(row), locale), locale);
  if (text === "" || text.length > LONGEST_FACT || isMeasure(field.value(row))) return null;
  if (isReference || isNamed(field, row)) return `${columnTitle(say, field)} ${text}`;
  return PLAIN.has(field.cell) ? text : null;
}

/** True for numbers that measure something: coordinates, lengths and weights, which the sheet shows. A whole number is a level, an id or a count. */
function isMeasure(value: Json): boolean {
  return typeof value === "number" && !Number.isInteger(value);
}

/** True if the cell names another object, whose place would need a label, or is a code that leads to one: an address under a title could be anything. */
function isNamed({ cell, parts, href }: ShownColumn, row: Row): boolean {
  if (cell === "code" && href(row) !== null) return true;
  return NAMED.has(cell) || (parts !== undefined && cell === "link");
}
