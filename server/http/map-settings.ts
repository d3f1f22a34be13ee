import { resolve } from "node:path";
import type { MapTiles } from "#contract/wire/map";
import { textOf, type Environment } from "./environment.ts";

/** What the operator has for the ground of the campus map (docs/operating.md). */
export interface MapSettings {
  /** Folder of GeoJSON files; null: a grid alone is drawn. */
  readonly folder: string | null;
  /** Pictures of a server of the operator's choice; null: none are asked for. */
  readonly tiles: MapTiles | null;
}

/** Throws a sentence that names the setting when one cannot be understood. */
export function readMapSettings(env: Environment): MapSettings {
  const folder = textOf(env, "NETPORTAL_MAP");
  return { folder: folder === null ? null : resolve(folder), tiles: readTiles(env) };
}

function readTiles(env: Environment): MapTiles | null {
  const url = textOf(env, "NETPORTAL_MAP_TILES");
  const attribution = textOf(env, "NETPORTAL_MAP_TILES_BY");
  if (url === null) return null;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error(`NETPORTAL_MAP_TILES=${url} is no address that begins with https://.`);
  const missing = ["{z}", "{x}", "{y}"].filter((part) => !url.includes(part));
  if (missing.length > 0) throw new Error(`NETPORTAL_MAP_TILES=${url} lacks ${missing.join(", ")}.`);
  if (attribution === null)
    throw new Error(
      "NETPORTAL_MAP_TILES needs NETPORTAL_MAP_TILES_BY, who is named on the map as their source.",
    );
  return { url, attribution };
}

/** Where pictures of the page may come from beside the instance, for its content security policy. */
export function pictureOrigins({ tiles }: MapSettings): readonly string[] {
  return tiles === null ? [] : [new URL(tiles.url).origin];
}
