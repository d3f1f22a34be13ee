import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import { allows } from "#contract/rule";
import { textIn, type Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { MacHit } from "#contract/wire/tools";
import { rowIn } from "#core/catalogue/languages";
import { countedByRooms, portUse, type LayerName, type Weights } from "#core/map/layers";
import { roomSteps, TO_ROOMS } from "../../subjects/nd/rooms.ts";
import { placesOf, sitesOf, type Place, type Site } from "#core/map/place";
import type { Overlaid } from "#core/txlist/overlay/overlay";
import { mapGroundQuery, mapIndexQuery } from "../../api/map.ts";
import { macJobQuery } from "../../api/tools.ts";
import { useHttp } from "../../editor/http.ts";
import { usePlannedLists, type Shown } from "../../editor/overlay/use-overlay.ts";
import { useAccount } from "../../editor/portal/account.ts";
import { reachedBy } from "../../editor/section/hops.ts";
import { createMacSearches } from "../../state/mac-searches.ts";
import { useLocale } from "../../ui/text.ts";
import type { Ground } from "./campus-map.ts";

const PLACES: readonly Step[] = [
  { idx: "site", name: "nd.site.list" },
  { idx: "bldg", name: "nd.bldg.list" },
];

export interface Campus {
  readonly places: readonly Place[];
  readonly sites: readonly Site[];
  /** Rows of buildings and sites as planned: of buildings by their gpk, of sites by their name. */
  readonly rows: ReadonlyMap<string, Row>;
  readonly overlaid: Shown;
}

/** Sites and buildings in their planned state, including deleted ones, in the reader's language; null while loading. */
export function useCampus(): Campus | null {
  const locale = useLocale();
  const { query, overlaid } = usePlannedLists(PLACES);
  if (query.isError) throw query.error;
  return useMemo(() => {
    if (overlaid === null) return null;
    const [bldgs, sites] = ["bldg", "site"].map((idx) => overlaid.lists[idx] ?? []);
    const read = (rows: readonly Row[] = []): readonly Row[] => rows.map((row) => rowIn(row, locale));
    const places = placesOf(read(bldgs));
    const named = (rows: readonly Row[] = [], by: string) =>
      rows.map((row): readonly [string, Row] => [textIn(row[by]), row]);
    const rows = new Map([...named(bldgs, "gpk"), ...named(sites, "name")]);
    return { places, sites: sitesOf(read(sites), places), rows, overlaid };
  }, [overlaid, locale]);
}

/** The ground; null while loading. */
export function useGround(): Ground | null {
  const http = useHttp();
  const { data: index } = useQuery({ ...mapIndexQuery(http), throwOnError: true });
  const files = useQueries({
    queries: (index?.ground_list ?? []).map((name) => ({
      ...mapGroundQuery(http, name),
      throwOnError: true,
    })),
    combine: (all) =>
      all.every(({ data }) => data !== undefined) ? all.flatMap(({ data }) => data ?? []) : null,
  });
  return useMemo(
    () =>
      index === undefined || files === null
        ? null
        : { files, tiles: index.tiles, attribution: index.attribution },
    [index, files],
  );
}

const ROOMS = { idx: "room", name: "nd.room.list" } as const;

const LAYER_STEPS: Readonly<Record<LayerName, (ports: readonly string[]) => readonly Step[]>> = {
  sites: () => [],
  ports: () => [{ idx: "use", name: "nd.bldg_use.list" }],
  accessPoints: () => [
    { idx: "ap", name: "nd.access_point.list" },
    { ...ROOMS, inner_join_ref: { ap: "default" } },
  ],
  macHits: (ports) => [
    { idx: "port", name: "nd.p_port.list", old: { gpk_list: ports } },
    ...roomSteps("port"),
  ],
};

/** Layers with something to see for the account. */
export function useLayers(): readonly LayerName[] {
  const { visitor } = useAccount();
  const seesAccessPoints = allows({ all: [{ module: "ap_list" }, { permission: "nd.ro:device" }] }, visitor);
  return [
    "sites",
    "ports",
    ...(seesAccessPoints ? (["accessPoints"] as const) : []),
    ...(allows({ module: "macfinder" }, visitor) ? (["macHits"] as const) : []),
  ];
}

interface LayerWeights {
  /** The count of the layer in each building; null while loading, or if the layer counts nothing. */
  readonly weights: Weights | null;
  readonly untold: Overlaid["untold"];
}

/** Numbers of the layer in the planned state. */
export function useWeights(layer: LayerName): LayerWeights {
  const hits = useHits(layer === "macHits");
  const isAsked = layer !== "sites" && (layer !== "macHits" || (hits ?? []).some((hit) => hit.p_port_gfk));
  const steps = useMemo(() => {
    const ports = [...new Set((hits ?? []).flatMap(({ p_port_gfk: gpk }) => gpk ?? []))];
    return isAsked ? LAYER_STEPS[layer](ports) : NO_STEPS;
  }, [layer, hits, isAsked]);
  const { query, overlaid } = usePlannedLists(steps);
  if (query.isError) throw query.error;
  return useMemo(() => {
    const untold = overlaid?.untold ?? NOTHING;
    if (layer === "sites" || (layer === "macHits" && hits === null)) return { weights: null, untold };
    if (!isAsked) return { weights: new Map(), untold };
    return { weights: overlaid === null ? null : weightsOf(layer, overlaid.staying, hits ?? []), untold };
  }, [layer, overlaid, hits, isAsked]);
}

const NO_STEPS: readonly Step[] = [];
const NOTHING: Overlaid["untold"] = new Map();

function weightsOf(layer: LayerName, lists: Lists, hits: readonly MacHit[]): Weights {
  if (layer === "ports") return portUse(lists["use"] ?? []);
  if (layer === "accessPoints")
    return countedByRooms(lists["ap"] ?? [], reachedBy(lists, [{ from: "room", on: { gpk: "room_gfk" } }]));
  const ports = new Map((lists["port"] ?? []).map((row) => [textIn(row["gpk"]), row]));
  const roomsOf = reachedBy(lists, TO_ROOMS);
  return countedByRooms(hits, ({ p_port_gfk: gpk }) => {
    const port = ports.get(gpk ?? "");
    return port === undefined ? [] : roomsOf(port);
  });
}

/** Results of the searches in this browser; null while none is finished. */
function useHits(isAsked: boolean): readonly MacHit[] | null {
  const http = useHttp();
  // Read each time, because signing out removes them.
  const [searches] = useState(() => createMacSearches(localStorage));
  return useQueries({
    queries: useSnapshot(searches.state).list.map(({ id }) => ({
      ...macJobQuery(http, id),
      enabled: isAsked,
    })),
    combine: (all) =>
      all.some(({ data, isPending }) => isPending && data === undefined && isAsked)
        ? null
        : all.flatMap(({ data }) => data?.hit_list ?? []),
  });
}

/** Contents of one building: rooms, devices, and their BCDs. */
export function insideSteps({ site, number }: Place): readonly Step[] {
  return [
    { ...ROOMS, old: { site, bldg: number } },
    { idx: "root", name: "nd.module.list", inner_join_ref: { room: "default" } },
    {
      idx: "module",
      name: "nd.module.list",
      inner_join_ref: { root: "api_func_nd_module_hierarchy_gfk_list_is_superset" },
    },
    { idx: "device", name: "nd.device.list", inner_join_ref: { module: "default" } },
    { idx: "lport", name: "nd.l_port.list", inner_join_ref: { device: "default" } },
    {
      idx: "bcd",
      name: "nd.bcd.list",
      union_join_ref: { device: "default", lport: "api_fkey_nd_l_port_bcd" },
    },
  ];
}
