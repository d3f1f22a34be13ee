import { resolve } from "node:path";
import { setting, type Environment } from "./environment.ts";
import { shownSetting } from "./setting-names.ts";

/** Settings of the operator for the background of the campus map (docs/operating.md). */
export interface MapSettings {
  /** Folder of GeoJSON files; if null, only a grid is drawn. */
  readonly folder: string | null;
  /** Address of the tiles on a server that the operator chose; if null, no tiles are requested. */
  readonly tiles: string | null;
  /** The named source of both. */
  readonly attribution: string | null;
}

/** Throws a sentence that names a wrong setting. */
export function readMapSettings(env: Environment): MapSettings {
  const folder = setting(env, "NETPORTAL_MAP");
  const tiles = readTiles(env);
  const attribution = setting(env, "NETPORTAL_MAP_BY");
  if (tiles !== null && attribution === null)
    throw new Error("NETPORTAL_MAP_TILES needs NETPORTAL_MAP_BY, who is named on the map as their source.");
  return { folder: folder === null ? null : resolve(folder), tiles, attribution };
}

function readTiles(env: Environment): string | null {
  const url = setting(env, "NETPORTAL_MAP_TILES");
  if (url === null) return null;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error(`${shownSetting("NETPORTAL_MAP_TILES", url)} is no address that begins with https://.`);
  // The origin stands unchanged in the content security policy of the page.
  if (!/^https?:\/\/[\w.:[\]-]+$/.test(new URL(url).origin))
    throw new Error(`${shownSetting("NETPORTAL_MAP_TILES", url)} names no single server.`);
  const missing = ["{z}", "{x}", "{y}"].filter((part) => !url.includes(part));
  if (missing.length > 0)
    throw new Error(`${shownSetting("NETPORTAL_MAP_TILES", url)} lacks ${missing.join(", ")}.`);
  return url;
}

/** Origins of pictures on pages besides the instance, for the content security policy. */
export function pictureOrigins({ tiles }: MapSettings): readonly string[] {
  return tiles === null ? [] : [new URL(tiles).origin];
}
