import type { ReactNode } from "react";
import type { Section } from "#core/screen/screen";
import { HistorySection } from "../history/history-section.tsx";
import { holds } from "../screen/values.ts";
import { DetailSection } from "./detail-section.tsx";
import { NoteSection } from "./note-section.tsx";
import { useSectionScreen, useValueSource } from "./section-context.ts";
import { TableSection } from "./table-section.tsx";
import { TabsSection } from "./tabs-section.tsx";

/** One section of a screen, if its condition holds. Conditions over rows wait for the rows. */
export function SectionView({
  section,
  headOf,
}: {
  readonly section: Section;
  readonly headOf: string | null;
}): ReactNode {
  const source = useValueSource();
  const { lists } = useSectionScreen();
  const needsRows = typeof section.when === "object" && ("rows" in section.when || "value" in section.when);
  if ((needsRows && lists === null) || !holds(section.when, source)) return null;
  switch (section.kind) {
    case "detail":
      return <DetailSection section={section} isHead={section.of === headOf} />;
    case "table":
      return <TableSection section={section} />;
    case "tabs":
      return <TabsSection section={section} />;
    case "note":
      return <NoteSection section={section} />;
    case "history":
      return <HistorySection of={section.of} />;
    case "path":
      // Drawn with the ports of the network documentation, whose types are not in the catalogue.
      return null;
  }
}
