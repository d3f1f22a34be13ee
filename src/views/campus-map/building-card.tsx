import { useEffect, useMemo, useRef, type ReactNode } from "react";
import { textIn, type Row } from "#contract/wire/json";
import { nameOfPlace, type Place } from "#core/map/place";
import { rowHref } from "#core/route/object-routes";
import { partOf } from "../../editor/names/named.ts";
import { PartLinks } from "../../editor/names/part.tsx";
import { RowMark } from "../../editor/overlay/row-mark.tsx";
import { usePlannedLists } from "../../editor/overlay/use-overlay.ts";
import { useCatalogue } from "../../editor/portal/metadata.ts";
import { useWords } from "../../editor/portal/words.ts";
import { IconButton } from "../../ui/action/button.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { Places } from "./place-list.tsx";
import { insideSteps } from "./use-campus.ts";

interface GroupCardProps {
  readonly places: readonly Place[];
  readonly rows: ReadonlyMap<string, Row>;
  readonly onChoose: (gpk: string) => void;
  readonly onClose: () => void;
}

/** Buildings that are too close to be drawn apart. */
export function GroupCard({ places, rows, onChoose, onClose }: GroupCardProps): ReactNode {
  const say = useText();
  return (
    <Card title={say("views.map.together", { count: places.length })} onClose={onClose}>
      <Places
        drawn={places.map((place) => ({ place, weight: undefined, row: rows.get(place.gpk) }))}
        chosen={null}
        onChoose={onChoose}
      />
    </Card>
  );
}

interface CardProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function Card({ title, onClose, children }: CardProps): ReactNode {
  const say = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className="campus-map-card" aria-labelledby="campus-map-card">
      <div className="campus-map-card-head">
        <h2 id="campus-map-card" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon="close" label={say("views.map.close")} onClick={onClose} />
      </div>
      {children}
    </section>
  );
}

interface BuildingCardProps {
  readonly place: Place;
  /** The row of the building, which may be planned. */
  readonly row: Row | undefined;
  readonly onClose: () => void;
}

/** Names shown of one kind; the page of the building has all. */
const MOST_NAMED = 12;

/** Contents of the chosen building, and a link to its page. */
export function BuildingCard({ place, row, onClose }: BuildingCardProps): ReactNode {
  const { say, catalogue } = useWords();
  const steps = useMemo(() => insideSteps(place), [place]);
  const { query, overlaid } = usePlannedLists(steps);
  if (query.isError) throw query.error;
  const lists = overlaid?.staying;
  const href = rowHref(catalogue, "nd.bldg", { site: place.site, number: place.number });
  return (
    <Card title={nameOfPlace(place)} onClose={onClose}>
      {row !== undefined && <RowMark row={row} />}
      <p className="muted">{[place.site, place.address].filter((text) => text !== "").join(" · ")}</p>
      {place.position === null && <p>{say("views.map.noPosition")}</p>}
      <dl aria-busy={lists === undefined}>
        <Inside label={say("views.map.rooms")} object="nd.room" rows={lists?.["room"]} by="name" />
        <Inside label={say("views.map.devices")} object="nd.device" rows={lists?.["device"]} />
        <Inside label={say("views.map.bcds")} object="nd.bcd" rows={lists?.["bcd"]} />
      </dl>
      <Link to={href}>{say("views.map.open", { name: place.number })}</Link>
    </Card>
  );
}

interface InsideProps {
  readonly label: string;
  readonly object: string;
  readonly rows: readonly Row[] | undefined;
  /** Attribute used as the label; by default the title. */
  readonly by?: string;
}

function Inside({ label, object, rows, by }: InsideProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const catalogue = useCatalogue();
  if (rows === undefined) return null;
  const named = rows.slice(0, MOST_NAMED).map((row) => {
    const part = partOf(catalogue, object, row, locale);
    return by === undefined ? part : { ...part, text: textIn(row[by]) };
  });
  return (
    <div>
      <dt>
        {label} <span className="muted">{rows.length}</span>
      </dt>
      <dd>
        <PartLinks parts={named} />
        {rows.length > MOST_NAMED && (
          <span className="muted"> {say("views.map.more", { count: rows.length - MOST_NAMED })}</span>
        )}
      </dd>
    </div>
  );
}
