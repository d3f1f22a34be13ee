import type { Params, Row } from "#contract/wire/json";
import { handleOf, numberIn, partOf, textOf, type NetboxObject } from "./read.ts";
import { finderOf, idIn, noteAll, ofKind, standing, type NetboxWork } from "./job.ts";
import { given, type Wanted } from "../shared/objects.ts";

export function planSites(work: NetboxWork): void {
  for (const { members, row } of ofKind(work, "dcim/sites")) {
    const name = textOf(members, "slug") ?? "";
    const place = { geo_lat: numberIn(members, "latitude"), geo_lon: numberIn(members, "longitude") };
    const values = { name, ...given({ title: textOf(members, "name"), ...place }) };
    work.wanted.push({ type: "nd.site", values, row });
  }
}

/** A location of NetBox with the locations that contain it, the outermost first. */
interface Nested {
  readonly one: NetboxObject;
  readonly chain: readonly NetboxObject[];
}

/**
 * A location of a site is a building. Below it, a location with others inside is a floor, and the others are rooms. A location that holds racks or
 * devices is a room in any case. Returns the floors, which are only parts of their rooms.
 */
export function planLocations(work: NetboxWork): ReadonlySet<NetboxObject> {
  const nested = nestedOf(work);
  const parents = new Set(nested.flatMap(({ chain }) => chain.slice(0, -1)));
  const holders = holdersOf(work);
  const buildings = nested.filter(({ chain }) => chain.length === 1);
  const rooms = nested.filter(
    ({ one, chain }) => holders.has(one.id) || chain.length > 2 || (chain.length === 2 && !parents.has(one)),
  );
  const named = Map.groupBy(rooms, roomKey);
  work.wanted.push(
    ...buildings.map(({ one }) => buildingOf(one)),
    ...rooms.map((room) => roomOf(room, parents, (named.get(roomKey(room)) ?? []).length > 1)),
  );
  const own = new Set([...buildings, ...rooms].map(({ one }) => one));
  const floors = new Set(
    rooms.flatMap((room) => floorOf(room, parents) ?? []).filter((one) => !own.has(one)),
  );
  // Locations that contain each other are in no building.
  const circular = nested.filter(({ one }) => !own.has(one) && !floors.has(one)).map(({ one }) => one);
  noteAll(circular, "netboxOrphans", work, { kind: "dcim/locations" });
  return floors;
}

function floorOf({ chain }: Nested, parents: ReadonlySet<NetboxObject>): NetboxObject | null {
  const [, second] = chain;
  return second !== undefined && parents.has(second) ? second : null;
}

function nestedOf(work: NetboxWork): readonly Nested[] {
  const parentOf = finderOf(work, "dcim/locations");
  return ofKind(work, "dcim/locations").map((one) => {
    const chain = [one];
    for (let up = parentOf(one, "parent"); up !== null && !chain.includes(up); up = parentOf(up, "parent"))
      chain.unshift(up);
    return { one, chain };
  });
}

/** Locations that contain racks or devices. */
function holdersOf(work: NetboxWork): ReadonlySet<number> {
  const devices = ofKind(work, "dcim/devices").filter((one) => idIn(one, "rack") === null);
  const all = [...ofKind(work, "dcim/racks"), ...devices];
  return new Set(all.flatMap((one) => idIn(one, "location") ?? []));
}

function buildingOf({ members, row }: NetboxObject): Wanted {
  const title = given({ title: textOf(members, "description") });
  const values = { site: siteIn(members), number: textOf(members, "name") ?? "", ...title };
  return { type: "nd.bldg", values, row };
}

function roomOf(room: Nested, parents: ReadonlySet<NetboxObject>, isAmbiguous: boolean): Wanted {
  const { one, chain } = room;
  const [building = one] = chain;
  const floor = textOf(floorOf(room, parents)?.members ?? {}, "name");
  const name = isAmbiguous && floor !== null ? `${floor} ${roomName(room)}` : roomName(room);
  const more = given({ floor, description: textOf(one.members, "description") });
  const bldg = textOf(building.members, "name") ?? "";
  const values = { site: siteIn(one.members), bldg, name, ...more };
  return { type: "nd.room", values, row: one.row, handle: handleOf(one) };
}

function roomKey(room: Nested): string {
  const [building = room.one] = room.chain;
  return `${String(building.id)} ${roomName(room)}`;
}

/** The name of a room. A location inside a room has the name of that room before its own. */
function roomName({ chain }: Nested): string {
  const own = chain.length > 2 ? chain.slice(2) : chain.slice(-1);
  return own.map(({ members }) => textOf(members, "name") ?? "").join(" ");
}

function siteIn(members: Row): string {
  return textOf(partOf(members, "site"), "slug") ?? "";
}

const RACK = "rack";

/** A rack is a module in the room of its location. */
export function planRacks(work: NetboxWork): void {
  const locationOf = finderOf(work, "dcim/locations");
  const racks = ofKind(work, "dcim/racks").map((one) => ({ one, room: locationOf(one, "location") }));
  const roomless = racks.filter(({ room }) => room === null).map(({ one }) => one);
  noteAll(roomless, "netboxNoRoom", work, { kind: "dcim/racks" });
  const placed = racks.flatMap(({ one, room }) => (room === null ? [] : [{ one, room }]));
  const types = new Map(placed.map(({ one }) => [rackType(one), one.row]));
  for (const { one } of placed.slice(0, 1)) work.wanted.push(classOf(RACK, one.row));
  for (const [name, row] of types) work.wanted.push(moduleTypeOf(name, { class: RACK }, row));
  for (const { one, room } of placed) {
    const { members } = one;
    const more = { serial_number: textOf(members, "serial"), description: textOf(members, "description") };
    const values = { name: textOf(members, "name") ?? "", module_type: rackType(one), ...given(more) };
    work.wanted.push(standing("nd.module", one, values, { room_gfk: handleOf(room) }));
  }
}

function rackType({ members }: NetboxObject): string {
  const height = numberIn(members, "u_height");
  const type = textOf(partOf(members, "rack_type"), "model");
  return designation(type ?? (height === null ? RACK : `${RACK}-${String(height)}`));
}

const SPELT: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  æ: "ae",
  ø: "oe",
  Ä: "Ae",
  Ö: "Oe",
  Ü: "Ue",
  Æ: "Ae",
  Ø: "Oe",
};

/** The text in letters without marks: `Büro` is `Buero`. */
export function withoutMarks(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[äöüßæøÄÖÜÆØ]/g, (letter) => SPELT[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "");
}

/** The text with only those characters that identifiers may have here. */
export function designation(text: string): string {
  return withoutMarks(text)
    .replace(/[^A-Za-z0-9 _.:/()+-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 64);
}

export function classOf(name: string, row: NetboxObject["row"]): Wanted {
  return { type: "ndcfg.module_type_class", values: { name }, row };
}

export function moduleTypeOf(name: string, values: Params, row: NetboxObject["row"]): Wanted {
  return { type: "ndcfg.module_type", values: { name, ...values }, row, onlyNew: Object.keys(values) };
}
