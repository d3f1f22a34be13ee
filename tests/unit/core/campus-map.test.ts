import { describe, expect, it } from "vitest";
import { countedByRooms, keyOf, portUse, sumOf, weightText } from "#core/map/layers";
import { matchesPlace, nameOfPlace, placesOf, sitesOf } from "#core/map/place";

const ROWS = [
  {
    gpk: "bldg-1",
    site: "Nord",
    number: "N001",
    title: "Werkhalle",
    address: "Am Wasserwerk 8",
    geo_lat: 49,
    geo_lon: 8.4,
  },
  { gpk: "bldg-2", site: "Nord", number: "N002", title: null, address: null, geo_lat: 49.2, geo_lon: 8.6 },
  {
    gpk: "bldg-3",
    site: "Süd",
    number: "S1",
    title: "Äußere Halle",
    address: null,
    geo_lat: 49.1,
    geo_lon: null,
  },
] as const;

describe("places of a map", () => {
  it("a building with only half of a position has no position", () => {
    expect(placesOf(ROWS).map(({ position }) => position)).toEqual([
      { latitude: 49, longitude: 8.4 },
      { latitude: 49.2, longitude: 8.6 },
      null,
    ]);
  });

  it("position 0, 0 is a position", () => {
    const [place] = placesOf([{ ...ROWS[0], geo_lat: 0, geo_lon: 0 }]);
    expect(place?.position).toEqual({ latitude: 0, longitude: 0 });
  });

  it("a site without a position is in the middle of its buildings; a site without buildings is left out", () => {
    const sites = [
      { name: "Nord", title: "Campus Nord", geo_lat: null, geo_lon: null },
      { name: "Süd", title: null, geo_lat: 48.9, geo_lon: 8.1 },
      { name: "Leer", title: null, geo_lat: 1, geo_lon: 1 },
    ];
    const [north, south, ...more] = sitesOf(sites, placesOf(ROWS));
    expect(north).toMatchObject({ name: "Nord", title: "Campus Nord", buildings: 2 });
    expect(north?.position?.latitude).toBeCloseTo(49.1);
    expect(north?.position?.longitude).toBeCloseTo(8.5);
    expect(south).toMatchObject({ position: { latitude: 48.9, longitude: 8.1 }, buildings: 1 });
    expect(more).toEqual([]);
  });

  it("sites differ in colour: no two of twenty are closer than 10 degrees of hue", () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({ name: `campus-${String(at)}` }));
    const buildings = placesOf(rows.map(({ name }, at) => ({ gpk: `bldg-${String(at)}`, site: name })));
    const hues = sitesOf(rows, buildings).map(({ colour }) => Number(/hsl\((\d+) /.exec(colour)?.[1]));
    const gaps = hues.flatMap((hue, at) =>
      hues.slice(at + 1).map((other) => Math.min(Math.abs(hue - other), 360 - Math.abs(hue - other))),
    );
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10);
  });

  it.each([
    ["", [true, true, true]],
    ["werk", [true, false, false]],
    ["WASSERWERK nord", [true, false, false]],
    ["n00", [true, true, false]],
    ["äußere süd", [false, false, true]],
    ["n001 süd", [false, false, false]],
  ])("%j is searched in number, title, site and address", (typed, expected) => {
    expect(placesOf(ROWS).map((place) => matchesPlace(place, typed))).toEqual(expected);
  });

  it("a building without a title is called by its number", () => {
    expect(placesOf(ROWS).map(nameOfPlace)).toEqual(["N001 Werkhalle", "N002", "S1 Äußere Halle"]);
  });
});

describe("layers of a map", () => {
  it("ports in use are a share of all ports; a building without ports has no weight", () => {
    const weights = portUse([
      { site: "Nord", bldg: "N001", port_count: 8, connected_count: 2 },
      { site: "Nord", bldg: "N002", port_count: 0, connected_count: 0 },
    ]);
    expect([...weights]).toEqual([[keyOf({ site: "Nord", number: "N001" }), { count: 2, of: 8 }]]);
  });

  it("objects are counted once for each building, by their rooms", () => {
    const rooms = [
      { site: "Nord", bldg: "N001", name: "1" },
      { site: "Nord", bldg: "N001", name: "2" },
      { site: "Süd", bldg: "S1", name: "1" },
    ];
    const weights = countedByRooms([[0, 1], [2], [0], []], (at) => at.flatMap((one) => rooms[one] ?? []));
    expect(weights.get(keyOf({ site: "Nord", number: "N001" }))).toEqual({ count: 2, of: null });
    expect(weights.get(keyOf({ site: "Süd", number: "S1" }))).toEqual({ count: 1, of: null });
  });

  it("several buildings are drawn by their sum", () => {
    const sum = sumOf([
      { count: 2, of: 8 },
      { count: 4, of: 4 },
    ]);
    expect(sum).toEqual({ count: 6, of: 12 });
    expect(weightText({ count: 6, of: 12 })).toBe("50 %");
    expect(weightText({ count: 7, of: null })).toBe("7");
    expect(sumOf([])).toBeNull();
  });
});
