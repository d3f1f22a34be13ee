import type { ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import { useLocale, useText } from "../../ui/text.ts";
import { cellText } from "../cell/cell-text.ts";
import "./history.css";

/** `old → new`: the old value struck through, null said as "empty". */
export function OldNew({ old, now }: { readonly old: Json | undefined; readonly now: Json }): ReactNode {
  const say = useText();
  const locale = useLocale();
  const text = (value: Json): string => {
    if (typeof value === "boolean") return say(value ? "ui.common.yes" : "ui.common.no");
    return cellText("text", value, locale) || say("ui.common.empty");
  };
  return (
    <>
      {old !== undefined && (
        <>
          <del className="muted">{text(old)}</del> <span aria-hidden="true">→</span>{" "}
        </>
      )}
      <ins>{text(now)}</ins>
    </>
  );
}
