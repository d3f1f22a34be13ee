import { queryOptions } from "@tanstack/react-query";
import type { Json } from "#contract/wire/json";
import type { MapIndex } from "#contract/wire/map";
import type { Http } from "./http.ts";
import { shaped } from "./shape.ts";

const isIndex = shaped<MapIndex>({
  ground_list: ["string"],
  tiles: ["string", null],
  attribution: ["string", null],
});

/** The background of the campus map, which the operator sets at start. */
export const mapIndexQuery = (http: Http) =>
  queryOptions({
    queryKey: ["map"],
    queryFn: async ({ signal }) => (await http.get("/api/map/index.json", { signal })).as(isIndex),
    staleTime: Infinity,
  });

/** One of its files in GeoJSON (RFC 7946). */
export const mapGroundQuery = (http: Http, name: string) =>
  queryOptions({
    queryKey: ["map", name],
    queryFn: async ({ signal }): Promise<Json> =>
      (await http.get(`/api/map/ground/${encodeURIComponent(name)}`, { signal })).body,
    staleTime: Infinity,
    structuralSharing: false,
  });
