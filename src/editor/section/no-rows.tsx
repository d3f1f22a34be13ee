import type { ReactNode } from "react";
import { tableAnchor } from "#core/route/value-href";
import { nameInside, type TextKey } from "#core/text";
import { useLocale, useText } from "../../ui/text.ts";
import { RowControls } from "../planning/row-controls.tsx";
import type { TableSectionProps } from "./around-list.tsx";
import { FoldedLine, useSectionTitle, useSeesAll } from "./section-head.tsx";

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
