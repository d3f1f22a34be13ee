/** Answer of `GET /api/map/index.json`: what lies under the buildings of the campus map (docs/operating.md). */
export interface MapIndex {
  /** Names of GeoJSON files, served at `/api/map/ground/{name}`. */
  readonly ground_list: readonly string[];
  /** Address of pictures by zoom, column and row, as `{z}`, `{x}` and `{y}` in it; null: none are asked for. */
  readonly tiles: string | null;
  /** Who is named as the source of files and pictures. */
  readonly attribution: string | null;
}
