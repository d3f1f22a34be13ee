import { isList, type Json, type Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import { rowHref, type Paged } from "#core/route/object-routes";
import type { Crumb } from "#core/route/route";

/** Crumbs of a module: site, building, room and the modules around it from the outside in, itself last. Empty while the lists load. */
export function placeCrumbs(
  own: Paged,
  lists: Lists | null,
  rooms: string,
  modules: string,
  gpk: string,
): readonly Crumb[] {
  const around = lists?.[modules] ?? [];
  const path = around.find((row) => row["gpk"] === gpk)?.["hierarchy_gfk_list"] ?? null;
  if (!isList(path)) return [];
  const chain: readonly Row[] = path.flatMap((one) => around.filter((row) => row["gpk"] === one));
  const room = lists?.[rooms]?.find((row) => row["gpk"] === chain[0]?.["room_gfk"]);
  return [
    ...(room === undefined ? [] : roomCrumbs(own, room)),
    ...chain.map((row) => crumb(row["name"], rowHref(own, "nd.module", row))),
  ];
}

function roomCrumbs(own: Paged, room: Row): readonly Crumb[] {
  const { site = null, bldg = null } = room;
  return [
    crumb(site, rowHref(own, "nd.site", { name: site })),
    crumb(bldg, rowHref(own, "nd.bldg", { site, number: bldg })),
    crumb(room["name"], rowHref(own, "nd.room", room)),
  ];
}

function crumb(text: Json | undefined, href: string): Crumb {
  return { text: typeof text === "string" ? text : "", href };
}
