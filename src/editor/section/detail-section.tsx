import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { Row } from "#contract/wire/json";
import type { Section } from "#core/screen/screen";
import { useText, useLocale } from "../../ui/text.ts";
import { namesBeside, ownFields } from "../beside/own-fields.ts";
import { cellText } from "../cell/cell-text.ts";
import { Cell } from "../cell/cell.tsx";
import { RowControls } from "../planning/row-controls.tsx";
import { useIsExpert } from "../portal.ts";
import { detailFields, type ShownColumn } from "./columns.ts";
import { leadsHere } from "./here.ts";
import { useSectionScreen, useSectionStep } from "./section-context.ts";
import { SectionHead } from "./section-head.tsx";
import "./section.css";

type DetailSectionData = Extract<Section, { readonly kind: "detail" }>;

interface DetailSectionProps {
  readonly section: DetailSectionData;
  /** The head of the page shows title and controls of this row. */
  readonly isHead: boolean;
}

/** All attributes of one row in two columns; empty ones for experts only. */
export function DetailSection({ section, isHead }: DetailSectionProps): ReactNode {
  const found = useSectionStep(section.of);
  const { lists } = useSectionScreen();
  const isExpert = useIsExpert();
  const locale = useLocale();
  const say = useText();
  const { pathname } = useLocation();
  const row = lists?.[section.of]?.[0];
  if (found === null || row === undefined) return null;
  const beside = isHead ? namesBeside(ownFields(found.columns, row, pathname)) : null;
  const fields = detailFields(found.columns, section.fields).filter(
    (field) =>
      beside?.has(field.attribute?.name ?? "") !== true &&
      (isExpert || cellText(field.cell, field.value(row), locale) !== ""),
  );
  const titleOfField = (field: ShownColumn): string =>
    "key" in field.title ? say(field.title.key) : field.title.plain;
  return (
    <section className="section">
      {!isHead && (
        <SectionHead section={section} type={found.type}>
          <RowControls place={found.place} plannings={section.plan} row={row} />
        </SectionHead>
      )}
      <dl className="detail">
        {fields.map((field) => (
          <div key={field.id} className={isLong(field, row) ? "detail-field detail-text" : "detail-field"}>
            <dt className="muted small">{titleOfField(field)}</dt>
            <dd>
              <Cell column={elsewhere(field, pathname)} row={row} locale={locale} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
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
