import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { Screen } from "#core/screen/screen";
import { orElse } from "../../ui/feedback/error-boundary.tsx";
import { later, Meanwhile } from "../../ui/layout/later.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useSectionScreen, useSectionStep } from "../section/section-context.ts";

const ObjectHead = later("beside", async () => (await import("../beside/object-parts.ts")).ObjectHead);

export interface ScreenHeadProps {
  readonly screen: Screen;
  readonly name: string | null;
  readonly title: string;
}

/** Head of the page: the object's title once known, key facts, and controls. */
export function ScreenHead({ screen, name, title }: ScreenHeadProps): ReactNode {
  const { pathname } = useLocation();
  const found = useSectionStep(screen.current?.of ?? "");
  const { current } = useSectionScreen();
  const plain = <PageHeader title={name ?? title} focusKey={pathname} />;
  if (current === null || found === null) return plain;
  return orElse(
    plain,
    <Meanwhile value={plain}>
      <ObjectHead screen={screen} found={found} row={current} focusKey={pathname} />
    </Meanwhile>,
  );
}
