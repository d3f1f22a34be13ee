import { AddressNote, type WrongEntry } from "../../editor/screen/address-note.tsx";
import { useDeferredValue, useMemo, useState, type ReactNode, useEffect, useReducer, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { keyOf, type LayerName, type Weights } from "#core/map/layers";
import { matchesPlace, type Place, type Site } from "#core/map/place";
import type { TextKey } from "#core/text";
import type { Overlaid } from "#core/txlist/overlay/overlay";
import type { Shown } from "../../editor/overlay/use-overlay.ts";
import { MarksProvider } from "../../editor/overlay/marks.ts";
import { PlanSwitch } from "../../editor/overlay/planned-marks.tsx";
import { useListState } from "../../editor/planned/use-list-state.ts";
import { useTransactionList } from "../../editor/portal/stores.ts";
import { IconButton } from "../../ui/action/button.tsx";
import { Loading } from "../../ui/feedback/loading.tsx";
import { LabelledInput } from "../../ui/field/labelled-input.tsx";
import { Select } from "../../ui/field/select.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useText } from "../../ui/text.ts";
import { useLatest } from "../../ui/use-latest.ts";
import { BuildingCard, GroupCard } from "./building-card.tsx";
import { type Ground, createCampusMap, createView, type CampusMap } from "./campus-map.ts";
import { looksOf, onLooks } from "./looks.ts";
import { PlaceList, SiteSwitches } from "./place-list.tsx";
import type { Drawn } from "./styles.ts";
import { useCampus, useGround, useLayers, useWeights, type Campus } from "./use-campus.ts";
import "./map.css";
import "ol/ol.css";

/** The campus with its buildings as a map and as a list (MAP-01, MAP-02); `tabs` link to sister pages. */
export function MapPage({ tabs }: { readonly tabs: ReactNode }): ReactNode {
  const say = useText();
  const campus = useCampus();
  const ground = useGround();
  return (
    <div className="campus-map-page">
      <PageHeader title={say("routes.map")} focusKey="/netdoc/map" />
      {tabs}
      {campus === null || ground === null ? (
        <Loading rows={12} />
      ) : (
        <MarksProvider value={campus.overlaid.marks}>
          <CampusView campus={campus} ground={ground} />
        </MarksProvider>
      )}
    </div>
  );
}

/** A building whose site is unreadable. */
const NO_SITE = "gray";

const LAYERS: Readonly<Record<LayerName, TextKey>> = {
  sites: "views.map.bySite",
  ports: "views.map.byPorts",
  accessPoints: "views.map.byAccessPoints",
  macHits: "views.map.byMacHits",
};

interface CampusViewProps {
  readonly campus: Campus;
  readonly ground: Ground;
}

function CampusView({ campus, ground }: CampusViewProps): ReactNode {
  const say = useText();
  const [chosen, choose, wrong] = useChosen(campus.places);
  /** Pressed buildings that cannot be drawn apart. */
  const [group, setGroup] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState("");
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [layer, setLayer] = useState<LayerName>("sites");
  const { weights, untold } = useWeights(layer);
  const sought = useDeferredValue(typed);
  const shown = useMemo(
    () => campus.places.filter((place) => !hidden.has(place.site) && matchesPlace(place, sought)),
    [campus, hidden, sought],
  );
  const drawn = useDrawn(campus, shown, weights);
  const sites = useMemo(() => campus.sites.filter(({ name }) => !hidden.has(name)), [campus, hidden]);
  return (
    <div className="campus-map">
      <div className="campus-map-side">
        <AddressNote entries={wrong} />
        <PlannedState overlaid={campus.overlaid} untold={untold} />
        <LabelledInput label={say("views.map.filter")} type="search" value={typed} onChange={setTyped} />
        <label className="campus-map-layer">
          <span className="form-label">{say("views.map.show")}</span>
          <Select
            value={layer}
            choices={useLayers().map((name) => ({ value: name, label: say(LAYERS[name]) }))}
            onChoose={setLayer}
          />
        </label>
        <SiteSwitches sites={campus.sites} rows={campus.rows} hidden={hidden} onHide={setHidden} />
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
        <OpenCard
          campus={campus}
          group={group}
          chosen={chosen}
          onChoose={(gpk) => {
            setGroup([]);
            if (gpk !== null || group.length === 0) choose(gpk);
          }}
        />
      </div>
    </div>
  );
}

interface OpenCardProps {
  readonly campus: Campus;
  readonly group: readonly string[];
  readonly chosen: Place | null;
  /** Null closes the card. */
  readonly onChoose: (gpk: string | null) => void;
}

/** The card of the pressed buildings, or of the chosen one. */
function OpenCard({ campus: { places, rows }, group, chosen, onChoose }: OpenCardProps): ReactNode {
  const close = (): void => onChoose(null);
  if (group.length > 0) {
    const pressed = places.filter(({ gpk }) => group.includes(gpk));
    return <GroupCard places={pressed} rows={rows} onChoose={onChoose} onClose={close} />;
  }
  if (chosen === null) return null;
  return <BuildingCard key={chosen.gpk} place={chosen} row={rows.get(chosen.gpk)} onClose={close} />;
}

function useDrawn(campus: Campus, shown: readonly Place[], weights: Weights | null) {
  return useMemo(() => {
    const colours = new Map(campus.sites.map(({ name, colour }) => [name, colour]));
    return shown.map((place) => ({
      place,
      row: campus.rows.get(place.gpk),
      kind: kindOf(campus, place),
      colour: colours.get(place.site) ?? NO_SITE,
      weight: weights === null ? undefined : (weights.get(keyOf(place)) ?? null),
    }));
  }, [campus, shown, weights]);
}

/** The planned change of the building. */
function kindOf({ rows, overlaid }: Campus, { gpk }: Place): Drawn["kind"] {
  const row = rows.get(gpk);
  return (row && overlaid.marks.get(row)?.kind) ?? null;
}

interface PlannedStateProps {
  readonly overlaid: Shown;
  /** Layer data that only the server knows. */
  readonly untold: Overlaid["untold"];
}

/** Says that the map shows the planned state, and switches to the present one. */
function PlannedState({ overlaid, untold }: PlannedStateProps): ReactNode {
  const { items } = useListState(useTransactionList());
  if (items.length === 0) return null;
  return <PlanSwitch {...overlaid} untold={new Map([...(overlaid.untold ?? []), ...untold])} />;
}

/** The building of the open card, kept in the address, so that it can be linked. */
function useChosen(
  places: readonly Place[],
): [Place | null, (gpk: string | null) => void, readonly WrongEntry[]] {
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
  const why = { key: "views.map.noBuilding" } as const;
  const asked = [...address].filter(([entry]) => entry === "site" || entry === "bldg");
  return [chosen, choose, chosen === null ? asked.map(([entry, text]) => ({ entry, text, why })) : []];
}

interface MapCanvasProps {
  readonly ground: Ground;
  readonly drawn: readonly Drawn[];
  readonly sites: readonly Site[];
  readonly chosen: string | null;
  readonly onChoose: (gpks: readonly string[]) => void;
}

const MOVE_MS = 200;

/** The map with its controls; the list beside it has the same contents as text. */
function MapCanvas({ ground, drawn, sites, chosen, onChoose }: MapCanvasProps): ReactNode {
  const say = useText();
  const target = useRef<HTMLDivElement>(null);
  const [view] = useState(createView);
  const [map, setMap] = useState<CampusMap | null>(null);
  const [colours, recolour] = useReducer((count: number) => count + 1, 0);
  const choose = useLatest(onChoose);
  const eastWest = say("views.map.eastWest");
  const hasLooked = useRef(false);
  useEffect(() => onLooks(recolour), []);
  useEffect(() => {
    if (target.current === null) return;
    const made = createCampusMap({
      target: target.current,
      ground,
      view,
      looks: looksOf(target.current),
      eastWest,
      onChoose: (gpks) => choose.current(gpks),
      motion: () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : MOVE_MS),
    });
    setMap(made);
    return () => made.dispose();
  }, [ground, view, choose, colours, eastWest]);
  useEffect(() => {
    map?.show(drawn, sites);
    if (map === null || drawn.length === 0 || hasLooked.current) return;
    hasLooked.current = true;
    map.fit();
  }, [map, drawn, sites]);
  useEffect(() => map?.choose(chosen), [map, drawn, chosen]);
  return (
    <div className="campus-map-canvas">
      <div
        ref={target}
        className="campus-map-drawing"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move and zoom it
        tabIndex={0}
        role="application"
        aria-label={say("views.map.drawing")}
      />
      <div className="campus-map-controls">
        <IconButton icon="add" label={say("views.map.closer")} onClick={() => map?.zoom(1)} />
        <IconButton icon="remove" label={say("views.map.farther")} onClick={() => map?.zoom(-1)} />
        <IconButton icon="map" label={say("views.map.all")} onClick={() => map?.fit()} />
      </div>
      {ground.attribution !== null && <p className="campus-map-source">{ground.attribution}</p>}
    </div>
  );
}
