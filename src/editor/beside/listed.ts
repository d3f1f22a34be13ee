import { LIMITS } from "#contract/limits";
import type { Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { isLinkType } from "#core/catalogue/link-type";
import { rowHref } from "#core/route/object-routes";
import { tableAnchor } from "#core/route/value-href";
import type { Part } from "../names/named.ts";
import type { ColumnContext } from "../section/columns.ts";
import { partsOfAttribute } from "../section/named-parts.ts";
import type { SectionProps } from "../section/section-context.ts";

/** Summary of a table of the page: the other ends of a few links, otherwise the number of rows. */
export type Listed = SectionProps<"table"> &
  (
    | { readonly parts: readonly Part[] }
    | {
        readonly count: number;
        readonly isMore: boolean;
        readonly href: string;
        /** Pages of the rows, if they are few. */
        readonly hrefs: readonly string[] | null;
      }
  );

const FEW = 3;

/** Null for a table without rows. */
export function listedIn(
  section: SectionProps<"table">["section"],
  context: ColumnContext,
  step: Step,
): Listed | null {
  const rows: readonly Row[] = context.source.lists[section.of] ?? [];
  if (rows.length === 0) return null;
  const end = otherEnd(context, step);
  if (end !== null && rows.length <= FEW) {
    return { section, parts: rows.flatMap((row) => partsOfAttribute(context, end, row)) };
  }
  const isMore = section.isLong === true && rows.length > LIMITS.longListRows;
  const count = isMore ? LIMITS.longListRows : rows.length;
  const hrefs = rows.length <= FEW ? rows.map((row) => rowHref(context.type.name, row)) : null;
  return { section, count, isMore, href: `#${tableAnchor(section.of)}`, hrefs };
}

/** The attribute of a link with its other end; the step filters by the first one. */
function otherEnd({ type }: ColumnContext, { old = {} }: Step): string | null {
  const others = isLinkType(type) ? type.key.filter((name) => old[name] === undefined) : [];
  return others.length === 1 ? (others[0] ?? null) : null;
}
