import type { ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import { trendOf } from "#core/screen/figures";
import { useText } from "../../ui/text.ts";
import "./trend-line.css";

/** Numbers over time as a small line; a text for screen readers and the tooltip say what it shows. */
export function TrendLine({ value }: { readonly value: Json }): ReactNode {
  const say = useText();
  const trend = trendOf(value);
  if (trend === null) return null;
  const { least, most, last, steps, path } = trend;
  const label =
    least === most
      ? say("editor.trend.even", { last, days: steps })
      : say("editor.trend.told", { least, most, last, days: steps });
  return (
    <span className="trend" title={label}>
      <span className="visually-hidden">{label}</span>
      <svg viewBox={`0 -0.15 ${String(steps)} 1.3`} preserveAspectRatio="none" aria-hidden="true">
        <path d={path} />
      </svg>
    </span>
  );
}
