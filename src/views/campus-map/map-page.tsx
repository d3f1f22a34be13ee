import { useDeferredValue, useMemo, useState, type ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { useSnapshot } from "valtio";
import { keyOf, type LayerName } from "#core/map/layers";
import { matchesPlace, type Place } from "#core/map/place";
import type { TextKey } from "#core/text";
import type { Http } from "../../api/http.ts";
import type { MacSearches } from "../../state/mac-searches.ts";
import { Loading } from "../../ui/feedback/loading.tsx";
import { LabelledInput } from "../../ui/field/labelled-input.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useText } from "../../ui/text.ts";
import { BuildingCard, GroupCard } from "./building-card.tsx";
import type { Ground } from "./campus-map.ts";
import { MapCanvas } from "./map-canvas.tsx";
import { PlaceList } from "./place-list.tsx";
import { SiteSwitches } from "./site-switches.tsx";
import { useCampus, useGround, useLayers, useWeights, type Campus } from "./use-campus.ts";
import "ol/ol.css";
import "./map.css";

interface MapPageProps {
  readonly http: Http;
  readonly searches: MacSearches;
}

/** The campus with its buildings: drawn, and the same as a list (MAP-01, MAP-02). */
export function MapPage({ http, searches }: MapPageProps): ReactNode {
  const say = useText();
  const campus = useCampus();
  const ground = useGround(http);
  return (
    <div className="campus-map-page">
      <PageHeader title={say("routes.map")} focusKey="/netdoc/map" />
      {campus === null || ground === null ? (
        <Loading rows={12} />
      ) : (
        <CampusView campus={campus} ground={ground} http={http} searches={searches} />
      )}
    </div>
  );
}

/** A building whose site may not be read. */
const NO_SITE = "gray";

const LAYERS: Readonly<Record<LayerName, TextKey>> = {
  sites: "views.map.bySite",
  ports: "views.map.byPorts",
  accessPoints: "views.map.byAccessPoints",
  macHits: "views.map.byMacHits",
};

interface CampusViewProps extends MapPageProps {
  readonly campus: Campus;
  readonly ground: Ground;
}

function CampusView({ campus, ground, http, searches }: CampusViewProps): ReactNode {
  const say = useText();
  const [chosen, choose] = useChosen(campus.places);
  /** Buildings that one press met and that cannot be drawn apart. */
  const [group, setGroup] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState("");
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [layer, setLayer] = useState<LayerName>("sites");
  const weights = useWeights(layer, http, useSnapshot(searches.state).list);
  const sought = useDeferredValue(typed);
  const shown = useMemo(
    () => campus.places.filter((place) => !hidden.has(place.site) && matchesPlace(place, sought)),
    [campus, hidden, sought],
  );
  const colours = useMemo(() => new Map(campus.sites.map(({ name, colour }) => [name, colour])), [campus]);
  const drawn = useMemo(
    () =>
      shown.map((place) => ({
        place,
        colour: colours.get(place.site) ?? NO_SITE,
        weight: weights === null ? undefined : (weights.get(keyOf(place)) ?? null),
      })),
    [shown, weights, colours],
  );
  const sites = useMemo(() => campus.sites.filter(({ name }) => !hidden.has(name)), [campus, hidden]);
  return (
    <div className="campus-map">
      <div className="campus-map-side">
        <LabelledInput label={say("views.map.filter")} type="search" value={typed} onChange={setTyped} />
        <label className="campus-map-layer">
          <span className="form-label">{say("views.map.show")}</span>
          <select
            className="control"
            value={layer}
            onChange={(event) => setLayer(layerOf(event.target.value))}
          >
            {useLayers().map((name) => (
              <option key={name} value={name}>
                {say(LAYERS[name])}
              </option>
            ))}
          </select>
        </label>
        <SiteSwitches sites={campus.sites} hidden={hidden} onHide={setHidden} />
        <PlaceList drawn={drawn} chosen={chosen?.gpk ?? null} onChoose={choose} />
      </div>
      <div className="campus-map-main">
        <MapCanvas
          ground={ground}
          drawn={drawn}
          sites={sites}
          chosen={chosen?.gpk ?? null}
          onChoose={(gpks) => {
            setGroup(gpks.length > 1 ? gpks : []);
            choose(gpks.length === 1 ? (gpks[0] ?? null) : null);
          }}
        />
        {group.length > 0 && (
          <GroupCard
            places={campus.places.filter(({ gpk }) => group.includes(gpk))}
            onChoose={(gpk) => {
              setGroup([]);
              choose(gpk);
            }}
            onClose={() => setGroup([])}
          />
        )}
        {chosen !== null && group.length === 0 && (
          <BuildingCard key={chosen.gpk} place={chosen} onClose={() => choose(null)} />
        )}
      </div>
    </div>
  );
}

function layerOf(text: string): LayerName {
  return Object.keys(LAYERS).find((name): name is LayerName => name === text) ?? "sites";
}

/** The building whose card is open; its name stands in the address, so that a link leads to it. */
function useChosen(places: readonly Place[]): [Place | null, (gpk: string | null) => void] {
  const [address, setAddress] = useSearchParams();
  const [site, number] = [address.get("site"), address.get("bldg")];
  const chosen = places.find((place) => place.site === site && place.number === number) ?? null;
  const choose = (gpk: string | null): void => {
    const place = places.find((one) => one.gpk === gpk);
    setAddress(place === undefined ? {} : { site: place.site, bldg: place.number }, {
      replace: true,
      preventScrollReset: true,
    });
  };
  return [chosen, choose];
}
