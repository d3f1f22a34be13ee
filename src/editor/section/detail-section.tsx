import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { Row } from "#contract/wire/json";
import { useText, useLocale } from "../../ui/text.ts";
import { hrefsIn, isInTitle, namesBeside, ownFields } from "../beside/own-fields.ts";
import { useAsides } from "../beside/aside-section.tsx";
import { cellText } from "../cell/cell-text.ts";
import { Cell } from "../cell/cell.tsx";
import { RowControls } from "../planning/row-controls.tsx";
import { useIsExpert } from "../portal.ts";
import { columnTitle, detailFields, type ShownColumn } from "./columns.ts";
import { leadsHere } from "./opening.ts";
import { standsAside, useSectionScreen, useSectionStep, type SectionProps } from "./section-context.ts";
import { SectionHead } from "./section-head.tsx";
import "./section.css";

interface DetailSectionProps extends SectionProps<"detail"> {
  /** The head of the page shows title and controls of this row. */
  readonly isHead: boolean;
}

/** All attributes of one row in two columns; empty ones for experts only. */
export function DetailSection({ section, isHead }: DetailSectionProps): ReactNode {
  const found = useSectionStep(section.of);
  const { hrefs } = useAsides(found);
  const isAside = standsAside(section, useSectionScreen());
  const isExpert = useIsExpert();
  const locale = useLocale();
  const say = useText();
  const { pathname } = useLocation();
  const row = found?.rows[0];
  const before = row === undefined ? null : (found?.marks.get(row)?.before ?? null);
  if (found === null || row === undefined || isAside) return null;
  const beside = isHead ? namesBeside(ownFields(found, row, pathname)) : null;
  const isTold = (field: ShownColumn): boolean =>
    isToldAside(field, row, hrefs) ||
    beside?.has(field.attribute?.name ?? "") === true ||
    (isHead && !isExpert && [row, before ?? row].every((one) => isInTitle(found, field, one)));
  const fields = detailFields(found, section.fields).filter(
    (field) =>
      !isTold(field) &&
      (isExpert || [row, before ?? row].some((one) => cellText(field.cell, field.value(one), locale) !== "")),
  );
  if (fields.length === 0 && isHead) return null;
  return (
    <section className="section">
      {!isHead && (
        <SectionHead section={section} type={found.type}>
          <RowControls place={found} plannings={section.plan} row={row} />
        </SectionHead>
      )}
      <dl className="detail">
        {fields.map((field) => (
          <div key={field.id} className={isLong(field, row) ? "detail-field detail-text" : "detail-field"}>
            <dt className="muted small">{columnTitle(say, field)}</dt>
            <dd>
              <Cell column={elsewhere(field, pathname)} row={row} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** True if the field only leads to what the side panel tells anyway. */
function isToldAside(field: ShownColumn, row: Row, aside: ReadonlySet<string>): boolean {
  const hrefs = hrefsIn(field, row);
  return hrefs.length > 0 && hrefs.every((href) => aside.has(href));
}

/** Texts of several lines take the whole width and keep their lines. */
function isLong(field: ShownColumn, row: Row): boolean {
  const value = field.value(row);
  return typeof value === "string" && value.includes("\n");
}

/** A page does not link to itself. */
function elsewhere(field: ShownColumn, pathname: string): ShownColumn {
  const away = (href: string | null): string | null =>
    href === null || leadsHere(href, pathname) ? null : href;
  const { parts } = field;
  return {
    ...field,
    href: (row) => away(field.href(row)),
    ...(parts === undefined
      ? {}
      : { parts: (row) => parts(row).map((part) => ({ ...part, href: away(part.href) })) }),
  };
}
