import type { Row } from "#contract/wire/json";
import type { BarGroup } from "#core/bars/bars";
import type { PictureTableProps } from "../../ui/picture/picture-table.tsx";
import { intlTag, type Say } from "../../ui/text.ts";
import { cellText } from "../cell/cell-text.ts";
import { textOf } from "../cell/text-of.ts";
import { columnTitle, detailFields } from "../section/columns.ts";
import { partsOfAttribute } from "../section/named-parts.ts";
import type { SectionProps, SectionStep } from "../section/section-context.ts";

export interface BarsOfSection extends SectionProps<"bars"> {
  readonly found: SectionStep;
}

export function groupTitle({ section, found }: BarsOfSection, { value }: BarGroup): string {
  const { catalogue, type, locale } = found;
  return `${catalogue.attributeName(type.name, section.group, locale)} ${value === null ? "–" : textOf(value)}`;
}

/** What tells a row of a bar from the others, column by column. */
export function kindOf({ section, found }: BarsOfSection, row: Row): readonly string[] {
  return detailFields(found, section.by).map((field) => {
    const text = cellText(field.cell, field.value(row), found.locale);
    return text === "" || field.unit === undefined ? text : `${text} ${field.unit}`;
  });
}

/** The rows of all bars in their order, with their numbers. */
export function barTable(
  { section, found }: BarsOfSection,
  groups: readonly BarGroup[],
  say: Say,
): Pick<PictureTableProps, "columns" | "rows"> {
  const { catalogue, type, locale } = found;
  const name = (attribute: string): string => catalogue.attributeName(type.name, attribute, locale);
  const number = (value: number): string => value.toLocaleString(intlTag(locale));
  return {
    columns: [
      { title: name(section.bar) },
      { title: name(section.group) },
      ...detailFields(found, section.by).map((field) => ({ title: columnTitle(say, field) })),
      { title: name(section.whole), isNumber: true },
      { title: say(section.words.part), isNumber: true },
      { title: say(section.words.rest), isNumber: true },
    ],
    rows: groups.flatMap(({ value, bars }) =>
      bars.flatMap((bar) =>
        bar.rows.map((row) => {
          const [whole, part] = [Number(row[section.whole]), Number(row[section.part])];
          const [object] = partsOfAttribute(found, section.bar, row);
          return {
            id: textOf(row["gpk"]),
            cells: [
              { text: bar.title, href: object?.href ?? null },
              textOf(value),
              ...kindOf({ section, found }, row),
              number(whole),
              number(part),
              number(whole - part),
            ],
          };
        }),
      ),
    ),
  };
}
