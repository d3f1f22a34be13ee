import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pictureOrigins, readMapSettings } from "../../../server/http/map-settings.ts";
import { pagePolicy } from "../../../server/http/portal.ts";
import { readMapGround } from "../../../server/tools/map-ground.ts";

const TILES = {
  NETPORTAL_MAP_TILES: "https://tiles.example.org/osm/{z}/{x}/{y}.png",
  NETPORTAL_MAP_BY: "© OpenStreetMap contributors",
};

describe("readMapSettings", () => {
  it("needs no setting: no file, no server, no other origin in the policy", () => {
    const settings = readMapSettings({});
    expect(settings).toEqual({ folder: null, tiles: null, attribution: null });
    expect(pagePolicy("n", pictureOrigins(settings))).toContain("img-src 'self' data: blob:;");
  });

  it("the policy allows pictures of the tile server only", () => {
    const policy = pagePolicy("n", pictureOrigins(readMapSettings(TILES)));
    expect(policy).toContain("img-src 'self' data: blob: https://tiles.example.org;");
    expect(policy).toContain("connect-src 'self';");
  });

  it.each([
    [{ NETPORTAL_MAP_TILES: "tiles.example.org" }, "begins with https"],
    [{ NETPORTAL_MAP_TILES: "https://tiles.example.org/{z}/{x}.png" }, "lacks {y}"],
    [{ NETPORTAL_MAP_TILES: "https://{a-c}.example.org/{z}/{x}/{y}.png" }, "no single server"],
    [{ NETPORTAL_MAP_TILES: "https://tiles;script-src/{z}/{x}/{y}.png" }, "no single server"],
    [{ NETPORTAL_MAP_BY: "" }, "NETPORTAL_MAP_BY"],
  ])("%j is refused by name", (env, words) => {
    expect(() => readMapSettings({ ...TILES, ...env })).toThrow(words);
  });
});

describe("readMapGround", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "netportal-map-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const put = (name: string, document: unknown): void =>
    writeFileSync(join(folder, name), typeof document === "string" ? document : JSON.stringify(document));
  const collection = (...geometries: readonly unknown[]) => ({
    type: "FeatureCollection",
    features: geometries.map((geometry) => ({ type: "Feature", properties: {}, geometry })),
  });

  it("reads files of every geometry in the order of their names, and no other files", () => {
    const points = collection(
      { type: "Point", coordinates: [8.4, 49, 110] },
      {
        type: "LineString",
        coordinates: [
          [8.4, 49],
          [8.5, 49],
        ],
      },
      {
        type: "Polygon",
        coordinates: [
          [
            [8.4, 49],
            [8.5, 49],
            [8.5, 49.1],
            [8.4, 49],
          ],
        ],
      },
      {
        type: "MultiPolygon",
        coordinates: [
          [
            [
              [8.4, 49],
              [8.5, 49],
              [8.5, 49.1],
              [8.4, 49],
            ],
          ],
        ],
      },
    );
    put("streets.geojson", points);
    put("outlines.geojson", collection());
    put("README.md", "# no map");
    const ground = readMapGround(folder);
    expect([...ground.keys()]).toEqual(["outlines", "streets"]);
    expect(JSON.parse(ground.get("streets") ?? "")).toEqual(points);
    expect(readMapGround(null).size).toBe(0);
  });

  it.each<[string, unknown, string]>([
    ["no JSON", "{", "a.geojson: the file is no JSON"],
    ["a single feature", { type: "Feature", geometry: null }, "FeatureCollection"],
    [
      "what is no feature",
      { type: "FeatureCollection", features: [{ geometry: { type: "Point", coordinates: [8.4, 49] } }] },
      'feature 1: it is no "Feature"',
    ],
    [
      "a geometry with a name that every object has",
      collection({ type: "constructor", coordinates: [8.4, 49] }),
      "feature 1: its geometry is none of Point",
    ],
    ["a feature without geometry", collection(null), 'feature 1: it has no "geometry"'],
    [
      "an unknown geometry",
      collection({ type: "Circle", coordinates: [1, 2] }),
      "feature 1: its geometry is none of Point",
    ],
    [
      "wrong nesting",
      collection({ type: "Polygon", coordinates: [[8.4, 49]] }),
      "feature 1: its coordinates are not nested",
    ],
    [
      "metres in place of degrees",
      collection(
        { type: "Point", coordinates: [8.4, 49] },
        { type: "Point", coordinates: [456_000, 5_430_000] },
      ),
      "feature 2: [456000,5430000] is no longitude",
    ],
    ["latitude first", collection({ type: "Point", coordinates: [49, 108.4] }), "in this order"],
  ])("refuses %s with file and feature", (_, document, words) => {
    put("a.geojson", document);
    expect(() => readMapGround(folder)).toThrow(words);
  });

  it("refuses a missing folder, and an empty one", () => {
    expect(() => readMapGround(join(folder, "gone"))).toThrow("is no folder");
    expect(() => readMapGround(folder)).toThrow("holds no file");
  });
});
