import { Fragment, useState, type ReactNode } from "react";
import type { Json, Row } from "#contract/wire/json";
import { namedValue } from "#core/catalogue/named-value";
import { rowHref } from "#core/route/object-routes";
import { rowsOf, type LinesShape, type Share } from "#core/screen/columns";
import { barParts, countsIn, trendOf } from "#core/screen/figures";
import type { LinesData } from "#core/screen/screen";
import { Button } from "../../ui/action/button.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { intlTag, useText } from "../../ui/text.ts";
import { cellText, textOf } from "../cell/cell-text.ts";
import { Time } from "../cell/time.tsx";
import { RowMark } from "../overlay/row-mark.tsx";
import { hrefOfTarget } from "../screen/values.ts";
import { detailFields, type ColumnContext, type ShownColumn } from "../section/columns.ts";
import { useSectionStep } from "../section/section-context.ts";
import "./trend-line.css";

interface LinesOfRowsProps {
  readonly shape: LinesShape;
  readonly data: LinesData;
}

/** Rows of a step, one below the other. */
export function LinesOfRows({ shape, data }: LinesOfRowsProps): ReactNode {
  const say = useText();
  const found = useSectionStep(shape.of);
  const [showsAll, setShowsAll] = useState(false);
  if (found === null) return null;
  const rows = rowsOf(shape, found.source.lists);
  const isCut = !showsAll && rows.length > shape.most;
  const shown = isCut ? rows.slice(0, shape.most) : rows;
  return (
    <>
      {groupsOf(data, shown).map(({ title, rows: group }) => (
        <Fragment key={title}>
          <h3>{say(title)}</h3>
          <ul>
            {group.map((row) => (
              <Line key={textOf(row["gpk"])} data={data} row={row} context={found} />
            ))}
          </ul>
        </Fragment>
      ))}
      {isCut && <More data={data} context={found} count={rows.length} onAll={() => setShowsAll(true)} />}
    </>
  );
}

/** The first rows under their own title, and the others. */
function groupsOf({ title, first }: LinesData, rows: readonly Row[]) {
  const isFirst = (row: Row): boolean => first !== undefined && Number(row[first.attr]) >= first.least;
  return [
    { title: first?.title ?? title, rows: rows.filter(isFirst) },
    { title, rows: rows.filter((row) => !isFirst(row)) },
  ].filter((group) => group.rows.length > 0);
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
  const [main] = detailFields(context, [data.main]);
  if (main === undefined) return null;
  const { text, href } = linkOf(data, main, row, context);
  const head = (
    <>
      <RowMark row={row} />
      {href === null ? (
        <span className="part-main">{text}</span>
      ) : (
        <Link to={href} className="part-main" title={text}>
          {text}
        </Link>
      )}
      <Notes data={data} row={row} context={context} />
    </>
  );
  if (data.share === undefined) return <li className="part-line">{head}</li>;
  return (
    <li className="part-share">
      <span className="part-head">{head}</span>
      <ShareOfRow share={data.share} row={row} context={context} />
    </li>
  );
}

/** The muted values of a line, and its number in words. */
function Notes({ data: { notes, number }, row, context }: LineProps): ReactNode {
  const say = useText();
  const count = number === undefined ? null : row[number.attr];
  const told = detailFields(context, notes).map(({ id, cell, ...note }) => {
    const text = textIn({ id, cell, ...note }, row, context);
    return { id, text, drawn: cell === "time" ? <Time text={text} /> : text };
  });
  if (number !== undefined && typeof count === "number") {
    const text = say(number.text, { count });
    told.push({ id: number.attr, text, drawn: text });
  }
  return (
    <span className="part-notes">
      {told
        .filter(({ text }) => text !== "")
        .map(({ id, drawn }, at) => (
          <Fragment key={id}>
            {at > 0 && " · "}
            {drawn}
          </Fragment>
        ))}
    </span>
  );
}

function linkOf(data: LinesData, main: ShownColumn, row: Row, context: ColumnContext) {
  const [named] = main.parts?.(row) ?? [];
  const target = data.open === undefined ? null : hrefOfTarget(data.open, context.source, row);
  return {
    text: named?.text ?? textIn(main, row, context),
    href: target ?? named?.href ?? main.href(row) ?? rowHref(context.catalogue, context.type.name, row),
  };
}

/** The value as text; the name of an object type is its label. */
function textIn(column: ShownColumn, row: Row, { catalogue, locale }: ColumnContext): string {
  const value = column.value(row);
  if (column.attribute?.data_type === "fq_name" && typeof value === "string")
    return catalogue.typeName(value, locale);
  return cellText(column.cell, namedValue(column.read, value, locale), locale);
}

interface ShareOfRowProps {
  readonly share: Share;
  readonly row: Row;
  readonly context: ColumnContext;
}

/** Numbers of a row as a bar and as words, with their history. If the whole is unknown, only the numbers are shown. */
function ShareOfRow({ share, row, context }: ShareOfRowProps): ReactNode {
  const say = useText();
  const { catalogue, type, locale } = context;
  const counts = countsIn(row, share.parts);
  const rest = row[share.rest];
  const percent = row[share.percent];
  const isWhole = typeof rest === "number" && typeof percent === "number";
  const told = [...share.parts, share.rest].flatMap((name) => {
    const count = row[name];
    const isTold = typeof count === "number" && (count > 0 || name === share.rest || name === share.parts[0]);
    return isTold
      ? [`${catalogue.attributeName(type.name, name, locale)} ${count.toLocaleString(intlTag(locale))}`]
      : [];
  });
  return (
    <>
      <span className="part-percent">{isWhole && say("editor.columns.percent", { percent })}</span>
      {isWhole ? <Bar counts={counts} rest={rest} /> : <span />}
      <TrendLine value={row[share.history] ?? null} />
      <span className="part-told">{told.join(" · ")}</span>
    </>
  );
}

/** The numbers stand beside it as text. */
function Bar({ counts, rest }: { readonly counts: readonly number[]; readonly rest: number }): ReactNode {
  return (
    <svg className="part-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      {barParts(counts, rest).map(({ from, width }, at) => (
        <rect key={at} className={`part-bar-${String(at)}`} x={from} width={width} height="8" />
      ))}
    </svg>
  );
}

/** Numbers over time as a small line; a text for screen readers and the tooltip say what it shows. */
function TrendLine({ value }: { readonly value: Json }): ReactNode {
  const say = useText();
  const trend = trendOf(value);
  if (trend === null) return null;
  const { least, most, last, steps, path } = trend;
  // A flat line looks like a separator and is not drawn. Its empty place keeps the lines of the other rows aligned.
  if (least === most)
    return (
      <span>
        <span className="visually-hidden">{say("editor.trend.even", { last, days: steps })}</span>
      </span>
    );
  const label = say("editor.trend.told", { least, most, last, days: steps });
  return (
    <span className="trend" title={label}>
      <span className="visually-hidden">{label}</span>
      <svg viewBox={`0 -0.15 ${String(steps)} 1.3`} preserveAspectRatio="none" aria-hidden="true">
        <path d={path} />
      </svg>
    </span>
  );
}
