import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { Link } from "../../ui/layout/link.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { cellText } from "../cell/cell-text.ts";
import { PartLinks } from "../names/part.tsx";
import { usePortal } from "../portal.ts";
import { useSectionStep } from "../section/section-context.ts";
import type { Listed } from "./listed.ts";

/** What a table of the page tells: few links by name, otherwise a number that leads to the table. */
export function ListedField({ listed }: { readonly listed: Listed }): ReactNode {
  const { pathname } = useLocation();
  const locale = useLocale();
  const title = useTitle(listed);
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {"parts" in listed ? (
          <PartLinks parts={listed.parts} />
        ) : (
          <Link to={`${pathname}${listed.href}`} className="cell-number">
            {cellText("number", listed.count, locale)}
            {listed.isMore && "+"}
          </Link>
        )}
      </dd>
    </div>
  );
}

/** As its table is called. */
function useTitle({ section: { of, title, caption } }: Listed): string {
  const { catalogue } = usePortal();
  const say = useText();
  const locale = useLocale();
  const type = useSectionStep(of)?.type.name ?? "";
  return title === undefined ? (caption ?? catalogue.typeName(type, locale)) : say(title);
}
