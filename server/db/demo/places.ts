import type { DemoCounts } from "./size.ts";
import type { Random } from "./random.ts";
import { RowList } from "./rows.ts";
import type { Row, Table } from "./rows.ts";
import { at } from "./units.ts";
import { BUILDING_USES, ROOM_USES, SITES } from "./words.ts";

interface Places {
  readonly sites: RowTable;
  readonly buildings: RowTable;
  readonly rooms: RowTable;
}

type RowTable = Table & { readonly rows: readonly Row[] };

/** Sites, buildings and rooms, in the order in which they are written. */
export function placeTables(counts: DemoCounts, random: Random): Places {
  const sites = new RowList();
  const buildings = new RowList();
  const rooms = new RowList();
  for (const [name, title, campus, lat, lon] of SITES) {
    sites.add({ name, title, campus, geo_lat: lat, geo_lon: lon });
  }
  for (let index = 0; index < counts.buildings; index++) {
    // Most buildings stand on the two campuses.
    const site = index % 8 === 7 ? 2 + random.below(2) : index % 2;
    const [, , , lat, lon, streets] = at(SITES, site);
    buildings.add({
      site: site + 1,
      number: `${at(["N", "S", "W", "H"], site)}${String(Math.floor(index / 4) + 1).padStart(3, "0")}${at(["", "a", "b", "c"], index)}`,
      title: random.pick(BUILDING_USES),
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
      description: random.pick(ROOM_USES),
    });
  }
  return {
    sites: { type: "nd.site", rows: sites.rows },
    buildings: { type: "nd.bldg", rows: buildings.rows },
    rooms: { type: "nd.room", rows: rooms.rows },
  };
}

function around(degrees: number, random: Random): number {
  return Number((degrees + (random.below(600) - 300) / 100_000).toFixed(5));
}
