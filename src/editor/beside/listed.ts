import { LIMITS } from "#contract/limits";
import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { tableAnchor } from "#core/route/value-href";
import type { Section } from "#core/screen/screen";
import type { Part } from "../names/named.ts";
import { isLinkType, partsOfAttribute, type ColumnContext } from "../section/columns.ts";

type TableSection = Extract<Section, { readonly kind: "table" }>;

/** What a table of the page tells beside it: the other ends of few links by name, otherwise how many rows there are. */
export type Listed =
  | { readonly section: TableSection; readonly parts: readonly Part[] }
  | {
      readonly section: TableSection;
      readonly count: number;
      readonly isMore: boolean;
      readonly href: string;
    };

/** Links that are told by name; of more there is a number. */
const FEW = 3;

/** Null where the table has no rows. */
export function listedIn(
  section: TableSection,
  { context, step, lists }: { readonly context: ColumnContext; readonly step: Step; readonly lists: Lists },
): Listed | null {
  const rows: readonly Row[] = lists[section.of] ?? [];
  if (rows.length === 0) return null;
  const end = otherEnd(context, step);
  if (end !== null && rows.length <= FEW) {
    return { section, parts: rows.flatMap((row) => partsOfAttribute(context, end, row)) };
  }
  const isMore = section.isLong === true && rows.length > LIMITS.longListRows;
  const count = isMore ? LIMITS.longListRows : rows.length;
  return { section, count, isMore, href: `#${tableAnchor(section.of)}` };
}

/** The attribute of a link that names what is at its other end; the step holds this one fast. */
function otherEnd({ type }: ColumnContext, { old = {} }: Step): string | null {
  const others = isLinkType(type) ? type.key.filter((name) => old[name] === undefined) : [];
  return others.length === 1 ? (others[0] ?? null) : null;
}
