import { useMemo, type ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import { barGroups, sumOf, type BarGroup } from "#core/bars/bars";
import { PictureTable } from "../../ui/picture/picture-table.tsx";
import { ShareBar, ShareSign } from "../../ui/picture/share-bar.tsx";
import { intlTag, useLocale, useText } from "../../ui/text.ts";
import { textOf } from "../cell/text-of.ts";
import { partsOfAttribute } from "../section/named-parts.ts";
import { useSectionScreen, useSectionStep } from "../section/section-context.ts";
import { SectionHead } from "../section/section-head.tsx";
import { BarLine, Numbers } from "./bar-line.tsx";
import { barTable, groupTitle, type BarsData, type BarsOfSection } from "./told.ts";
import "./bars.css";

export interface BarsSectionProps {
  readonly section: BarsData;
}

const NO_ROWS: readonly Row[] = [];

/** Bars of one length per unit, with their numbers and a table of the rows. Absent without rows. */
export function BarsSection({ section }: BarsSectionProps): ReactNode {
  const found = useSectionStep(section.of);
  const { lists } = useSectionScreen();
  const rows = lists?.[section.of] ?? NO_ROWS;
  if (found === null || rows.length === 0) return null;
  return <Bars section={section} found={found} rows={rows} />;
}

/** Bars that are shown without opening their group. */
const MOST_OPEN = 40;

function Bars({ section, found, rows }: BarsOfSection & { readonly rows: readonly Row[] }): ReactNode {
  const say = useText();
  const { columns } = found;
  const groups = useMemo(
    () =>
      barGroups(rows, {
        ...section,
        titleOf: (row) => partsOfAttribute(columns, section.bar, row)[0]?.text ?? "",
      }),
    [rows, section, columns],
  );
  const all = sumOf(groups);
  const bars = groups.flatMap((group) => group.bars);
  const most = Math.max(...bars.map(({ whole }) => whole));
  const isLong = bars.length > MOST_OPEN;
  const label = section.title === undefined ? "" : say(section.title);
  return (
    <section className="section bars">
      <SectionHead section={section} type={found.type} />
      <ul className="bars-legend" aria-label={say("editor.bars.legend")}>
        <LegendItem kind="part" word={say(section.words.part)} count={all.part} />
        <LegendItem kind="rest" word={say(section.words.rest)} count={all.whole - all.part} />
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
      <PictureTable label={label} {...barTable(section, found, groups, say)} />
    </section>
  );
}

function LegendItem({
  kind,
  word,
  count,
}: {
  readonly kind: "part" | "rest";
  readonly word: string;
  readonly count: number;
}): ReactNode {
  const tag = intlTag(useLocale());
  return (
    <li>
      <ShareSign kind={kind} />
      {count.toLocaleString(tag)} {word}
    </li>
  );
}

interface GroupProps extends BarsOfSection {
  readonly group: BarGroup;
  readonly isLong: boolean;
  readonly most: number;
}

/** The bars of a group below its name; of many bars each group shows its sum until it is opened. */
function Group({ group, isLong, most, section, found }: GroupProps): ReactNode {
  const title = groupTitle(section, found, group);
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
