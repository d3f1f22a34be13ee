import type { ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import { weightText } from "#core/map/layers";
import { RowMark } from "../../editor/overlay/row-mark.tsx";
import { useText } from "../../ui/text.ts";
import type { Drawn } from "./styles.ts";
import type { Site } from "#core/map/place";

/** A list needs no colours, and names the planned changes in words. */
interface Told extends Omit<Drawn, "colour" | "kind"> {
  readonly row: Row | undefined;
}

interface PlaceListProps {
  readonly drawn: readonly Told[];
  readonly chosen: string | null;
  readonly onChoose: (gpk: string) => void;
}

/** The contents of the map as text; buildings without a position come last, because the map cannot show them. */
export function PlaceList({ drawn, chosen, onChoose }: PlaceListProps): ReactNode {
  const say = useText();
  const placed = drawn.filter(({ place }) => place.position !== null);
  const others = drawn.filter(({ place }) => place.position === null);
  return (
    <div className="campus-map-list">
      <h2 aria-live="polite">{say("views.map.buildings", { count: placed.length })}</h2>
      <Places drawn={placed} chosen={chosen} onChoose={onChoose} />
      {others.length > 0 && (
        <>
          <h2>{say("views.map.unplaced", { count: others.length })}</h2>
          <Places drawn={others} chosen={chosen} onChoose={onChoose} />
        </>
      )}
    </div>
  );
}

/** One button for each building. */
export function Places({ drawn, chosen, onChoose }: PlaceListProps): ReactNode {
  return (
    <ul>
      {drawn.map(({ place, weight, row }) => (
        <li key={place.gpk}>
          <button
            type="button"
            className="campus-map-place"
            aria-current={place.gpk === chosen}
            onClick={() => onChoose(place.gpk)}
          >
            <strong>{place.number}</strong>
            <PlaceMark row={row} />
            <span className="campus-map-place-title">{place.title}</span>
            <span className="muted small">{weight == null ? place.site : weightText(weight)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface SiteSwitchesProps {
  readonly sites: readonly Site[];
  readonly rows: ReadonlyMap<string, Row>;
  readonly hidden: ReadonlySet<string>;
  readonly onHide: (hidden: ReadonlySet<string>) => void;
}

function PlaceMark({ row }: Pick<Told, "row">): ReactNode {
  return row !== undefined && <RowMark row={row} />;
}

/** Sites with their colours; a switch hides the buildings of a site from map and list. */
export function SiteSwitches({ sites, rows, hidden, onHide }: SiteSwitchesProps): ReactNode {
  const say = useText();
  const turn = (name: string): void => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    onHide(next);
  };
  return (
    <fieldset className="campus-map-sites">
      <legend className="form-label">{say("views.map.sites")}</legend>
      {sites.map(({ name, title, buildings, colour }) => (
        <label key={name} title={title}>
          <input type="checkbox" checked={!hidden.has(name)} onChange={() => turn(name)} />
          <span className="campus-map-dot" style={{ background: colour }} aria-hidden="true" />
          {name} <span className="muted small">{buildings}</span>
          <PlaceMark row={rows.get(name)} />
        </label>
      ))}
    </fieldset>
  );
}
