import type { ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import { namedValue } from "#core/catalogue/named-value";
import { tableAnchor } from "#core/route/value-href";
import { useLocale, useText } from "../../ui/text.ts";
import { cellText } from "../cell/cell-text.ts";
import { Cell } from "../cell/cell.tsx";
import { detailFields, type ShownColumn } from "./columns.ts";
import { FoldedLine, SectionHead } from "./section-head.tsx";
import { useSectionStep, type SectionProps } from "./section-context.ts";
import "./entries-section.css";

/** Actions and comments of people, one entry after the other, each with its full text. */
export function EntriesSection({ section }: SectionProps<"entries">): ReactNode {
  const found = useSectionStep(section.of);
  const say = useText();
  if (found === null) return null;
  if (found.rows.length === 0) return <FoldedLine id={tableAnchor(section.of)} text={say(section.empty)} />;
  const { at, by, from, to, also, text } = section;
  const [moment, person, before, after, words, was, is] = detailFields(found, [
    at,
    by,
    from,
    to,
    text,
    ...(also === undefined ? [] : [also.from, also.to]),
  ]);
  return (
    <section className="section" id={tableAnchor(section.of)}>
      <SectionHead section={section} type={found.type} />
      <ol className="entries">
        {found.rows.map((row, index) => (
          <li key={index} className="entry">
            <p className="entry-head">
              <Change before={before} after={after} row={row} />
              {also !== undefined && <Change before={was} after={is} none={say(also.none)} row={row} />}
              <span className="muted">
                <Value column={moment} row={row} /> · <Value column={person} row={row} />
              </span>
            </p>
            <p className="entry-text">
              <Value column={words} row={row} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface ValueProps {
  readonly column: ShownColumn | undefined;
  readonly row: Row;
}

function Value({ column, row }: ValueProps): ReactNode {
  return column === undefined ? null : <Cell column={{ ...column, href: () => null }} row={row} />;
}

interface ChangeProps {
  readonly before: ShownColumn | undefined;
  readonly after: ShownColumn | undefined;
  /** The text for a missing value. */
  readonly none?: string;
  readonly row: Row;
}

/** Values before and after, if they differ. */
function Change({ before, after, none = "", row }: ChangeProps): ReactNode {
  const locale = useLocale();
  const textIn = (column: ShownColumn | undefined): string =>
    column === undefined
      ? ""
      : cellText(
          column.cell === "secret" ? "secret" : "text",
          namedValue(column.read, column.value(row), locale),
          locale,
        );
  const [was, is] = [textIn(before), textIn(after)];
  if (was === is) return null;
  return (
    <span className="entry-change">
      {was || none} → {is || none}
    </span>
  );
}
