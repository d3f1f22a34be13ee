import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { Row } from "#contract/wire/json";
import { rowHref } from "#core/route/object-routes";
import type { Screen } from "#core/screen/screen";
import { LIMITS } from "#contract/limits";
import type { Step } from "#contract/wire/step";
import { isLinkType } from "#core/catalogue/link-type";
import { tableAnchor } from "#core/route/value-href";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import { Cell } from "../cell/cell.tsx";
import { textOf } from "../cell/cell-text.ts";
import { Time } from "../cell/time.tsx";
import { PartLinks } from "../names/part.tsx";
import { HISTORY } from "../screen/complete-steps.ts";
import { holds, hrefOfTarget } from "../screen/values.ts";
import { columnTitle, detailFields, type ColumnContext, type ShownColumn } from "../section/columns.ts";
import { leadsHere } from "../section/opening.ts";
import {
  standsAside,
  useSectionScreen,
  useSectionStep,
  type SectionProps,
  type SectionStep,
} from "../section/section-context.ts";
import { useSectionTitle } from "../section/section-head.tsx";
import { AsideSection, useAsides } from "./aside-section.tsx";
import { hrefsIn, ownFields, type OwnFields } from "./own-fields.ts";
import type { Part } from "../names/named.ts";
import { partsOfAttribute } from "../section/named-parts.ts";
import { peopleIn, Responsible } from "./people.tsx";
import "./beside.css";

export interface BesideProps {
  readonly screen: Screen;
}

/** The side panel of an object: related objects, dependents, responsible people, the last change. */
export function Beside({ screen }: BesideProps): ReactNode {
  const found = useSectionStep(screen.current?.of ?? "");
  const { current } = useSectionScreen();
  const say = useText();
  // An empty panel keeps its space while rows are loading.
  const row = current ?? (screen.current?.isOptional === true ? NO_ROW : null);
  if (found === null || row === null) return <div className="side-column" />;
  return (
    <section className="side-column beside" aria-label={say("editor.beside.title")}>
      <Told screen={screen} found={found} row={row} />
    </section>
  );
}

/** An object that is not stored has no fields of its own, but it has people and objects around it. */
const NO_ROW: Row = {};

interface ToldProps extends BesideProps {
  readonly found: SectionStep;
  readonly row: Row;
}

function Told({ screen, found, row }: ToldProps): ReactNode {
  const { pathname } = useLocation();
  const { asides, hrefs: aside } = useAsides(found);
  const own = ownFields(found, row, pathname);
  const related = [...own.related, ...detailFields(found, screen.current?.beside?.related ?? [])].filter(
    (field) => !hrefsIn(field, row).some((href) => aside.has(href)),
  );
  const taken = takenBy(screen, found, asides, pathname);
  const people = peopleIn(screen.current?.beside?.people ?? [], found);
  const told = new Set([
    ...related.flatMap((field) => hrefsIn(field, row)),
    ...people.map(({ href }) => href),
  ]);
  const listed = useListed(screen, found, own, row).filter((one) => {
    const hrefs = "parts" in one ? one.parts.map(({ href }) => href) : one.hrefs;
    return hrefs === null || hrefs.some((href) => href === null || !told.has(href));
  });
  const glance = (
    <>
      <dl>
        {related.map((field) => (
          <Field key={field.id} field={field} row={row} />
        ))}
        {listed.map((one) => ("parts" in one ? <ListedField key={one.section.of} listed={one} /> : null))}
        {own.counts
          .filter((field) => isElsewhere(field.href(row), pathname, taken))
          .map((field) => (
            <Field key={field.id} field={field} row={row} />
          ))}
        {listed.map((one) => ("parts" in one ? null : <ListedField key={one.section.of} listed={one} />))}
        <Responsible people={people} />
        <LastChange />
      </dl>
      <Links screen={screen} found={found} />
    </>
  );
  if (asides.length === 0) return glance;
  return (
    <>
      <div className="beside-glance">{glance}</div>
      <div className="beside-rows">
        {asides.map((section) => (
          <AsideSection key={section.of} section={section} pathname={pathname} />
        ))}
      </div>
    </>
  );
}

function Links({ screen, found }: Pick<ToldProps, "screen" | "found">): ReactNode {
  const say = useText();
  const links = (screen.current?.beside?.links ?? []).flatMap(({ to, text }) => {
    const href = hrefOfTarget(to, found.source);
    return href === null ? [] : [{ href, text }];
  });
  if (links.length === 0) return null;
  return (
    <ul className="beside-links">
      {links.map(({ href, text }) => (
        <li key={href}>
          <Link to={href}>{say(text)}</Link>
        </li>
      ))}
    </ul>
  );
}

/** Tables of the page, except those that the object counts itself. */
function useListed(screen: Screen, found: SectionStep, own: OwnFields, row: Row): readonly Listed[] {
  const shared = useSectionScreen();
  const told = new Set(own.counts.map((field) => anchorIn(field.href(row))));
  return screen.sections.flatMap((section) => {
    if (section.kind !== "table" || standsAside(section, shared) || !holds(section.when, found.source))
      return [];
    const step = shared.steps.find((one) => one.idx === section.of);
    const type = found.typeOf(section.of);
    if (step === undefined || type === null) return [];
    const listed = listedIn(section, { ...found, type }, step);
    return listed === null || ("href" in listed && told.has(listed.href)) ? [] : [listed];
  });
}

/** False for a number of zero, for a link to the open page, and for a link that another part of the page has. */
function isElsewhere(href: string | null, pathname: string, taken: readonly string[]): boolean {
  return href !== null && ![pathname, ...taken].some((path) => leadsHere(href, path));
}

/** Pages of the tabs, whose numbers stand there, and anchors of the parts in the panel. */
function takenBy(
  { sections }: Screen,
  { source }: SectionStep,
  asides: readonly { readonly of: string }[],
  pathname: string,
): readonly string[] {
  const tabs = sections.flatMap((section) => (section.kind === "tabs" ? section.tabs : []));
  return [
    ...tabs.flatMap(({ to, count }) => (count === undefined ? [] : (hrefOfTarget(to, source) ?? []))),
    ...asides.map(({ of }) => `${pathname}#${tableAnchor(of)}`),
  ];
}

function anchorIn(href: string | null): string {
  return href?.match(/#.*$/)?.[0] ?? "";
}

function Field({ field, row }: { readonly field: ShownColumn; readonly row: Row }): ReactNode {
  const say = useText();
  if (field.value(row) === null) return null;
  return (
    <div>
      <dt>{columnTitle(say, field)}</dt>
      <dd>
        <Cell column={field} row={row} />
      </dd>
    </div>
  );
}

/** Time and author of the last change of the object or its dependents that the reader may see. */
function LastChange(): ReactNode {
  const say = useText();
  const last = useSectionScreen().lists?.[HISTORY]?.[0];
  if (last === undefined) return null;
  return (
    <div>
      <dt>{say("editor.beside.changed")}</dt>
      <dd>
        <Time text={textOf(last["ts"])} />
        {", "}
        {textOf(last["actor_login_name"])}
      </dd>
    </div>
  );
}

/** Summary of a table of the page: a few links by name, otherwise a number that leads to the table. */
function ListedField({ listed }: { readonly listed: Listed }): ReactNode {
  // The query may name the tab that has the table.
  const { pathname, search } = useLocation();
  const type = useSectionStep(listed.section.of)?.type ?? null;
  return (
    <div>
      <dt>{useSectionTitle(listed.section, type)}</dt>
      <dd>
        {"parts" in listed ? (
          <PartLinks parts={listed.parts} />
        ) : (
          <Link to={`${pathname}${search}${listed.href}`} className="cell-number">
            {listed.count}
            {listed.isMore && "+"}
          </Link>
        )}
      </dd>
    </div>
  );
}

/** Summary of a table of the page: the other ends of a few links, otherwise the number of rows. */
type Listed = SectionProps<"table"> &
  (
    | { readonly parts: readonly Part[] }
    | {
        readonly count: number;
        readonly isMore: boolean;
        readonly href: string;
        /** Pages of the rows, if they are few. */
        readonly hrefs: readonly string[] | null;
      }
  );

const FEW = 3;

/** Null for a table without rows. */
function listedIn(
  section: SectionProps<"table">["section"],
  context: ColumnContext,
  step: Step,
): Listed | null {
  const rows: readonly Row[] = context.source.lists[section.of] ?? [];
  if (rows.length === 0) return null;
  const end = otherEnd(context, step);
  if (end !== null && rows.length <= FEW) {
    return { section, parts: rows.flatMap((row) => partsOfAttribute(context, end, row)) };
  }
  const isMore = section.isLong === true && rows.length > LIMITS.longListRows;
  const count = isMore ? LIMITS.longListRows : rows.length;
  const hrefs =
    rows.length <= FEW ? rows.map((row) => rowHref(context.catalogue, context.type.name, row)) : null;
  return { section, count, isMore, href: `#${tableAnchor(section.of)}`, hrefs };
}

/** The attribute with the other end of a link. The step filters by the attribute with the first end. */
function otherEnd({ type }: ColumnContext, { old = {} }: Step): string | null {
  const others = isLinkType(type) ? type.key.filter((name) => old[name] === undefined) : [];
  return others.length === 1 ? (others[0] ?? null) : null;
}
