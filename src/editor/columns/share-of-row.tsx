import type { ReactNode } from "react";
import type { Json, Row } from "#contract/wire/json";
import type { Share } from "#core/screen/columns";
import { barParts, countsIn, trendOf } from "#core/screen/figures";
import { useLocale, useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";
import "./trend-line.css";

interface ShareOfRowProps {
  readonly share: Share;
  readonly row: Row;
  readonly type: string;
}

/** Numbers of a row as a bar and as words, with their history; of an unknown whole only the numbers. */
export function ShareOfRow({ share, row, type }: ShareOfRowProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { catalogue } = usePortal();
  const counts = countsIn(row, share.parts);
  const rest = row[share.rest];
  const percent = row[share.percent];
  const isWhole = typeof rest === "number" && typeof percent === "number";
  const told = [...share.parts, share.rest].flatMap((name) => {
    const count = row[name];
    const isTold = typeof count === "number" && (count > 0 || name === share.rest || name === share.parts[0]);
    return isTold ? [`${catalogue.attributeName(type, name, locale)} ${count.toLocaleString(locale)}`] : [];
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
  // A line that never moved looks like a rule; its place stays for the lines of its neighbours.
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
