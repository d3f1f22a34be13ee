import type { ReactNode } from "react";
import { weightText } from "#core/map/layers";
import { useText } from "../../ui/text.ts";
import type { Drawn } from "./styles.ts";

/** A list needs no colours. */
type Told = Omit<Drawn, "colour">;

interface PlaceListProps {
  readonly drawn: readonly Told[];
  readonly chosen: string | null;
  readonly onChoose: (gpk: string) => void;
}

/** What the map draws, in words; buildings without a position stand below, for the map cannot show them. */
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

/** One button a building. */
export function Places({ drawn, chosen, onChoose }: PlaceListProps): ReactNode {
  return (
    <ul>
      {drawn.map(({ place, weight }) => (
        <li key={place.gpk}>
          <button
            type="button"
            className="campus-map-place"
            aria-current={place.gpk === chosen}
            onClick={() => onChoose(place.gpk)}
          >
            <strong>{place.number}</strong>
            <span className="campus-map-place-title">{place.title}</span>
            <span className="muted small">{weight == null ? place.site : weightText(weight)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
