import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Screen, Section } from "#core/screen/screen";
import { Link } from "../../ui/layout/link.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { Cell } from "../cell/cell.tsx";
import { holds, hrefOfTarget } from "../screen/values.ts";
import { detailFields, type ShownColumn } from "../section/columns.ts";
import { leadsHere } from "../section/here.ts";
import { useSectionScreen, useSectionStep, type SectionStep } from "../section/section-context.ts";
import { LastChange } from "./last-change.tsx";
import { listedIn, type Listed } from "./listed.ts";
import { ListedField } from "./listed-field.tsx";
import { hrefsIn, ownFields, type OwnFields } from "./own-fields.ts";
import { peopleIn, type Person } from "./people.ts";
import { Responsible } from "./responsible.tsx";
import "./beside.css";

export interface BesideProps {
  readonly screen: Screen;
}

/** What stands beside the sections of an object: related things, what belongs to it, who is responsible, the last change. */
export function Beside({ screen }: BesideProps): ReactNode {
  const found = useSectionStep(screen.current?.of ?? "");
  const { lists, current } = useSectionScreen();
  const say = useText();
  // The place is held free while the rows are on their way.
  if (found === null || lists === null || current === null) return <div className="side-column" />;
  return (
    <section className="side-column beside" aria-label={say("editor.beside.title")}>
      <Told screen={screen} found={found} lists={lists} row={current} />
    </section>
  );
}

interface ToldProps extends BesideProps {
  readonly found: SectionStep;
  readonly lists: Lists;
  readonly row: Row;
}

function Told({ screen, found, lists, row }: ToldProps): ReactNode {
  const { pathname } = useLocation();
  const own = ownFields(found.columns, row, pathname);
  const more = detailFields(found.columns, screen.current?.beside?.related ?? []);
  const people = usePeople(screen, found, lists);
  const told = new Set([
    ...[...own.related, ...more].flatMap((field) => hrefsIn(field, row)),
    ...people.map(({ href }) => href),
  ]);
  const listed = useListed(screen, own, lists, row).filter(
    (one) => !("parts" in one) || one.parts.some(({ href }) => href === null || !told.has(href)),
  );
  return (
    <>
      <dl>
        {[...own.related, ...more].map((field) => (
          <Field key={field.id} field={field} row={row} />
        ))}
        {listed.map((one) => ("parts" in one ? <ListedField key={one.section.of} listed={one} /> : null))}
        {own.counts
          .filter((field) => isElsewhere(field.href(row), pathname))
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
}

/** Other pages about the same object. */
function Links({ screen, found }: Pick<ToldProps, "screen" | "found">): ReactNode {
  const say = useText();
  const links = (screen.current?.beside?.links ?? []).flatMap(({ to, text }) => {
    const href = hrefOfTarget(to, found.columns.source);
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

function usePeople(screen: Screen, { columns }: SectionStep, lists: Lists): readonly Person[] {
  return peopleIn(screen.current?.beside?.people ?? [], lists, (idx) => {
    const type = columns.typeOf(idx);
    return type === null ? null : { ...columns, type };
  });
}

/** Tables of the page, without those whose number the object itself tells. */
function useListed(screen: Screen, own: OwnFields, lists: Lists, row: Row): readonly Listed[] {
  const { steps } = useSectionScreen();
  const { columns } = useSectionStep(screen.current?.of ?? "") ?? {};
  if (columns === undefined) return [];
  const told = new Set(own.counts.map((field) => anchorIn(field.href(row))));
  return screen.sections.flatMap((section) => {
    if (!isTable(section) || !holds(section.when, columns.source)) return [];
    const step = steps.find((one) => one.idx === section.of);
    const type = columns.typeOf(section.of);
    if (step === undefined || type === null) return [];
    const listed = listedIn(section, { context: { ...columns, type }, step, lists });
    return listed === null || ("href" in listed && told.has(listed.href)) ? [] : [listed];
  });
}

/** What there is none of has no list, and the open page is one itself. */
function isElsewhere(href: string | null, pathname: string): boolean {
  return href !== null && !leadsHere(href, pathname);
}

function isTable(section: Section): section is Extract<Section, { readonly kind: "table" }> {
  return section.kind === "table";
}

function anchorIn(href: string | null): string {
  return href?.match(/#.*$/)?.[0] ?? "";
}

function Field({ field, row }: { readonly field: ShownColumn; readonly row: Row }): ReactNode {
  const say = useText();
  const locale = useLocale();
  if (field.value(row) === null) return null;
  return (
    <div>
      <dt>{"key" in field.title ? say(field.title.key) : field.title.plain}</dt>
      <dd>
        <Cell column={field} row={row} locale={locale} />
      </dd>
    </div>
  );
}
