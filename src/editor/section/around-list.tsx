import type { ReactNode } from "react";
import { tableAnchor } from "#core/route/value-href";
import { nameInside, type TextKey } from "#core/text";
import { orElse } from "../../ui/feedback/error-boundary.tsx";
import { later } from "../../ui/layout/later.tsx";
import { useIsIdle } from "../../ui/layout/when-idle.ts";
import { useLocale, useText } from "../../ui/text.ts";
import type { SavedViewsProps } from "../saved-views/saved-views.tsx";
import { RowControls } from "../planning/row-controls.tsx";
import { FoldedLine, useSectionTitle, useSeesAll } from "./section-head.tsx";
import type { SectionProps, SectionStep } from "./section-context.ts";

const SavedViews = later(
  "saved-views",
  async () => (await import("../saved-views/saved-views.tsx")).SavedViews,
);

/** Few lists have such notes. */
export const ListNotes = later("list-notes", async () => (await import("./list-notes.tsx")).ListNotes);

/** The saved views of a list, which load after its rows are drawn. Without them the list stays as it is. */
export function ViewsOfList(props: SavedViewsProps): ReactNode {
  const isIdle = useIsIdle(SavedViews.isThere());
  return isIdle && orElse(null, <SavedViews {...props} />);
}

export interface TableSectionProps extends SectionProps<"table"> {
  readonly found: SectionStep;
}

/** An empty table on a page with more as one line: "No VXLANs · New VXLAN". */
export function NoRows({ section, found }: TableSectionProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const label = useSectionTitle(section, found.type);
  const seesAll = useSeesAll(found.type);
  const title = section.title === undefined ? label : nameInside(label, locale);
  return (
    <FoldedLine
      id={tableAnchor(section.of)}
      text={section.empty === undefined ? say(noneOf(section, seesAll), { title }) : say(section.empty)}
    >
      <RowControls place={found} plannings={section.plan} row={null} />
    </FoldedLine>
  );
}

/** Labels from the metadata may be singular, so they stand alone. */
function noneOf({ title }: TableSectionProps["section"], seesAll: boolean): TextKey {
  if (title === undefined) return seesAll ? "editor.section.noneCalled" : "editor.section.noneSeenCalled";
  return seesAll ? "editor.section.none" : "editor.section.noneSeen";
}
