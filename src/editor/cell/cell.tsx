import type { ReactNode } from "react";
import { isList, type Json } from "#contract/wire/json";
import { namedValue } from "#core/catalogue/named-value";
import { drawnType } from "#core/form/data-type";
import { orElse } from "../../ui/feedback/error-boundary.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { later } from "../../ui/layout/later.tsx";
import { PartLinks } from "../names/part.tsx";
import { useMarks } from "../overlay/marks.ts";
import type { ShownColumn } from "../section/columns.ts";
import type { CellProps } from "./cell-props.ts";
import { cellText, storedText, textOf } from "./cell-text.ts";
import { CopyValue, QuietText } from "./copy-value.tsx";
import { Time } from "./time.tsx";
import "./cell.css";

/** A value drawn as its column says; null draws nothing. A planned change shows the value before it too. */
export function Cell(props: CellProps): ReactNode {
  const before = useMarks().get(props.row)?.before;
  const present = <Present {...props} />;
  return before ? orElse(present, <ChangedValue {...props} before={before} Value={Present} />) : present;
}

function Present(props: CellProps): ReactNode {
  const { column, row, isInGrid = false } = props;
  const tabIndex = isInGrid ? -1 : 0;
  if (column.parts === undefined) return <Plain {...props} tabIndex={tabIndex} />;
  const className = column.isKeyed !== true && isCode(column) ? "code" : undefined;
  return (
    <PartLinks parts={column.parts(row)} tabIndex={tabIndex} className={className} quiet={column.quiet} />
  );
}

/** An empty list draws nothing either, so that its name does not stand alone on a phone. */
export function isNothing(value: Json): boolean {
  return value === null || (isList(value) && value.length === 0);
}

/** A single text, perhaps with a link. */
function Plain(props: CellProps & { readonly tabIndex: number }): ReactNode {
  const { column, row, tabIndex } = props;
  const locale = useLocale();
  const value = column.value(row);
  const href = column.href(row);
  if (column.cell === "once") return <Once value={value} />;
  if (href === null) return isNothing(value) ? null : <Value {...props} value={value} />;
  const text = cellText(column.cell, namedValue(column.read, value, locale), locale);
  return (
    <Link to={href} tabIndex={tabIndex} className={linkClass(column)}>
      {column.cell === "time" && text !== "" ? (
        <Time text={text} />
      ) : (
        <QuietText text={text || textOf(row["gpk"]) || href} quiet={column.quiet} />
      )}
    </Link>
  );
}

function linkClass(column: ShownColumn): string | undefined {
  if (isCode(column)) return "code";
  return column.cell === "number" ? "cell-number" : undefined;
}

function isCode({ cell, attribute }: ShownColumn): boolean {
  return cell === "code" || (attribute !== null && drawnType(attribute.data_type).cell === "code");
}

interface ValueProps extends CellProps {
  readonly value: Json;
  readonly tabIndex: number;
}

/** Number of colours for known values in `cell.css`. */
const COLOURS = 8;

/** Colour number of a known value, by its place among the known values. Null for any other text, because its colour would mean nothing. */
function kindOf({ attribute }: ShownColumn, value: Json): number | null {
  const place = Object.keys(attribute?.value_language_dict ?? {}).findIndex((known) => known === value);
  return place === -1 ? null : (place % COLOURS) + 1;
}

type Drawing = (props: ValueProps & { readonly text: string }) => ReactNode;

/** Copies the stored form of a name, which the API knows. */
const drawCopy: Drawing = ({ column, value, text, tabIndex }) => (
  <CopyValue
    text={text}
    copied={column.read === undefined ? text : storedText(value)}
    quiet={column.quiet}
    tabIndex={tabIndex}
  />
);

const drawCode: Drawing = ({ column, text }) => (
  <span className="code">
    <QuietText text={text} quiet={column.quiet} />
  </span>
);

/** Kinds of cells with a drawing of their own; all others are plain text. */
const DRAWINGS: Partial<Readonly<Record<ShownColumn["cell"], Drawing>>> = {
  flag: ({ value, text }) => (typeof value === "boolean" ? <Flag value={value} /> : text),
  // Zeros would hide the numbers that matter, so they are not shown.
  number: ({ column, text }) => (
    <span className={column.isCount === true && text === "0" ? "visually-hidden" : "cell-number"}>
      {text}
    </span>
  ),
  unit: ({ column, text }) => (
    <span className="cell-number">
      {text} <span className="muted">{column.unit}</span>
    </span>
  ),
  time: ({ text }) => <Time text={text} />,
  chip: ({ column, value, text }) => <Chip text={text} kind={kindOf(column, value)} />,
  code: (props) => (Array.isArray(props.value) ? drawCode(props) : drawCopy(props)),
  vni: drawCopy,
  list: ({ column, text }) => (
    <span className="code cell-list">
      <QuietText text={text} quiet={column.quiet} />
    </span>
  ),
  secret: ({ value, tabIndex }) => orElse(null, <SecretValue text={storedText(value)} tabIndex={tabIndex} />),
  wifiQr: ({ text, tabIndex }) => orElse(null, <WifiButton wpaKey={text} tabIndex={tabIndex} />),
  json: ({ value, isInGrid }) => {
    const line = <code className="cell-json">{JSON.stringify(value)}</code>;
    return isInGrid === true ? line : orElse(line, <JsonBlock value={value} />);
  },
};

function Value(props: ValueProps): ReactNode {
  const { column, value } = props;
  const locale = useLocale();
  const text = cellText(column.cell, namedValue(column.read, value, locale), locale);
  const draw = DRAWINGS[column.cell];
  return draw === undefined ? <QuietText text={text} quiet={column.quiet} /> : draw({ ...props, text });
}

function Flag({ value }: { readonly value: boolean }): ReactNode {
  const say = useText();
  return (
    <span className={value ? "cell-flag" : "cell-flag muted"}>
      {value && <Icon name="check" size={14} />}
      {say(value ? "ui.common.yes" : "ui.common.no")}
    </span>
  );
}

function Chip({ text, kind }: { readonly text: string; readonly kind: number | null }): ReactNode {
  if (kind === null) return text;
  // A chip is for words that readers recognise at a glance, not for sentences, which have to be read.
  if (text.endsWith(".")) return <span className="cell-sentence">{text}</span>;
  return (
    <span className="cell-chip">
      <span className={`cell-dot is-kind-${String(kind)}`} aria-hidden="true" />
      {text}
    </span>
  );
}

function Once({ value }: { readonly value: Json }): ReactNode {
  const say = useText();
  if (typeof value === "string" && value !== "") return <CopyValue text={value} tabIndex={0} />;
  return <span className="muted">{say("editor.cell.onceGone")}</span>;
}

const ChangedValue = later(
  "planned-marks",
  async () => (await import("../overlay/planned-marks.tsx")).ChangedValue,
);
const JsonBlock = later("rare-values", async () => (await import("./rare-values.tsx")).JsonBlock);
const SecretValue = later("rare-values", async () => (await import("./rare-values.tsx")).SecretValue);
const WifiButton = later("wifi-button", async () => (await import("./wifi-button.tsx")).WifiButton);
