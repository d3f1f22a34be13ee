import { useEffect, useReducer, useRef, useState, type ReactNode } from "react";
import type { Site } from "#core/map/place";
import { IconButton } from "../../ui/action/button.tsx";
import { useLatest } from "../../ui/use-latest.ts";
import { useText } from "../../ui/text.ts";
import { createCampusMap, createView, type CampusMap, type Ground } from "./campus-map.ts";
import { looksOf, onLooks } from "./looks.ts";
import type { Drawn } from "./styles.ts";

interface MapCanvasProps {
  readonly ground: Ground;
  readonly drawn: readonly Drawn[];
  readonly sites: readonly Site[];
  readonly chosen: string | null;
  readonly onChoose: (gpks: readonly string[]) => void;
}

const MOVE_MS = 200;

/** The drawn map with its controls; the list beside it says the same in words. */
export function MapCanvas({ ground, drawn, sites, chosen, onChoose }: MapCanvasProps): ReactNode {
  const say = useText();
  const target = useRef<HTMLDivElement>(null);
  const [view] = useState(createView);
  const [map, setMap] = useState<CampusMap | null>(null);
  const [colours, recolour] = useReducer((count: number) => count + 1, 0);
  const choose = useLatest(onChoose);
  const hasLooked = useRef(false);
  useEffect(() => onLooks(recolour), []);
  useEffect(() => {
    if (target.current === null) return;
    const made = createCampusMap({
      target: target.current,
      ground,
      view,
      looks: looksOf(target.current),
      onChoose: (gpks) => choose.current(gpks),
      motion: () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : MOVE_MS),
    });
    setMap(made);
    return () => made.dispose();
  }, [ground, view, choose, colours]);
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
