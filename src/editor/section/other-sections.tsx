import type { ReactNode } from "react";
import { BarsSection } from "../bars/bars-section.tsx";
import { TreeSection } from "../tree/tree-section.tsx";
import { AnswersSection } from "./answers-section.tsx";
import { CorrectionsSection } from "./corrections-section.tsx";
import { DoorSection } from "./door-section.tsx";
import { EntriesSection } from "./entries-section.tsx";
import { PathSection } from "./path-section.tsx";
import type { SectionProps } from "./section-context.ts";

/** Sections that few pages have, in one part of the build. */
export function OtherSection({
  section,
}: SectionProps<"answers" | "bars" | "corrections" | "door" | "entries" | "path" | "tree">): ReactNode {
  switch (section.kind) {
    case "answers":
      return <AnswersSection section={section} />;
    case "bars":
      return <BarsSection section={section} />;
    case "corrections":
      return <CorrectionsSection section={section} />;
    case "door":
      return <DoorSection section={section} />;
    case "entries":
      return <EntriesSection section={section} />;
    case "path":
      return <PathSection section={section} />;
    case "tree":
      return <TreeSection section={section} />;
  }
}
