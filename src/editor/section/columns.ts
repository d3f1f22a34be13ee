import { isList, type Json, type Row } from "#contract/wire/json";
import type { AttributeMeta, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { resolveCell } from "#core/form/cell-rules";
import { rowHref } from "#core/route/object-routes";
import { isCount } from "#core/route/value-href";
import type { Cell, Column } from "#core/screen/screen";
import type { Target } from "#core/screen/value";
import type { TextKey } from "#core/text";
import { valueIn } from "#core/catalogue/languages";
import { readFor, type Read } from "#core/catalogue/named-value";
import { quietFor, type Quiet } from "#core/catalogue/quiet";
import type { Say } from "../../ui/text.ts";
import { textOf } from "../cell/cell-text.ts";
import { namesByGpk, partNamed, type KeyedContext, type Part } from "../names/named.ts";
import { hrefOfTarget, type ValueSource } from "../screen/values.ts";
import { reachedBy } from "./hops.ts";
import { attributeHref, namesOf, once, partsIn, textsOf } from "./named-parts.ts";

/** A column or field with everything that draws its cells. */
export interface ShownColumn {
  readonly id: string;
  readonly title: { readonly key: TextKey } | { readonly plain: string };
  readonly cell: Cell;
  /** Written after the value of a cell `unit`. */
  readonly unit?: string;
  /** Shows yes as no. */
  readonly isNegated?: true;
  /** A number of dependents. */
  readonly isCount?: true;
  /** Null for links and values of other steps. */
  readonly attribute: AttributeMeta | null;
  /** Hidden until the reader asks for more columns. */
  readonly isExtra: boolean;
  /** Members that determine how values are displayed, if they are not shown as stored. */
  readonly read?: Read;
  /** The parts that repeat in the values, which are muted. */
  readonly quiet?: Quiet;
  readonly value: (row: Row) => Json;
  /** Link of the cell, if it names another object. */
  readonly href: (row: Row) => string | null;
  /** Each value of the cell with the object that it names; absent without objects. */
  readonly parts?: (row: Row) => readonly Part[];
  /** The cell shows titles, while its value is the key. Files and filters use the key. */
  readonly isKeyed?: true;
  readonly inFile?: FileColumn;
}

/** A column in the form of a file: with the name of its attribute and the stored values, so that an import can read them. */
export interface FileColumn {
  readonly title: string;
  readonly value: (row: Row) => Json;
}

/** Name of a column for its reader. */
export function columnTitle(say: Say, { title }: Pick<ShownColumn, "title">): string {
  return "key" in title ? say(title.key) : title.plain;
}

/** Context of columns: the type of the rows, the reader's language and the other lists of the screen. */
export interface ColumnContext extends KeyedContext {
  readonly source: ValueSource;
  readonly typeOf: (idx: string) => ObjectTypeMeta | null;
}

const MOST_COLUMNS = 8;
const NEVER = new Set(["gpk", "is_own"]);

/** Attributes that tables may show, title first, then by position. */
export function tableAttributes(type: ObjectTypeMeta): readonly AttributeMeta[] {
  const titles = type.title.flatMap((name) => type.attribute(name) ?? []);
  const rest = type.attributes.filter((one) => !type.title.includes(one.name));
  return [...titles, ...rest].filter((one) => !isNever(one));
}

/** True for numbers of rows and for chains, which have their own section. */
function isNever({ name, data_type, refersTo }: AttributeMeta): boolean {
  return NEVER.has(name) || (data_type === "gpk_array" && refersTo === null);
}

function isQuiet({ is_secret, dataType: { json_name, name } }: AttributeMeta): boolean {
  return is_secret || ["json", "object"].includes(json_name) || name === "integer_array";
}

/** Columns of a table: the named ones, otherwise up to eight without secrets, JSON and filtered attributes; the others on demand. */
export function tableColumns(
  context: ColumnContext,
  named: readonly Column[] | undefined,
  filtered: readonly string[],
): readonly ShownColumn[] {
  const all = tableAttributes(context.type);
  const shown: readonly Column[] =
    named ??
    all
      .filter((one) => !isQuiet(one) && !filtered.includes(one.name))
      .slice(0, MOST_COLUMNS)
      .map((one) => one.name);
  const taken = new Set(shown.map((column) => columnId(column)));
  const extra = all.filter((one) => !taken.has(one.name) && one.name !== "language_dict");
  return [
    ...shown.flatMap((column) => shownColumn(context, column, false)),
    ...extra.flatMap((one) => shownColumn(context, one.name, true)),
  ];
}

/** Fields of a detail section: the named ones, otherwise all by position. */
export function detailFields(
  context: ColumnContext,
  named: readonly Column[] | undefined,
): readonly ShownColumn[] {
  const fields: readonly Column[] =
    named ?? context.type.attributes.filter((one) => !isNever(one)).map((one) => one.name);
  return fields.flatMap((column) => shownColumn(context, column, false));
}

function columnId(column: Column): string {
  if (typeof column === "string") return column;
  if ("attr" in column) return attributeId(column);
  return "from" in column ? `${column.from}.${column.show}` : column.link.to;
}

/** A QR code has a column beside its key. */
function attributeId({ attr, cell }: AttributeColumn): string {
  return cell === "wifiQr" ? `${attr}.qr` : attr;
}

function shownColumn(context: ColumnContext, column: Column, isExtra: boolean): readonly ShownColumn[] {
  if (typeof column === "string") return attributeColumn(context, { attr: column }, isExtra);
  if ("attr" in column) return attributeColumn(context, column, isExtra);
  if ("from" in column) return foreignColumn(context, column);
  return [linkColumn(context, column)];
}

type AttributeColumn = Extract<Column, { readonly attr: string }>;
type ForeignColumn = Extract<Column, { readonly from: string }>;
type LinkColumn = Extract<Column, { readonly link: Target }>;

function titleFor(
  context: ColumnContext,
  type: ObjectTypeMeta,
  attribute: string,
  key?: TextKey,
): ShownColumn["title"] {
  return key === undefined
    ? { plain: context.catalogue.attributeName(type.name, attribute, context.locale) }
    : { key };
}

function attributeColumn(
  context: ColumnContext,
  column: AttributeColumn,
  isExtra: boolean,
): readonly ShownColumn[] {
  const { catalogue, type, locale } = context;
  const attribute = type.attribute(column.attr);
  // No row has the text of a token, and its column says so.
  if (attribute === null && column.cell !== "once") return [];
  const plain = (row: Row): Json => valueIn(row, column.attr, locale);
  return [
    {
      id: attributeId(column),
      title: titleFor(context, type, column.attr, column.title),
      cell: column.cell ?? (attribute === null ? "text" : resolveCell(catalogue, type.name, attribute)),
      attribute,
      ...readFor(attribute),
      ...quietFor(catalogue, attribute),
      ...unitOf(attribute),
      ...(column.negated === undefined ? {} : { isNegated: column.negated }),
      ...(isCount(catalogue, type.name, column.attr) ? { isCount: true } : {}),
      isExtra,
      value: (row) => {
        const value = plain(row);
        return column.negated === true && typeof value === "boolean" ? !value : value;
      },
      href: (row) => (attribute === null ? null : attributeHref(context, attribute, row)),
      ...(attribute === null || column.as === "key" ? {} : namesOf(context, attribute, plain)),
      ...openedBy(context, column),
      ...(attribute === null ? {} : { inFile: fileColumn(context, attribute) }),
    },
  ];
}

/** An object without a readable key is shown as `title [gpk]`. */
function fileColumn(context: ColumnContext, attribute: AttributeMeta): FileColumn {
  const { catalogue, type, source, locale } = context;
  const title = catalogue.attributeName(type.name, attribute.name, locale);
  const to = attribute.refersTo;
  if (to === null || !namesByGpk(attribute)) return { title, value: (row) => row[attribute.name] ?? null };
  const named = (gpk: Json): string => {
    const { text } = partNamed(context, source.lists, to.object, gpk);
    return text === gpk ? text : `${text} [${textOf(gpk)}]`;
  };
  return {
    title,
    value(row) {
      const value = row[attribute.name] ?? null;
      if (value === null) return null;
      return isList(value) ? value.map(named) : named(value);
    },
  };
}

function unitOf(attribute: AttributeMeta | null): Pick<ShownColumn, "unit"> {
  return attribute?.unit === undefined ? {} : { unit: attribute.unit };
}

/** Links the text of the attribute to a row of another step. */
function openedBy(
  context: ColumnContext,
  { attr, opens }: AttributeColumn,
): Pick<ShownColumn, "parts"> | object {
  const type = opens === undefined ? null : context.typeOf(opens.from);
  if (opens === undefined || type === null) return {};
  const opened = reachedBy(context.source.lists, [opens]);
  const parts = (row: Row): readonly Part[] => {
    const text = row[attr];
    if (typeof text !== "string") return [];
    const [found] = opened(row);
    return [{ text, href: found === undefined ? null : rowHref(context.catalogue, type.name, found) }];
  };
  return { parts };
}

function foreignColumn(context: ColumnContext, column: ForeignColumn): readonly ShownColumn[] {
  const type = context.typeOf(column.from);
  const attribute = type?.attribute(column.show) ?? null;
  if (type === null || attribute === null) return [];
  const reached = reachedBy(context.source.lists, [...(column.through ?? []), column]);
  const value = (row: Row): Json => {
    const values = reached(row)
      .map((other) => valueIn(other, column.show, context.locale))
      .filter((one) => one !== null);
    return values.length > 1 ? values : (values[0] ?? null);
  };
  return [
    {
      id: columnId(column),
      title: titleFor(context, type, column.show, column.title),
      cell: resolveCell(context.catalogue, type.name, attribute),
      attribute: null,
      ...readFor(attribute),
      ...quietFor(context.catalogue, attribute),
      ...unitOf(attribute),
      isExtra: false,
      value,
      inFile: { title: foreignTitle(context, type, attribute), value },
      href: () => null,
      ...foreignParts(context, type, attribute, reached),
    },
  ];
}

/** Two types may have attributes with the same name. An import reads only those of its own type. */
function foreignTitle(
  { catalogue, locale }: ColumnContext,
  type: ObjectTypeMeta,
  attribute: AttributeMeta,
): string {
  return `${catalogue.typeName(type.name, locale)}: ${catalogue.attributeName(type.name, attribute.name, locale)}`;
}

/** Objects that values of other rows name: the rows themselves by their title, other objects by reference. */
function foreignParts(
  context: ColumnContext,
  type: ObjectTypeMeta,
  attribute: AttributeMeta,
  reached: (row: Row) => readonly Row[],
): Partial<Pick<ShownColumn, "value" | "parts">> {
  const to = attribute.refersTo;
  const isName = type.title.includes(attribute.name) || type.key.includes(attribute.name);
  if (!isName && to === null) return {};
  const parts = (row: Row): readonly Part[] =>
    once(reached(row).flatMap((other) => partsIn({ ...context, type }, attribute, other)));
  return { parts, value: (row) => textsOf(parts(row)) };
}

function linkColumn(context: ColumnContext, column: LinkColumn): ShownColumn {
  return {
    id: columnId(column),
    title: { key: column.text },
    cell: "link",
    attribute: null,
    isExtra: false,
    value: () => null,
    href: (row) => hrefOfTarget(column.link, context.source, row),
  };
}
