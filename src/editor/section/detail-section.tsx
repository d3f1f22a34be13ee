import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { Row } from "#contract/wire/json";
import { useText, useLocale } from "../../ui/text.ts";
import { hrefsIn, isInTitle, namesBeside, ownFields } from "../beside/own-fields.ts";
import { useAsides } from "../beside/aside-section.tsx";
import { cellText } from "../cell/cell-text.ts";
import { Cell } from "../cell/cell.tsx";
import { RowControls } from "../planning/row-controls.tsx";
import { useIsExpert } from "../portal/form-prefs.ts";
import { columnTitle, detailFields, type ShownColumn } from "./columns.ts";
import { leadsHere } from "./opening.ts";
import {
  standsAside,
  useSectionScreen,
  useSectionStep,
  type SectionProps,
  type SectionStep,
} from "./section-context.ts";
import { SectionHead } from "./section-head.tsx";
import "./section.css";

interface DetailSectionProps extends SectionProps<"detail"> {
  /** The head of the page shows title and controls of this row. */
  readonly isHead: boolean;
}

/** Attributes of one row in two columns. Only experts see empty ones and those that the page shows elsewhere. */
export function DetailSection({ section, isHead }: DetailSectionProps): ReactNode {
  const found = useSectionStep(section.of);
  const isAside = standsAside(section, useSectionScreen());
  const row = found?.rows[0];
  if (found === null || row === undefined || isAside) return null;
  return <Sheet section={section} isHead={isHead} found={found} row={row} />;
}

interface SheetProps extends DetailSectionProps {
  readonly found: SectionStep;
  readonly row: Row;
}

function Sheet(props: SheetProps): ReactNode {
  const { section, isHead, found, row } = props;
  const say = useText();
  const { pathname } = useLocation();
  const fields = useFields(props);
  if (fields.length === 0 && section.text === undefined && isHead) return null;
  return (
    <section className="section">
      {!isHead && (
        <SectionHead section={section} type={found.type}>
          <RowControls place={found} plannings={section.plan} row={row} />
        </SectionHead>
      )}
      {section.text !== undefined && <p>{section.text}</p>}
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

/** The shown fields, which depend on present and planned values. */
function useFields({ section, isHead, found, row }: SheetProps): readonly ShownColumn[] {
  const isExpert = useIsExpert();
  const locale = useLocale();
  const { pathname } = useLocation();
  const { hrefs } = useAsides(found);
  const told = isHead ? namesBeside(ownFields(found, row, pathname)) : new Set<string>();
  const rows = [row, found.marks.get(row)?.before ?? row];
  const isFilled = (field: ShownColumn): boolean =>
    rows.some((one) => cellText(field.cell, field.value(one), locale) !== "");
  const isInHead = (field: ShownColumn): boolean =>
    isHead && rows.every((one) => isInTitle(found, field, one));
  return detailFields(found, section.fields)
    .filter((field) => !told.has(field.attribute?.name ?? "") && !isToldAside(field, row, hrefs))
    .filter((field) => isExpert || (isFilled(field) && !isInHead(field)));
}

/** True if the field only leads to what the side panel already shows. */
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
