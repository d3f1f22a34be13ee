import type { DemoCounts } from "./size.ts";
import type { Random } from "./random.ts";
import { RowList } from "./rows.ts";
import { at } from "./units.ts";
import PLACES from "./data/places.json" with { type: "json" };

export type Places = ReturnType<typeof placeTables>;

/** Sites, buildings and rooms, in the order in which they are written. */
export function placeTables(counts: DemoCounts, random: Random) {
  const sites = new RowList("nd.site");
  const buildings = new RowList("nd.bldg");
  const rooms = new RowList("nd.room");
  for (const { name, title, campus, lat, lon } of PLACES.sites) {
    sites.add({ name, title, campus, geo_lat: lat, geo_lon: lon });
  }
  for (let index = 0; index < counts.buildings; index++) {
    // Most buildings stand on the two campuses.
    const site = index % 8 === 7 ? 2 + random.below(2) : index % 2;
    const { lat, lon, streets } = at(PLACES.sites, site);
    buildings.add({
      site: site + 1,
      number: `${at(["N", "S", "W", "H"], site)}${String(Math.floor(index / 4) + 1).padStart(3, "0")}${at(["", "a", "b", "c"], index)}`,
      title: random.pick(PLACES.buildings),
      address: `${random.pick(streets)} ${String(1 + random.below(60))}`,
      geo_lat: around(lat, random),
      geo_lon: around(lon, random),
    });
  }
  for (let index = 0; index < counts.rooms; index++) {
    const floor = Math.floor(index / counts.buildings / 12) % 6;
    const number = Math.floor(index / counts.buildings) + 1;
    rooms.add({
      bldg: (index % counts.buildings) + 1,
      name: `${String(floor)}${String(number).padStart(2, "0")}`,
      floor: floor === 0 ? "EG" : `${String(floor)}. OG`,
      description: random.pick(PLACES.rooms),
    });
  }
  return { sites, buildings, rooms };
}

function around(degrees: number, random: Random): number {
  return Number((degrees + (random.below(600) - 300) / 100_000).toFixed(5));
}
