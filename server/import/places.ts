import { textIn, type Row } from "#contract/wire/json";
import type { TableLine } from "#contract/values/table-text";
import type { Source } from "#imports/shared/job";
import { type ImportDraft, type ImportStep, type Rejected, type SourceRow } from "#imports/shared/steps";
import SITES from "./sites.json" with { type: "json" };
import { rowsOf } from "#imports/shared/table";
import type { Say } from "#imports/shared/texts";
import { onlyNeeded } from "#contract/table/units";

const COLUMNS = ["id", "title", "category", "aliasList", "positionList", "url"];
const TITLE_LENGTH = 255;

type Site = (typeof SITES)[number]["site"];

interface Position {
  readonly lat: number;
  readonly lon: number;
}

interface Building {
  readonly row: SourceRow;
  readonly number: string;
  readonly ownName: string | null;
  readonly position: Position;
  readonly site: Site;
}

/** A place in a building. Its name becomes part of the title of the building. */
interface Inside {
  readonly row: SourceRow;
  readonly number: string;
  readonly name: string;
}

interface Places {
  readonly buildings: ReadonlyMap<string, Building>;
  /** Places in a building, by its number. */
  readonly inside: ReadonlyMap<string, readonly Inside[]>;
  readonly rejected: readonly Rejected[];
}

/** Sites and buildings that a list of places creates. Existing ones are not changed. */
export async function planPlaces(text: string, client: Source, say: Say): Promise<ImportDraft> {
  const places = readPlaces(text, say);
  const sites = keysOf(await client.list("nd.site", {}), ["name"]);
  const buildings = keysOf(await client.list("nd.bldg", {}), ["site", "number"]);
  const all = [...places.buildings.values()];
  const wanted = all.filter(({ site, number }) => !buildings.has(`${site.name} ${number}`));
  const used = SITES.map(({ site }) => site).filter(({ name }) => !sites.has(name));
  const steps = [
    ...used.map((site) => siteStep(site, all)),
    ...wanted.map((building) => buildingStep(building, places, used)),
  ];
  const present = all.filter((building) => !wanted.includes(building));
  const left = wanted.flatMap((building) => titleOf(building, places).left);
  return {
    steps: onlyNeeded(steps),
    rejected: places.rejected,
    rows: [...all, ...[...places.inside.values()].flat()].map(({ row }) => row),
    present: present.flatMap(({ row, number }) => [row, ...rowsIn(places.inside.get(number))]),
    left: left.map(({ row }) => row),
    notes: left.map(({ row, number }) => ({ ...row, reason: say("placeLeft", { number }) })),
  };
}

function rowsIn(inside: readonly Inside[] = []): readonly SourceRow[] {
  return inside.map(({ row }) => row);
}

/** Rows of the file as buildings, and the names of places with the numbers of their buildings. */
function readPlaces(text: string, say: Say): Places {
  const rows = rowsOf(text, COLUMNS, say);
  const buildings = new Map<string, Building>();
  const inside = new Map<string, readonly Inside[]>();
  const rejected: Rejected[] = [];
  for (const { line, cells, fault } of rows)
    if (fault !== undefined)
      rejected.push({ file: null, line, value: cells.join(), reason: say(fault.kind, { line: fault.line }) });
  const good = rows.filter(({ fault }) => fault === undefined);
  for (const row of good.filter(isBuilding)) {
    const building = readBuilding(row, buildings, say);
    if ("reason" in building) rejected.push(building);
    else buildings.set(building.number, building);
  }
  for (const row of good.filter((other) => !isBuilding(other))) {
    const place = readPlace(row, buildings, say);
    if ("reason" in place) rejected.push(place);
    else inside.set(place.number, [...(inside.get(place.number) ?? []), place]);
  }
  return { buildings, inside, rejected: rejected.toSorted((a, b) => a.line - b.line) };
}

function isBuilding({ cells }: TableLine): boolean {
  return cells[2] === "building" || cells.length !== COLUMNS.length;
}

/** `20.40`, `919 A`, `223/1`, `B524`, alone or before ` - ` and a name. */
const NUMBER = /^([A-Z]?\d+(?:[./]\d+)*(?: [A-Z])?)(?:\s+-\s+(.+))?$/;

function readBuilding(
  { line, cells }: TableLine,
  known: ReadonlyMap<string, Building>,
  say: Say,
): Building | Rejected {
  const title = clean(cells[1] ?? "");
  const row = { file: null, line, value: title };
  if (cells.length !== COLUMNS.length)
    return { ...row, reason: say("columnCount", { found: cells.length, wanted: COLUMNS.length }) };
  const [, number, ownName = null] = NUMBER.exec(title) ?? [];
  if (number === undefined) return { ...row, reason: say("noBuildingNumber") };
  const position = readPosition(cells[4] ?? "");
  if (position === null) return { ...row, value: cells[4] ?? "", reason: say("badPosition") };
  const earlier = known.get(number);
  if (earlier !== undefined)
    return { ...row, reason: say("repeatedBuilding", { number, line: earlier.row.line }) };
  return { row, number, ownName, position, site: siteOf(number, position) };
}

/** A place inside a building. The building whose number is in its title gets its name. */
function readPlace(
  { line, cells }: TableLine,
  buildings: ReadonlyMap<string, Building>,
  say: Say,
): Inside | Rejected {
  const title = clean(cells[1] ?? "");
  const number = /\b\d{2}\.\d{2}\b/.exec(title)?.[0];
  const row = { file: null, line, value: title };
  if (number === undefined) return { ...row, reason: say("noBuildingNumber") };
  if (!buildings.has(number)) return { ...row, reason: say("noSuchBuilding", { number }) };
  return {
    row,
    number,
    name: clean(title.replace(/\s*(\((Geb\. )?\d{2}\.\d{2}\)|Gebäude \d{2}\.\d{2})/, "")),
  };
}

/** Line breaks and unusual blanks come from text processors; a name is one line with normal spaces. */
function clean(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function readPosition(text: string): Position | null {
  const [lat, lon, ...more] = (text.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  if (lat === undefined || lon === undefined || more.length > 0) return null;
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}

/** The last site of the list with matching numbers and latitudes; the first one accepts every building. */
function siteOf(number: string, { lat }: Position): Site {
  const found = SITES.findLast(
    ({ numbers, northOf }) => new RegExp(numbers).test(number) && lat > (northOf ?? -90),
  );
  if (found === undefined) throw new Error(`sites.json has no site for building ${number}`);
  return found.site;
}

function siteStep(site: Site, buildings: readonly Building[]): ImportStep {
  const positions = buildings.filter((building) => building.site === site).map(({ position }) => position);
  const values = {
    ...site,
    geo_lat: mean(positions.map(({ lat }) => lat)),
    geo_lon: mean(positions.map(({ lon }) => lon)),
  };
  return { idx: `site-${site.name}`, name: "nd.site.create", new: values, needs: [], row: null };
}

/** The centre of its buildings, to the metre. */
function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 1e5) / 1e5;
}

function buildingStep(building: Building, places: Places, newSites: readonly Site[]): ImportStep {
  const { site, number, position, row } = building;
  const { title, taken } = titleOf(building, places);
  return {
    idx: `bldg-${String(row.line)}`,
    name: "nd.bldg.create",
    new: {
      site: site.name,
      number,
      title,
      geo_lat: position.lat,
      geo_lon: position.lon,
    },
    needs: newSites.includes(site) ? [`site-${site.name}`] : [],
    row,
    also: rowsIn(taken),
  };
}

/** The title of a building is its own name, or else as many whole names of its places as fit. */
function titleOf({ number, ownName }: Building, { inside }: Places) {
  const all = inside.get(number) ?? [];
  if (ownName !== null) return { title: ownName, taken: [], left: all };
  let title: string | null = null;
  for (const [at, { name }] of all.entries()) {
    const longer: string = title === null ? name : `${title}, ${name}`;
    if (longer.length > TITLE_LENGTH) return { title, taken: all.slice(0, at), left: all.slice(at) };
    title = longer;
  }
  return { title, taken: all, left: [] };
}

function keysOf(rows: readonly Row[], attributes: readonly string[]): ReadonlySet<string> {
  return new Set(rows.map((row) => attributes.map((name) => textIn(row[name])).join(" ")));
}
