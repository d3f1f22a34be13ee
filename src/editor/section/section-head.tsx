import type { ReactNode } from "react";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import type { Section } from "#core/screen/screen";
import { useLocale, useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";

export interface SectionHeadProps {
  readonly section: Section;
  readonly type: ObjectTypeMeta | null;
  readonly children?: ReactNode;
}

/** Title of a section with its controls at the right; the default title is the label of its object type. */
export function SectionHead({ section, type, children }: SectionHeadProps): ReactNode {
  const { catalogue } = usePortal();
  const locale = useLocale();
  const say = useText();
  const own = section.title === undefined ? section.caption : say(section.title);
  return (
    <div className="section-head">
      <h2 tabIndex={-1}>{own ?? (type === null ? "" : catalogue.typeName(type.name, locale))}</h2>
      <div className="section-controls">{children}</div>
    </div>
  );
}
