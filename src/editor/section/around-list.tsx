import type { ReactNode } from "react";
import { orElse } from "../../ui/feedback/error-boundary.tsx";
import { later } from "../../ui/layout/later.tsx";
import { useIsIdle } from "../../ui/layout/when-idle.ts";
import type { LatePartProps } from "../saved-views/saved-views.tsx";
import type { SectionProps, SectionStep } from "./section-context.ts";

const LatePart = later("saved-views", async () => (await import("../saved-views/saved-views.tsx")).LatePart);

/** A part of a list that loads after its rows are drawn. Without it the list stays as it is. */
export function LateInList(props: LatePartProps): ReactNode {
  const isIdle = useIsIdle(LatePart.isThere());
  return isIdle && orElse(null, <LatePart {...props} />);
}

export interface TableSectionProps extends SectionProps<"table"> {
  readonly found: SectionStep;
}
