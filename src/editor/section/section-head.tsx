import type { ReactNode } from "react";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { readsAll } from "#core/catalogue/reads-all";
import type { Section } from "#core/screen/screen";
import { useAccount } from "../portal/account.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useWords } from "../portal/words.ts";
import "./section.css";

export interface SectionHeadProps {
  readonly section: Section;
  readonly type: ObjectTypeMeta | null;
  readonly children?: ReactNode;
}

/** Title of a section; the default is the label of its object type, for a list in the plural. */
export function useSectionTitle({ title, caption, kind }: Section, type: ObjectTypeMeta | null): string {
  const { say, locale, catalogue } = useWords();
  const own = title === undefined ? caption : say(title);
  const name = kind === "table" ? "typePlural" : "typeName";
  return own ?? (type === null ? "" : catalogue[name](type.name, locale));
}

/** Title of a section with its controls at the right. */
export function SectionHead({ section, type, children }: SectionHeadProps): ReactNode {
  return (
    <div className="section-head">
      <h2 tabIndex={-1}>{useSectionTitle(section, type)}</h2>
      <div className="section-controls">{children}</div>
    </div>
  );
}

interface FoldedLineProps {
  readonly id?: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** An empty section as one line. */
export function FoldedLine({ id, text, children }: FoldedLineProps): ReactNode {
  return (
    <section className="section-folded" id={id}>
      <h2 tabIndex={-1}>{text}</h2>
      {children !== undefined && <div className="folded-controls">{children}</div>}
    </section>
  );
}

/** True if the account sees all rows of the type. */
export function useSeesAll(type: ObjectTypeMeta): boolean {
  const catalogue = useCatalogue();
  const { visitor } = useAccount();
  return readsAll(catalogue, type.name, visitor.permissions);
}
