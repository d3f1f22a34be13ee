import { Suspense, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { Row } from "#contract/wire/json";
import type { Screen } from "#core/screen/screen";
import { strongPart } from "#core/catalogue/title";
import { later } from "../../ui/layout/later.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { shownTitle } from "../cell/value-text.ts";
import { RowControls } from "../planning/row-controls.tsx";
import { usePortal } from "../portal.ts";
import { useSectionScreen, useSectionStep, type SectionStep } from "../section/section-context.ts";
import { currentDetail, keyFacts, type KeyFact } from "./key-facts.ts";

const PinButton = later("beside", async () => (await import("../beside/object-parts.ts")).PinButton);

export interface ScreenHeadProps {
  readonly screen: Screen;
  readonly name: string | null;
  /** Title of a page without an object. */
  readonly title: string;
}

/** Title of the page: the object's names once they are known, its key facts, and what can be planned with it. */
export function ScreenHead({ screen, name, title }: ScreenHeadProps): ReactNode {
  const { pathname } = useLocation();
  const found = useSectionStep(screen.current?.of ?? "");
  const { current } = useSectionScreen();
  if (current === null || found === null) return <PageHeader title={name ?? title} focusKey={pathname} />;
  return <ObjectHead screen={screen} found={found} row={current} focusKey={pathname} />;
}

function drawFact({ text, href, isBeside }: KeyFact): ReactNode {
  if (!isBeside) return text;
  if (href === null) return <span className="is-beside">{text}</span>;
  return (
    <Link to={href} className="is-beside">
      {text}
    </Link>
  );
}

interface ObjectHeadProps {
  readonly screen: Screen;
  readonly found: SectionStep;
  readonly row: Row;
  readonly focusKey: string;
}

function ObjectHead({ screen, found, row, focusKey }: ObjectHeadProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { catalogue } = usePortal();
  const detail = currentDetail(screen);
  const title = shownTitle(catalogue, found.type, row, locale, found.columns.source.lists);
  const facts = keyFacts(found.columns, detail?.fields, { row, title, pathname: focusKey }, (key) =>
    say(key),
  );
  return (
    <PageHeader
      title={title}
      strong={strongPart(found.type, title, row)}
      facts={facts.map(drawFact)}
      mark={
        <Suspense fallback={null}>
          <PinButton title={title} />
        </Suspense>
      }
      focusKey={focusKey}
      {...(detail === null
        ? {}
        : { actions: <RowControls place={found.place} plannings={detail.plan} row={row} isHead /> })}
    />
  );
}
