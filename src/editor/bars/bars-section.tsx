import { useMemo, type ReactNode } from "react";
import { barGroups, sumOf, type Bar, type BarGroup, type Share } from "#core/bars/bars";
import type { Row } from "#contract/wire/json";
import { Link } from "../../ui/layout/link.tsx";
import { PictureTable, type PictureTableProps } from "../../ui/picture/picture-table.tsx";
import { ShareBar, ShareSign } from "../../ui/picture/share-bar.tsx";
import { intlTag, useText, type Say } from "../../ui/text.ts";
import { cellText, textOf } from "../cell/cell-text.ts";
import { partsOfAttribute } from "../section/named-parts.ts";
import { useSectionStep, type SectionProps, type SectionStep } from "../section/section-context.ts";
import { SectionHead } from "../section/section-head.tsx";
import { columnTitle, detailFields } from "../section/columns.ts";
import "./bars.css";

/** Bars whose units all have the same length, with their numbers and a table of the rows. Without rows there is no section. */
export function BarsSection({ section }: SectionProps<"bars">): ReactNode {
  const found = useSectionStep(section.of);
  return found === null || found.rows.length === 0 ? null : <Bars section={section} found={found} />;
}

/** Bars that are shown without opening their group. */
const MOST_OPEN = 40;

const LEGEND = ["part", "rest"] as const;

function Bars({ section, found }: BarsOfSection): ReactNode {
  const say = useText();
  const groups = useMemo(
    () =>
      barGroups(found.rows, {
        ...section,
        titleOf: (row) => partsOfAttribute(found, section.bar, row)[0]?.text ?? "",
      }),
    [section, found],
  );
  const { whole, part } = sumOf(groups);
  const counts = { part, rest: whole - part };
  const bars = groups.flatMap((group) => group.bars);
  const most = Math.max(...bars.map(({ whole }) => whole));
  const isLong = bars.length > MOST_OPEN;
  const label = section.title === undefined ? "" : say(section.title);
  return (
    <section className="section bars">
      <SectionHead section={section} type={found.type} />
      <ul className="bars-legend" aria-label={say("editor.bars.legend")}>
        {LEGEND.map((kind) => (
          <li key={kind}>
            <ShareSign kind={kind} />
            {counts[kind].toLocaleString(intlTag(found.locale))} {say(section.words[kind])}
          </li>
        ))}
      </ul>
      {groups.map((group) => (
        <Group
          key={textOf(group.value)}
          group={group}
          isLong={isLong}
          most={most}
          section={section}
          found={found}
        />
      ))}
      <PictureTable label={label} {...barTable({ section, found }, groups, say)} />
    </section>
  );
}

interface GroupProps extends BarsOfSection {
  readonly group: BarGroup;
  readonly isLong: boolean;
  readonly most: number;
}

/** The bars of a group below its name. If there are many bars, a group shows only its sum until it is opened. */
function Group({ group, isLong, most, section, found }: GroupProps): ReactNode {
  const title = groupTitle({ section, found }, group);
  const bars = (
    <ul className="bars-list" aria-label={title}>
      {group.bars.map((bar) => (
        <BarLine key={bar.id} bar={bar} most={most} section={section} found={found} />
      ))}
    </ul>
  );
  return isLong ? (
    <details className="bars-group">
      <summary>
        <span className="bars-name">{title}</span>
        <ShareBar {...group} most={group.whole} />
        <Numbers share={group} />
      </summary>
      {bars}
    </details>
  ) : (
    <div className="bars-group">
      <h3>
        {title} <Numbers share={group} />
      </h3>
      {bars}
    </div>
  );
}

interface BarLineProps extends BarsOfSection {
  readonly bar: Bar;
  readonly most: number;
}

/** Name, bar and numbers of an object, with a description of its rows. */
function BarLine({ bar, most, section, found }: BarLineProps): ReactNode {
  const say = useText();
  const [first] = bar.rows;
  const [part] = first === undefined ? [] : partsOfAttribute(found, section.bar, first);
  // The page says what all places have in common.
  const name = bar.title.slice(bar.title.lastIndexOf("/") + 1);
  const kinds = bar.rows.map((row) => {
    const share = { part: Number(row[section.part]), whole: Number(row[section.whole]) };
    const words = kindOf({ section, found }, row).filter((word) => word !== "");
    return [...words, say("editor.bars.share", share)].join(" ");
  });
  return (
    <li className="bars-line">
      <span className="bars-name" title={bar.title}>
        {part?.href == null ? name : <Link to={part.href}>{name}</Link>}
      </span>
      <ShareBar {...bar} most={most} />
      <Numbers share={bar} />
      <span className="bars-kinds muted small">{kinds.join(" · ")}</span>
    </li>
  );
}

function Numbers({ share: { whole, part } }: { readonly share: Share }): ReactNode {
  const say = useText();
  return <span className="bars-numbers muted">{say("editor.bars.share", { part, whole })}</span>;
}

interface BarsOfSection extends SectionProps<"bars"> {
  readonly found: SectionStep;
}

function groupTitle({ section, found }: BarsOfSection, { value }: BarGroup): string {
  const { catalogue, type, locale } = found;
  return `${catalogue.attributeName(type.name, section.group, locale)} ${value === null ? "–" : textOf(value)}`;
}

/** Values that distinguish a row of a bar from the others, column by column. */
function kindOf({ section, found }: BarsOfSection, row: Row): readonly string[] {
  return detailFields(found, section.by).map((field) => {
    const text = cellText(field.cell, field.value(row), found.locale);
    return text === "" || field.unit === undefined ? text : `${text} ${field.unit}`;
  });
}

/** The rows of all bars in their order, with their numbers. */
function barTable(
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
