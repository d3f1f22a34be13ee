import type { ReactNode } from "react";
import { DependenciesSection } from "../dependencies/dependencies-section.tsx";
import { HistorySection } from "../history/history-section.tsx";
import { DetailSection } from "./detail-section.tsx";
import type { SectionProps } from "./section-context.ts";

export interface ObjectSectionProps extends SectionProps<"dependencies" | "detail" | "history"> {
  /** The step whose attributes stand in the head of the page. */
  readonly headOf: string | null;
}

/** Sections that the pages of all objects have. */
export function ObjectSection({ section, headOf }: ObjectSectionProps): ReactNode {
  switch (section.kind) {
    case "dependencies":
      return <DependenciesSection section={section} />;
    case "detail":
      return <DetailSection section={section} isHead={section.of === headOf} />;
    case "history":
      return <HistorySection section={section} />;
  }
}
