import type { ReactNode } from "react";
import type { Json, Row } from "#contract/wire/json";
import { chainOf, type ChainStop } from "#core/screen/chain";
import { rowHref } from "#core/route/object-routes";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import { Cell } from "../cell/cell.tsx";
import { textOf } from "../cell/cell-text.ts";
import { rowNamed } from "../names/named.ts";
import { valueOf } from "../screen/values.ts";
import { detailFields, type ShownColumn } from "./columns.ts";
import { useSectionScreen, useSectionStep, type SectionProps, type SectionStep } from "./section-context.ts";
import { SectionHead } from "./section-head.tsx";
import "./path-section.css";

/** A connection from end to end as an ordered list: holders, links and the wires between them. */
export function PathSection({ section }: SectionProps<"path">): ReactNode {
  const links = useSectionStep(section.of);
  const holders = useSectionStep(section.within.from);
  const say = useText();
  if (links === null || holders === null) return null;
  const { wire, within } = section;
  const { rows, source } = links;
  const { stops, isRing } = chainOf(rows, valueOf(section.order, source), wire, within.by);
  const drawn = stops.map((stop) => ({ stop, holder: rowNamed(source.lists, stop.holder) }));
  const [place] = detailFields(holders, [section.place]);
  const placeOf = (holder: Row | null): Json => (holder === null ? null : (place?.value(holder) ?? null));
  const isAlone = stops.length === 1;
  return (
    <section className="section">
      <SectionHead section={section} type={links.type} />
      <ol className="chain" aria-label={section.title === undefined ? "" : say(section.title)}>
        {drawn.map(({ stop, holder }, at) => {
          const next = drawn[at + 1];
          return (
            <li key={String(at)} className="chain-stop">
              <Stop
                stop={stop}
                holder={holder}
                links={links}
                show={section.show}
                fields={fieldsOf(section, holders)}
                place={place}
              />
              {next !== undefined && (
                <Wire isThroughWall={textOf(placeOf(holder)) !== textOf(placeOf(next.holder))} />
              )}
            </li>
          );
        })}
      </ol>
      {isAlone && <p className="muted">{say("editor.chain.alone")}</p>}
      {isRing && <p className="muted">{say("editor.chain.ring")}</p>}
    </section>
  );
}

/** Facts about a holder; the first one links to its page. */
function fieldsOf(section: SectionProps<"path">["section"], holders: SectionStep): readonly ShownColumn[] {
  const [first, ...rest] = detailFields(holders, section.facts);
  if (first === undefined) return [];
  return [{ ...first, href: (row) => rowHref(holders.catalogue, holders.type.name, row) }, ...rest];
}

interface StopProps {
  readonly stop: ChainStop;
  readonly holder: Row | null;
  readonly links: SectionStep;
  readonly show: string;
  readonly fields: readonly ShownColumn[];
  readonly place: ShownColumn | undefined;
}

/** One holder of the chain: place, name and links; the one of the page is marked. */
function Stop({ stop, holder, links, show, fields, place }: StopProps): ReactNode {
  const { current } = useSectionScreen();
  const say = useText();
  const isHere = stop.links.some((link) => link["gpk"] === current?.["gpk"]);
  return (
    <div className={isHere ? "chain-box is-here" : "chain-box"}>
      {holder !== null && place !== undefined && (
        <div className="chain-place small muted">
          <Cell column={place} row={holder} />
        </div>
      )}
      <div className="chain-holder">
        {holder !== null &&
          fields
            .filter((field) => field.value(holder) !== null)
            .map((field) => (
              <span key={field.id}>
                <Cell column={field} row={holder} />
              </span>
            ))}
      </div>
      <div className="chain-links">
        {stop.links.map((link, at) => (
          <span key={textOf(link["gpk"])}>
            {at > 0 && (
              <>
                <span aria-hidden="true"> ↔ </span>
                <span className="visually-hidden">{say("editor.chain.inside")} </span>
              </>
            )}
            {link["gpk"] === current?.["gpk"] ? (
              <strong aria-current="true" className="chain-here">
                {textOf(link[show])} <span className="small">({say("editor.chain.here")})</span>
              </strong>
            ) : (
              <Link to={rowHref(links.catalogue, links.type.name, link)}>{textOf(link[show])}</Link>
            )}
          </span>
        ))}
      </div>
    </div>
  );
}

function Wire({ isThroughWall }: { readonly isThroughWall: boolean }): ReactNode {
  const say = useText();
  return (
    <div className={isThroughWall ? "chain-wire is-wall small muted" : "chain-wire small muted"}>
      {say(isThroughWall ? "editor.chain.wall" : "editor.chain.wire")}
    </div>
  );
}
