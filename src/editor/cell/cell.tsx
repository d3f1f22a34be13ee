import type { ReactNode } from "react";
import type { Json, Row } from "#contract/wire/json";
import { namedValue } from "#core/catalogue/named-value";
import { CODE_TYPES } from "#core/form/field-rules";
import { referenceHref } from "#core/route/object-routes";
import type { Locale } from "#core/text";
import { Breakable } from "../../ui/breakable.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import { PartLinks } from "../names/part.tsx";
import type { ShownColumn } from "../section/columns.ts";
import { cellText } from "./cell-text.ts";
import { CopyValue, SecretValue } from "./copy-value.tsx";
import { textOf } from "./text-of.ts";
import { stringColour } from "./string-colour.ts";
import { Time } from "./time.tsx";
import { WifiButton } from "./wifi-button.tsx";
import "./cell.css";

export interface CellProps {
  readonly column: ShownColumn;
  readonly row: Row;
  readonly locale: Locale;
  /** In a row of a table controls inside a cell are reached by the row, not by Tab. */
  readonly isInGrid?: boolean;
}

/** A value drawn as its column says; null is nothing at all. */
export function Cell(props: CellProps): ReactNode {
  const { column, row, isInGrid = false } = props;
  const tabIndex = isInGrid ? -1 : 0;
  if (column.parts === undefined) return <Plain {...props} tabIndex={tabIndex} />;
  const className = isCode(column) ? "code" : undefined;
  return <PartLinks parts={column.parts(row)} tabIndex={tabIndex} className={className} />;
}

/** A value that is one text, which may lead somewhere. */
function Plain({ column, row, locale, tabIndex }: CellProps & { readonly tabIndex: number }): ReactNode {
  const value = column.value(row);
  const href = column.href(row);
  if (column.cell === "once") return <Once value={value} />;
  if (value === null && href === null) return null;
  if (href === null) return <Value column={column} value={value} locale={locale} tabIndex={tabIndex} />;
  const text = cellText(column.cell, namedValue(column.read, value, locale), locale);
  return (
    <Link to={href} tabIndex={tabIndex} className={linkClass(column)}>
      {column.cell === "time" && text !== "" ? (
        <Time text={text} locale={locale} />
      ) : (
        <Breakable text={text || textOf(row["gpk"]) || href} />
      )}
    </Link>
  );
}

function linkClass(column: ShownColumn): string | undefined {
  if (isCode(column)) return "code";
  return column.cell === "number" ? "cell-number" : undefined;
}

function isCode({ cell, attribute }: ShownColumn): boolean {
  return cell === "code" || (attribute !== null && CODE_TYPES.includes(attribute.data_type));
}

interface ValueProps {
  readonly column: ShownColumn;
  readonly value: Json;
  readonly locale: Locale;
  readonly tabIndex: number;
}

type Drawing = (props: ValueProps & { readonly text: string }) => ReactNode;

/** What is copied is what the API knows: of a name in other letters its stored form. */
const drawCopy: Drawing = ({ column, value, text, tabIndex }) => (
  <CopyValue text={text} copied={column.read === undefined ? text : textOf(value)} tabIndex={tabIndex} />
);

const drawCode: Drawing = ({ text }) => (
  <span className="code">
    <Breakable text={text} />
  </span>
);

/** Kinds with a look of their own; all others are plain text. */
const DRAWINGS: Partial<Readonly<Record<ShownColumn["cell"], Drawing>>> = {
  flag: ({ value, text }) => (typeof value === "boolean" ? <Flag value={value} /> : text),
  number: ({ text }) => <span className="cell-number">{text}</span>,
  unit: ({ column, text }) => (
    <span className="cell-number">
      {text} <span className="muted">{column.unit}</span>
    </span>
  ),
  time: ({ text, locale }) => <Time text={text} locale={locale} />,
  chip: ({ value, text }) => <Chip text={text} colour={stringColour(textOf(value))} />,
  code: (props) => (Array.isArray(props.value) ? drawCode(props) : drawCopy(props)),
  vni: drawCopy,
  list: ({ text }) => (
    <span className="code cell-list">
      <Breakable text={text} />
    </span>
  ),
  links: ({ column, value, tabIndex }) => (
    <Links column={column} values={Array.isArray(value) ? value : [value]} tabIndex={tabIndex} />
  ),
  secret: ({ text, tabIndex }) => <SecretValue text={text} tabIndex={tabIndex} />,
  wifiQr: ({ text, tabIndex }) => <WifiButton wpaKey={text} tabIndex={tabIndex} />,
  json: ({ value }) => <code className="cell-json">{JSON.stringify(value)}</code>,
};

function Value(props: ValueProps): ReactNode {
  const { column, value, locale } = props;
  const text = cellText(column.cell, namedValue(column.read, value, locale), locale);
  const draw = DRAWINGS[column.cell];
  return draw === undefined ? <Breakable text={text} /> : draw({ ...props, text });
}

function Flag({ value }: { readonly value: boolean }): ReactNode {
  const say = useText();
  if (!value) return <span className="cell-flag muted">{say("ui.common.no")}</span>;
  return (
    <span className="cell-flag">
      <Icon name="check" size={14} />
      {say("ui.common.yes")}
    </span>
  );
}

function Chip({ text, colour }: { readonly text: string; readonly colour: string }): ReactNode {
  if (text === "") return null;
  return (
    <span className="cell-chip">
      <span className="cell-dot" style={{ background: colour }} aria-hidden="true" />
      {text}
    </span>
  );
}

function Links({
  column,
  values,
  tabIndex,
}: {
  readonly column: ShownColumn;
  readonly values: readonly Json[];
  readonly tabIndex: number;
}): ReactNode {
  const to = column.attribute?.refersTo ?? null;
  return (
    <span className="cell-list">
      {values.map((one, at) => {
        const text = one === null ? "" : textOf(one);
        const href = to === null ? null : referenceHref(to.object, to.attribute, one);
        return (
          <span key={text}>
            {at > 0 ? ", " : null}
            {href === null ? (
              text
            ) : (
              <Link to={href} tabIndex={tabIndex}>
                {text}
              </Link>
            )}
          </span>
        );
      })}
    </span>
  );
}

function Once({ value }: { readonly value: Json }): ReactNode {
  const say = useText();
  if (typeof value === "string" && value !== "") return <CopyValue text={value} tabIndex={0} />;
  return <span className="muted">{say("editor.cell.onceGone")}</span>;
}
