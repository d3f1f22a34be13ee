import { Fragment, useState, type ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import { namedValue } from "#core/catalogue/named-value";
import { rowHref } from "#core/route/object-routes";
import { rowsOf, type LinesShape } from "#core/screen/columns";
import type { LinesData } from "#core/screen/screen";
import type { Locale } from "#core/text";
import { Button } from "../../ui/action/button.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { cellText } from "../cell/cell-text.ts";
import { textOf } from "../cell/text-of.ts";
import { Time } from "../cell/time.tsx";
import { hrefOfTarget } from "../screen/values.ts";
import { detailFields, type ColumnContext, type ShownColumn } from "../section/columns.ts";
import { useSectionScreen, useSectionStep } from "../section/section-context.ts";
import { ShareOfRow } from "./share-of-row.tsx";

interface LinesOfRowsProps {
  readonly shape: LinesShape;
  readonly data: LinesData;
}

/** Rows of a step, one below the other. */
export function LinesOfRows({ shape, data }: LinesOfRowsProps): ReactNode {
  const say = useText();
  const found = useSectionStep(shape.of);
  const rows = rowsOf(shape, useSectionScreen().lists ?? {});
  const [showsAll, setShowsAll] = useState(false);
  if (found === null) return null;
  const isCut = !showsAll && rows.length > shape.most;
  const shown = isCut ? rows.slice(0, shape.most) : rows;
  return (
    <>
      <h3>{say(data.title)}</h3>
      <ul>
        {shown.map((row) => (
          <Line key={textOf(row["gpk"])} data={data} row={row} context={found.columns} />
        ))}
      </ul>
      {isCut && (
        <More data={data} context={found.columns} count={rows.length} onAll={() => setShowsAll(true)} />
      )}
    </>
  );
}

interface MoreProps {
  readonly data: LinesData;
  readonly context: ColumnContext;
  readonly count: number;
  readonly onAll: () => void;
}

/** Leads to the other rows, or unfolds them. */
function More({ data: { more }, context, count, onAll }: MoreProps): ReactNode {
  const say = useText();
  const href = more === undefined ? null : hrefOfTarget(more.to, context.source);
  return (
    <div className="part-line">
      {more === undefined || href === null ? (
        <Button look="quiet" onClick={onAll}>
          {say("editor.columns.all", { count })}
        </Button>
      ) : (
        <Link to={href}>{say(more.text)}</Link>
      )}
    </div>
  );
}

interface LineProps {
  readonly data: LinesData;
  readonly row: Row;
  readonly context: ColumnContext;
}

function Line({ data, row, context }: LineProps): ReactNode {
  const locale = useLocale();
  const [main] = detailFields(context, [data.main]);
  if (main === undefined) return null;
  const notes = detailFields(context, data.notes).filter((note) => textIn(note, row, context) !== "");
  const { text, href } = linkOf(data, main, row, context);
  const head = (
    <>
      {href === null ? (
        <span className="part-main">{text}</span>
      ) : (
        <Link to={href} className="part-main" title={text}>
          {text}
        </Link>
      )}
      <span className="part-notes">
        {notes.map((note, at) => (
          <Fragment key={note.id}>
            {at > 0 && " · "}
            <Note note={note} row={row} context={context} locale={locale} />
          </Fragment>
        ))}
      </span>
    </>
  );
  if (data.share === undefined) return <li className="part-line">{head}</li>;
  return (
    <li className="part-share">
      <span className="part-head">{head}</span>
      <ShareOfRow share={data.share} row={row} type={context.type.name} />
    </li>
  );
}

function linkOf(data: LinesData, main: ShownColumn, row: Row, context: ColumnContext) {
  const [named] = main.parts?.(row) ?? [];
  const target = data.open === undefined ? null : hrefOfTarget(data.open, context.source, row);
  return {
    text: named?.text ?? textIn(main, row, context),
    href: target ?? named?.href ?? main.href(row) ?? rowHref(context.type.name, row),
  };
}

interface NoteProps {
  readonly note: ShownColumn;
  readonly row: Row;
  readonly context: ColumnContext;
  readonly locale: Locale;
}

function Note({ note, row, context, locale }: NoteProps): ReactNode {
  const text = textIn(note, row, context);
  return note.cell === "time" ? <Time text={text} locale={locale} /> : text;
}

/** The value as text; the name of an object type is its label. */
function textIn(column: ShownColumn, row: Row, { catalogue, locale }: ColumnContext): string {
  const value = column.value(row);
  if (column.attribute?.data_type === "fq_name" && typeof value === "string")
    return catalogue.typeName(value, locale);
  return cellText(column.cell, namedValue(column.read, value, locale), locale);
}
