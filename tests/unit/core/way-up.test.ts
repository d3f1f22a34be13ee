import { describe, expect, it } from "vitest";
import { aboveHref } from "#core/route/above";
import { loginPath } from "#core/route/login-path";
import { placeCrumbs } from "../../../src/subjects/nd/place-crumbs.ts";
import { sketchCatalogue } from "./metadata.ts";
import { KNOWN } from "../../../src/subjects/subjects.ts";

describe("one level up", () => {
  const catalogue = sketchCatalogue([
    {
      name: "org.unit",
      attributes: {
        fq_name: { type: "text_id", key: true },
        root: { type: "text_id", computed: true, refersTo: ["org.unit", "fq_name"] },
        parent: { type: "text_id", nullable: true, refersTo: ["org.unit", "fq_name"] },
      },
    },
    {
      name: "nd.p_port",
      attributes: {
        name: { type: "text_id", key: true },
        module_gfk: { type: "gpk", refersTo: ["nd.module", "gpk"] },
      },
    },
    { name: "nd.site", attributes: { name: { type: "text_id", key: true } } },
    { name: "nd.cable", attributes: { name: { type: "text_id", key: true } } },
  ]);
  const above = (path: string) => `above ${path}`;
  it.each([
    ["what it is a part of", "org.unit", { fq_name: "a.b", root: "z", parent: "a" }, "/org/ou/a"],
    [
      "the page above its own at the top",
      "org.unit",
      { fq_name: "a", root: "a", parent: null },
      "above /org/ou/a",
    ],
    ["what it stands in", "nd.p_port", { gpk: "port-1", module_gfk: "module-7" }, "/netdoc/modules/module-7"],
    ["the page above its own", "nd.site", { gpk: "site-1", name: "sued" }, "above /netdoc/sites/sued"],
    ["the list of its type", "nd.cable", { gpk: "cable-1", name: "c" }, "/object/nd.cable"],
  ])("%s", (_, name, row, href) => {
    const type = catalogue.objectType(name);
    expect(type === null ? null : aboveHref(catalogue, type, row, above)).toBe(href);
  });
});

describe("the place of a module", () => {
  const modules = [
    { gpk: "m-1", name: "Rack", hierarchy_gfk_list: ["m-1"], room_gfk: "r-1" },
    { gpk: "m-2", name: "Switch", hierarchy_gfk_list: ["m-1", "m-2"], room_gfk: null },
    { gpk: "m-3", name: "Karte", hierarchy_gfk_list: ["m-1", "m-2", "m-3"], room_gfk: null },
  ];
  const rooms = [
    { gpk: "r-0", site: "nord", bldg: "1", name: "000" },
    { gpk: "r-1", site: "sued", bldg: "20.40", name: "001" },
  ];

  it("is named from the site to the module itself", () => {
    const crumbs = placeCrumbs({ known: KNOWN }, { rooms, modules }, "rooms", "modules", "m-2");
    expect(crumbs).toEqual([
      { text: "sued", href: "/netdoc/sites/sued" },
      { text: "20.40", href: "/netdoc/sites/sued/20.40" },
      { text: "001", href: "/netdoc/sites/sued/20.40/r-1" },
      { text: "Rack", href: "/netdoc/modules/m-1" },
      { text: "Switch", href: "/netdoc/modules/m-2" },
    ]);
  });

  it("leaves out an unreadable room, and is empty until the lists are loaded", () => {
    expect(
      placeCrumbs({ known: KNOWN }, { modules }, "rooms", "modules", "m-2").map(({ text }) => text),
    ).toEqual(["Rack", "Switch"]);
    expect(placeCrumbs({ known: KNOWN }, null, "rooms", "modules", "m-2")).toEqual([]);
    expect(placeCrumbs({ known: KNOWN }, { rooms, modules }, "rooms", "modules", "m-9")).toEqual([]);
  });
});

describe("the way to the sign-in", () => {
  it("returns to the open page, with its filter and its hash", () => {
    expect(loginPath({ pathname: "/dnsvs/fqdns", search: "?q=a b", hash: "#records" })).toBe(
      "/login?return=%2Fdnsvs%2Ffqdns%3Fq%3Da%20b%23records",
    );
  });

  it("does not lead from the sign-in page back to itself", () => {
    expect(loginPath({ pathname: "/login", search: "?return=%2Fhome", hash: "" })).toBe("/login");
  });
});
