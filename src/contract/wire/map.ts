/** Answer of `GET /api/map/index.json`: the ground of the campus map (docs/operating.md). */
export interface MapIndex {
  /** Names of GeoJSON files, served at `/api/map/ground/{name}`. */
  readonly ground_list: readonly string[];
  /** Address of tiles with `{z}`, `{x}` and `{y}` for zoom, column and row, or null. */
  readonly tiles: string | null;
  /** Source of files and tiles. */
  readonly attribution: string | null;
}
