import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { Row } from "#contract/wire/json";
import { tableAnchor } from "#core/route/value-href";
import { MenuButton } from "../../ui/action/menu-button.tsx";
import { useText } from "../../ui/text.ts";
import { cellText } from "../cell/cell-text.ts";
import { Cell } from "../cell/cell.tsx";
import { shownTitle } from "../cell/value-text.ts";
import { useRowHistory } from "../history/use-row-history.tsx";
import { RowMark } from "../overlay/row-mark.tsx";
import { controlsFor, planningsOf } from "../planning/controls.ts";
import { usePlanner } from "../planning/planner.ts";
import { menuItemOf, RowControls } from "../planning/row-controls.tsx";
import { holds, type ValueSource } from "../screen/values.ts";
import { columnTitle, detailFields, type ShownColumn } from "../section/columns.ts";
import { leadsHere, withOpen } from "../section/opening.ts";
import {
  standsAside,
  useSectionScreen,
  useSectionStep,
  useValueSource,
  type SectionProps,
  type SectionScreen,
  type SectionStep,
} from "../section/section-context.ts";
import { useSectionTitle } from "../section/section-head.tsx";
import { hrefsIn } from "./own-fields.ts";

type Aside = SectionProps<"detail" | "table">["section"];

/** Sections of the screen whose only row stands in the side panel. */
function asideSections(shared: SectionScreen, source: ValueSource): readonly Aside[] {
  return shared.sections.filter(
    (section): section is Aside =>
      (section.kind === "detail" || section.kind === "table") &&
      standsAside(section, shared) &&
      holds(section.when, source),
  );
}

/** The sections in the side panel, and the addresses to which they lead. */
export function useAsides(found: SectionStep | null): {
  readonly asides: readonly Aside[];
  readonly hrefs: ReadonlySet<string>;
} {
  const shared = useSectionScreen();
  const { pathname } = useLocation();
  const source = useValueSource();
  const asides = asideSections(shared, source);
  const hrefs = asides.flatMap((section) => {
    const type = found?.typeOf(section.of) ?? null;
    const rows = shared.lists?.[section.of] ?? [];
    if (found === null || type === null) return [];
    const fields = asideFields(section, { ...found, type, rows }, pathname);
    return fields.flatMap((field) => rows.flatMap((row) => hrefsIn(field, row)));
  });
  return { asides, hrefs: new Set(hrefs) };
}

/** Facts of the only row of a section, the title first. They are the named ones, otherwise all, without empty ones and without links to the open page. */
function asideFields(section: Aside, found: SectionStep, pathname: string): readonly ShownColumn[] {
  const [row] = found.rows;
  if (row === undefined) return [];
  const titles = found.type.title;
  const isTable = section.kind === "table";
  const fields = detailFields(found, isTable ? section.columns : section.fields)
    .map((field) => (isTable ? withOpen({ section, found, pathname }, field, titles[0]) : field))
    .filter((field) => {
      const hrefs = hrefsIn(field, row);
      const isHere = hrefs.length > 0 && hrefs.every((href) => leadsHere(href, pathname));
      return !isHere && cellText(field.cell, field.value(row), found.locale) !== "";
    });
  const named = titles.flatMap((title) => fields.find(({ id }) => id === title) ?? []);
  return [...named, ...fields.filter((field) => !named.includes(field))];
}

interface AsideSectionProps {
  readonly section: Aside;
  readonly pathname: string;
}

/** The only row of a section as a small list of facts, with the actions of the row in a menu and those of the section below. */
export function AsideSection({ section, pathname }: AsideSectionProps): ReactNode {
  const say = useText();
  const found = useSectionStep(section.of);
  const title = useSectionTitle(section, found?.type ?? null);
  const row = found?.rows[0];
  if (found === null || row === undefined) return null;
  const fields = asideFields(section, found, pathname);
  const isTable = section.kind === "table";
  return (
    <section className="beside-row" id={tableAnchor(section.of)} aria-label={title}>
      <div className="beside-row-head">
        <h2 tabIndex={-1}>{title}</h2>
        <RowMark row={row} />
        {isTable && <RowMenu section={section} found={found} row={row} />}
      </div>
      <dl>
        {fields.map((field) => (
          <div key={field.id}>
            <dt className={fields.length === 1 ? "visually-hidden" : undefined}>{columnTitle(say, field)}</dt>
            <dd>
              <Cell column={field} row={row} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="section-folded beside-row-tools">
        <RowControls place={found} plannings={section.plan} row={isTable ? null : row} />
      </div>
    </section>
  );
}

interface RowMenuProps {
  readonly section: Aside;
  readonly found: SectionStep;
  readonly row: Row;
}

function RowMenu({ section, found, row }: RowMenuProps): ReactNode {
  const say = useText();
  const planner = usePlanner();
  const history = useRowHistory(found.type);
  const { catalogue, type, locale, source } = found;
  const items = [
    ...controlsFor(found, planningsOf(found, section.plan), row).map((one) => menuItemOf(one, say, planner)),
    ...history.items(row),
  ];
  if (items.length === 0) return null;
  const name = shownTitle(catalogue, type, row, locale, source.lists);
  return (
    <>
      <MenuButton icon="more" label={say("ui.table.rowMenu", { name })} items={items} />
      {history.dialog}
    </>
  );
}
