import type { ReactNode } from "react";
import { tableAnchor } from "#core/route/value-href";
import type { Section } from "#core/screen/screen";
import { nameInside, type TextKey } from "#core/text";
import { useLocale, useText } from "../../ui/text.ts";
import { RowControls } from "../planning/row-controls.tsx";
import { usePortal } from "../portal.ts";
import { FoldedLine } from "./folded-line.tsx";
import type { SectionStep } from "./section-context.ts";
import { useSeesAll } from "./use-sees-all.ts";

export type TableSectionData = Extract<Section, { readonly kind: "table" }>;

interface NoRowsProps {
  readonly section: TableSectionData;
  readonly found: SectionStep;
}

/** An empty table on a page with more as one line: "No VXLANs · New VXLAN". */
export function NoRows({ section, found }: NoRowsProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const label = useLabel(section, found);
  const seesAll = useSeesAll(found.type);
  const title = section.title === undefined ? label : nameInside(label, locale);
  return (
    <FoldedLine
      id={tableAnchor(section.of)}
      text={section.empty === undefined ? say(noneOf(section, seesAll), { title }) : say(section.empty)}
    >
      <RowControls place={found.place} plannings={section.plan} row={null} />
    </FoldedLine>
  );
}

/** Labels from the metadata are singular, so they stand alone. */
function noneOf({ title }: TableSectionData, seesAll: boolean): TextKey {
  if (title === undefined) return seesAll ? "editor.section.noneCalled" : "editor.section.noneSeenCalled";
  return seesAll ? "editor.section.none" : "editor.section.noneSeen";
}

export function useLabel(section: TableSectionData, { type }: SectionStep): string {
  const { catalogue } = usePortal();
  const say = useText();
  const locale = useLocale();
  const title = section.title === undefined ? section.caption : say(section.title);
  return title ?? catalogue.typeName(type.name, locale);
}
