import type { ReactNode } from "react";
import type { Bar, Share } from "#core/bars/bars";
import { Link } from "../../ui/layout/link.tsx";
import { ShareBar } from "../../ui/picture/share-bar.tsx";
import { useText } from "../../ui/text.ts";
import { partsOfAttribute } from "../section/named-parts.ts";
import { kindOf, type BarsOfSection } from "./told.ts";

export interface BarLineProps extends BarsOfSection {
  readonly bar: Bar;
  readonly most: number;
}

/** Name, bar and numbers of an object, and what its rows are. */
export function BarLine({ bar, most, section, found }: BarLineProps): ReactNode {
  const say = useText();
  const [first] = bar.rows;
  const [part] = first === undefined ? [] : partsOfAttribute(found.columns, section.bar, first);
  // The page says what all places have in common.
  const name = bar.title.slice(bar.title.lastIndexOf("/") + 1);
  const kinds = bar.rows.map((row) => {
    const share = { part: Number(row[section.part]), whole: Number(row[section.whole]) };
    const words = kindOf(section, found, row).filter((word) => word !== "");
    return [...words, say("editor.bars.share", share)].join(" ");
  });
  return (
    <li className="bars-line">
      <span className="bars-name" title={bar.title}>
        {part?.href == null ? name : <Link to={part.href}>{name}</Link>}
      </span>
      <ShareBar {...bar} most={most} />
      <Numbers share={bar} />
      <span className="bars-kinds muted small">{kinds.join(" · ")}</span>
    </li>
  );
}

export function Numbers({ share: { whole, part } }: { readonly share: Share }): ReactNode {
  const say = useText();
  return <span className="bars-numbers muted">{say("editor.bars.share", { part, whole })}</span>;
}
