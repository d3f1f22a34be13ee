import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { titleOf } from "#core/catalogue/title";
import type { Screen, Section } from "#core/screen/screen";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { RowControls } from "../planning/row-controls.tsx";
import { useSectionScreen, useSectionStep } from "../section/section-context.ts";

export interface ScreenHeadProps {
  readonly screen: Screen;
  readonly name: string | null;
  /** Title of a page without an object. */
  readonly title: string;
}

type DetailSection = Extract<Section, { readonly kind: "detail" }>;

/** Title of the page: the object's names once they are known, and what can be planned with it. */
export function ScreenHead({ screen, name, title }: ScreenHeadProps): ReactNode {
  const { pathname } = useLocation();
  const of = screen.current?.of ?? "";
  const found = useSectionStep(of);
  const { current } = useSectionScreen();
  const shown = current === null || found === null ? (name ?? title) : titleOf(found.type, current);
  const detail = screen.sections.find(
    (section): section is DetailSection => section.kind === "detail" && section.of === of,
  );
  const hasControls = found !== null && current !== null && detail !== undefined;
  return (
    <PageHeader
      title={shown}
      focusKey={pathname}
      actions={
        hasControls ? (
          <RowControls place={found.place} plannings={detail.plan} row={current} isHead />
        ) : undefined
      }
    />
  );
}
