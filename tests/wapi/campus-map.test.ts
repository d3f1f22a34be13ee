import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { httpWorld, type HttpWorld } from "../support/http-server.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "netportal-map-"));
const OUTLINES = { type: "FeatureCollection", features: [] };
const TILES = "https://tiles.example.org/{z}/{x}/{y}.png";

let world: HttpWorld;
let greta: string;

beforeAll(async () => {
  writeFileSync(join(FOLDER, "outlines.geojson"), JSON.stringify(OUTLINES));
  world = await httpWorld({
    NETPORTAL_MAP: FOLDER,
    NETPORTAL_MAP_TILES: TILES,
    NETPORTAL_MAP_BY: "Tiles",
  });
  greta = await world.signIn("greta");
});
afterAll(async () => {
  await world.close();
  rmSync(FOLDER, { recursive: true });
});

describe("GET /api/map", () => {
  it("names the files and the tiles of the operator for signed-in accounts", async () => {
    const { status, text } = await world.get("/api/map/index.json", greta);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      ground_list: ["outlines"],
      tiles: TILES,
      attribution: "Tiles",
    });
    expect((await world.get("/api/map/index.json")).status).toBe(401);
  });

  it("serves a file once, and then browsers use their copy", async () => {
    const first = await world.get("/api/map/ground/outlines", greta);
    expect(JSON.parse(first.text)).toEqual(OUTLINES);
    const etag = String(first.headers["etag"]);
    const again = await world.send({
      method: "GET",
      url: "/api/map/ground/outlines",
      token: greta,
      headers: { "if-none-match": etag },
    });
    expect(again.status).toBe(304);
    expect((await world.get("/api/map/ground/outlines")).status).toBe(401);
  });

  it.each(["gone", "..%2Foutlines", "outlines.geojson"])("does not know the file %s", async (name) => {
    expect((await world.get(`/api/map/ground/${name}`, greta)).fault).toBe("-20900/10");
  });

  it("the page is allowed to show pictures of the tiles", async () => {
    const asked = { method: "GET", url: "/netdoc/map", headers: { accept: "text/html" } } as const;
    const { headers } = await world.send(asked);
    expect(String(headers["content-security-policy"])).toContain(
      "img-src 'self' data: blob: https://tiles.example.org;",
    );
  });
});

describe("nd.bldg_use", () => {
  it("counts rooms and ports of every building, including ports of nested modules", async () => {
    const read = async (type: string): Promise<readonly Row[]> => {
      const { lists } = await world.post(
        "/api/4.2/wapi/transaction/execute?dict_mode=false",
        [{ name: `${type}.list` }],
        greta,
      );
      return lists[0] ?? [];
    };
    const [uses, bldgs, rooms, modules, ports] = await Promise.all(
      ["nd.bldg_use", "nd.bldg", "nd.room", "nd.module", "nd.p_port"].map(read),
    );
    const by = (rows: readonly Row[] = []) => new Map(rows.map((row) => [row["gpk"], row]));
    const [roomOf, moduleOf] = [by(rooms), by(modules)];
    const key = (row: Row | undefined, name: string): string => JSON.stringify([row?.["site"], row?.[name]]);
    const bldgOf = (port: Row): string => {
      let module = moduleOf.get(port["module_gfk"]);
      while (module !== undefined && module["room_gfk"] === null) module = moduleOf.get(module["parent_gfk"]);
      return key(roomOf.get(module?.["room_gfk"]), "bldg");
    };
    const count = (names: readonly string[], name: string) => names.filter((one) => one === name).length;
    const all = (ports ?? []).map(bldgOf);
    const wired = (ports ?? []).filter((row) => row["is_connected"] === true).map(bldgOf);
    const inRooms = (rooms ?? []).map((row) => key(row, "bldg"));
    expect(modules?.some((row) => row["is_child"] === true)).toBe(true);
    expect(
      uses
        ?.map((row) => [key(row, "bldg"), row["room_count"], row["port_count"], row["connected_count"]])
        .toSorted(),
    ).toEqual(
      bldgs
        ?.map((row) => key(row, "number"))
        .map((name) => [name, count(inRooms, name), count(all, name), count(wired, name)])
        .toSorted(),
    );
  });
});
