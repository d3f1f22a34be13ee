import Feature from "ol/Feature";
import OlMap from "ol/Map";
import View from "ol/View";
import ScaleLine from "ol/control/ScaleLine";
import { degreesToStringHDMS } from "ol/coordinate";
import { boundingExtent, buffer, getHeight, getWidth, isEmpty } from "ol/extent";
import GeoJSON from "ol/format/GeoJSON";
import Point from "ol/geom/Point";
import { defaults as usualInteractions } from "ol/interaction/defaults";
import Graticule from "ol/layer/Graticule";
import TileLayer from "ol/layer/Tile";
import VectorLayer from "ol/layer/Vector";
import { fromLonLat } from "ol/proj";
import Cluster from "ol/source/Cluster";
import VectorSource from "ol/source/Vector";
import XYZ from "ol/source/XYZ";
import { Fill, Stroke, Text } from "ol/style";
import type { Json } from "#contract/wire/json";
import type { Position, Site } from "#core/map/place";
import type { Looks } from "./looks.ts";
import { groundStyle, markStyle, siteStyle, type Drawn } from "./styles.ts";

/** The ground under the buildings: files of the instance, tiles of the operator, or a grid of degrees. */
export interface Ground {
  readonly files: readonly Json[];
  readonly tiles: string | null;
  readonly attribution: string | null;
}

export interface MapPorts {
  readonly target: HTMLElement;
  readonly ground: Ground;
  readonly looks: Looks;
  /** Letters of east and west: "EW". */
  readonly eastWest: string;
  /** The visible part, kept when the map is drawn again in other colours. */
  readonly view: View;
  /** Called with the gpks of the pressed buildings; empty if none was hit. */
  readonly onChoose: (gpks: readonly string[]) => void;
  /** Duration of moves in ms. */
  readonly motion: () => number;
}

export type CampusMap = ReturnType<typeof createCampusMap>;

const CLUSTER_PX = 36;
const CLOSEST = 19;
const NEAR = 17;

export function createView(): View {
  return new View({ center: [0, 0], zoom: 2, maxZoom: CLOSEST, enableRotation: false });
}

/** The drawn map. It knows no React: its contents are set as a whole. */
export function createCampusMap(ports: MapPorts) {
  const { looks, view } = ports;
  const features = createFeatures();
  let chosen: string | null = null;
  const marks = new VectorLayer({
    source: new Cluster({ source: features.buildings, distance: CLUSTER_PX, minDistance: CLUSTER_PX / 2 }),
    style: (feature, resolution) => markStyle(looks, drawnIn(feature), chosen, resolution),
  });
  const titles = new VectorLayer({
    source: features.names,
    declutter: true,
    style: (feature) => siteStyle(looks, String(feature.get("name"))),
  });
  const map = new OlMap({
    target: ports.target,
    view,
    // The wheel scrolls the page until the map has the focus.
    interactions: usualInteractions({ onFocusOnly: true, altShiftDragRotate: false, pinchRotate: false }),
    controls: [new ScaleLine({ minWidth: 80 })],
    layers: [...under(ports), marks, titles],
  });
  followPointer(map, (layer) => layer === marks, ports);
  return {
    show: features.show,
    /** Marks a building and moves to it if it is out of sight. */
    choose(gpk: string | null): void {
      chosen = gpk;
      marks.changed();
      const point = gpk === null ? undefined : features.pointOf(gpk);
      if (point === undefined) return;
      const zoom = Math.max(view.getZoom() ?? 0, NEAR);
      const isFar = zoom !== view.getZoom() || !isInSight(map, point.getCoordinates());
      if (isFar) view.animate({ center: point.getCoordinates(), zoom, duration: ports.motion() });
    },
    /** Shows all that is drawn. */
    fit(): void {
      const extent = features.buildings.getExtent();
      if (extent === null || isEmpty(extent)) return;
      view.fit(getWidth(extent) + getHeight(extent) === 0 ? buffer(extent, 100) : extent, {
        padding: [48, 48, 48, 48],
        maxZoom: NEAR,
      });
    },
    zoom: (steps: number): void =>
      view.animate({ zoom: (view.getZoom() ?? 0) + steps, duration: ports.motion() }),
    dispose(): void {
      map.setTarget(undefined);
      map.dispose();
    },
  };
}

/** What the map draws: buildings, and names of sites. */
function createFeatures() {
  const buildings = new VectorSource<Feature<Point>>();
  const names = new VectorSource<Feature<Point>>();
  const byGpk = new Map<string, Feature<Point>>();
  return {
    buildings,
    names,
    pointOf: (gpk: string) => byGpk.get(gpk)?.getGeometry(),
    show: (drawn: readonly Drawn[], sites: readonly Site[]): void => {
      byGpk.clear();
      for (const one of drawn)
        if (one.place.position !== null)
          byGpk.set(one.place.gpk, featureOf(one.place.position, { drawn: one }));
      buildings.clear(true);
      buildings.addFeatures([...byGpk.values()]);
      names.clear(true);
      names.addFeatures(
        sites.flatMap(({ name, position }) => (position === null ? [] : [featureOf(position, { name })])),
      );
    },
  };
}

/** Pressed marks are chosen, or drawn apart where they can be. */
function followPointer(
  map: OlMap,
  layerFilter: (layer: unknown) => boolean,
  { target, view, motion, onChoose }: MapPorts,
): void {
  /** Zooms in until they are drawn apart; false if that is impossible. */
  const near = (positions: readonly Position[]): boolean => {
    const extent = boundingExtent(positions.map(coordinate));
    if (getWidth(extent) + getHeight(extent) === 0 || view.getZoom() === CLOSEST) return false;
    view.fit(extent, { padding: [60, 60, 60, 60], maxZoom: CLOSEST, duration: motion() });
    return true;
  };
  map.on("singleclick", ({ pixel }) => {
    const [cluster] = map.getFeaturesAtPixel(pixel, { layerFilter, hitTolerance: 6 });
    const drawn = cluster === undefined ? [] : drawnIn(cluster);
    const isApart = drawn.length > 1 && near(drawn.flatMap(({ place }) => place.position ?? []));
    onChoose(isApart ? [] : drawn.map(({ place }) => place.gpk));
  });
  map.on("pointermove", ({ pixel }) => {
    target.style.cursor = map.hasFeatureAtPixel(pixel, { layerFilter }) ? "pointer" : "";
  });
}

function isInSight(map: OlMap, point: readonly number[]): boolean {
  const [width = 0, height = 0] = map.getSize() ?? [];
  const [x = -1, y = -1] = map.getPixelFromCoordinate([...point]) ?? [];
  return x > 0 && y > 0 && x < width && y < height;
}

function coordinate({ longitude, latitude }: Position): number[] {
  return fromLonLat([longitude, latitude]);
}

function featureOf(position: Position, values: Readonly<Record<string, unknown>>): Feature<Point> {
  const feature = new Feature(new Point(coordinate(position)));
  feature.setProperties(values, true);
  return feature;
}

function drawnIn(cluster: { get(name: string): unknown }): readonly Drawn[] {
  // The package keeps the features of a cluster under this name; `show` adds the buildings.
  const features = (cluster.get("features") ?? []) as readonly Feature[];
  return features.map((feature) => feature.get("drawn") as Drawn);
}

function fileLayer(file: Json, looks: Looks) {
  // Always degrees: the server has checked each coordinate.
  const features = new GeoJSON().readFeatures(file, {
    dataProjection: "EPSG:4326",
    featureProjection: "EPSG:3857",
  });
  return new VectorLayer({ source: new VectorSource({ features }), style: groundStyle(looks) });
}

function under({ ground: { files, tiles }, looks, eastWest }: MapPorts) {
  const pictures = tiles === null ? [] : [new TileLayer({ source: new XYZ({ url: tiles }) })];
  if (tiles !== null || files.length > 0)
    return [...pictures, ...files.map((file) => fileLayer(file, looks))];
  const label = (align: CanvasTextAlign, baseline: CanvasTextBaseline) =>
    new Text({
      font: `11px ${looks.font}`,
      textAlign: align,
      textBaseline: baseline,
      fill: new Fill({ color: looks.muted }),
      stroke: new Stroke({ color: looks.surface, width: 3 }),
    });
  return [
    new Graticule({
      strokeStyle: new Stroke({ color: looks.line, width: 1 }),
      showLabels: true,
      wrapX: false,
      lonLabelStyle: label("center", "bottom"),
      latLabelStyle: label("end", "middle"),
      lonLabelFormatter: (degrees) => degreesToStringHDMS(eastWest, degrees),
    }),
  ];
}
