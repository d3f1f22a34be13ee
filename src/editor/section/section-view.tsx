import { memo, Suspense, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { hasTest } from "#contract/condition";
import type { Row } from "#contract/wire/json";
import type { Condition, Section } from "#core/screen/screen";
import { Loading } from "../../ui/feedback/loading.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { later } from "../../ui/layout/later.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useText, useLocale } from "../../ui/text.ts";
import { namesBeside, ownFields } from "../beside/own-fields.ts";
import { cellText } from "../cell/cell-text.ts";
import { Cell } from "../cell/cell.tsx";
import { RowControls } from "../planning/row-controls.tsx";
import { usePortal, useIsExpert } from "../portal.ts";
import { holds, readsValues, hrefOfTarget } from "../screen/values.ts";
import { detailFields, type ShownColumn } from "./columns.ts";
import { leadsHere } from "./here.ts";
import { useSectionScreen, useValueSource, useSectionStep } from "./section-context.ts";
import { SectionHead } from "./section-head.tsx";
import { TableSection } from "./table-section.tsx";
import { TabsSection } from "./tabs-section.tsx";
import "./section.css";

const HistorySection = later(
  "history-section",
  async () => (await import("../history/history-section.tsx")).HistorySection,
);

const PathSection = later("path-section", async () => (await import("./path-section.tsx")).PathSection);
const Addresses = later(
  "addresses-section",
  async () => (await import("../addresses/addresses-section.tsx")).AddressesSection,
);

const CorrectionsSection = later(
  "corrections-section",
  async () => (await import("./corrections-section.tsx")).CorrectionsSection,
);

/** Loads the parts that draw a history. */
export const fetchHistory = HistorySection.fetch;

const EntriesSection = later(
  "entries-section",
  async () => (await import("./entries-section.tsx")).EntriesSection,
);

interface SectionViewProps {
  readonly section: Section;
  readonly headOf: string | null;
}

/** One section of a screen, if its condition holds. Conditions over rows wait for the rows. */
export const SectionView = memo(function SectionView({ section, headOf }: SectionViewProps): ReactNode {
  const source = useValueSource();
  const { lists } = useSectionScreen();
  if ((lists === null && needsRows(section.when)) || !holds(section.when, source)) return null;
  return draw(section, headOf);
});

function needsRows(condition: Condition | undefined): boolean {
  return condition !== undefined && hasTest(condition, readsValues);
}

function draw(section: Section, headOf: string | null): ReactNode {
  switch (section.kind) {
    case "detail":
      return <DetailSection section={section} isHead={section.of === headOf} />;
    case "table":
      return <TableSection section={section} />;
    case "tabs":
      return <TabsSection section={section} />;
    case "note":
      return <NoteSection section={section} />;
    case "addresses":
      return (
        <Suspense fallback={<Loading />}>
          <Addresses section={section} />
        </Suspense>
      );
    case "history":
      return (
        <Suspense fallback={<Loading />}>
          <HistorySection of={section.of} isTransaction={section.isTransaction === true} />
        </Suspense>
      );
    case "entries":
      return (
        <Suspense fallback={<Loading />}>
          <EntriesSection section={section} />
        </Suspense>
      );
    case "corrections":
      return (
        <Suspense fallback={<Loading />}>
          <CorrectionsSection section={section} />
        </Suspense>
      );
    case "path":
      return (
        <Suspense fallback={<Loading />}>
          <PathSection section={section} />
        </Suspense>
      );
  }
}

type NoteSectionData = Extract<Section, { readonly kind: "note" }>;

/** A sentence with at most one link. */
function NoteSection({ section }: { readonly section: NoteSectionData }): ReactNode {
  const say = useText();
  const source = useValueSource();
  const href = section.action === undefined ? null : hrefOfTarget(section.action.to, source);
  const { firstName } = usePortal();
  const text =
    section.greeting === undefined || firstName === null
      ? say(section.text)
      : say(section.greeting, { name: firstName });
  if (section.tone === undefined && section.action === undefined) return <p>{text}</p>;
  return (
    <Note
      tone={section.tone ?? "info"}
      action={
        section.action !== undefined && href !== null ? (
          <Link to={href} className="button button-primary">
            {say(section.action.text)}
          </Link>
        ) : null
      }
    >
      {text}
    </Note>
  );
}

type DetailSectionData = Extract<Section, { readonly kind: "detail" }>;

interface DetailSectionProps {
  readonly section: DetailSectionData;
  /** The head of the page shows title and controls of this row. */
  readonly isHead: boolean;
}

/** All attributes of one row in two columns; empty ones for experts only. */
function DetailSection({ section, isHead }: DetailSectionProps): ReactNode {
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
