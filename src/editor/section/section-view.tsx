import { memo, Suspense, type ReactNode } from "react";
import type { Condition, Section } from "#core/screen/screen";
import { Loading } from "../../ui/feedback/loading.tsx";
import { later } from "../../ui/layout/later.tsx";
import { holds } from "../screen/values.ts";
import { DetailSection } from "./detail-section.tsx";
import { NoteSection } from "./note-section.tsx";
import { useSectionScreen, useValueSource } from "./section-context.ts";
import { TableSection } from "./table-section.tsx";
import { TabsSection } from "./tabs-section.tsx";

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

/** Loads what the history of an object is drawn by. */
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
  return typeof condition === "object" && ("rows" in condition || "value" in condition);
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
