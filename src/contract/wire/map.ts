/** Pictures of the ground by zoom, column and row, as `{z}`, `{x}` and `{y}` in the address. */
export interface MapTiles {
  readonly url: string;
  readonly attribution: string;
}

/** Answer of `GET /api/map/index.json`: what lies under the buildings (docs/operating.md). */
export interface MapIndex {
  /** Names of GeoJSON files, served at `/api/map/ground/{name}`. */
  readonly ground_list: readonly string[];
  readonly tiles: MapTiles | null;
}
