import { describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { valueIn } from "#core/catalogue/languages";
import { overlaid } from "#core/txlist/overlay/overlay";
import { textOfWanted } from "#core/txlist/overlay/list-of";
import { planOfElements } from "#core/txlist/overlay/plan";
import { plannedElement } from "../../support/planned-lists.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

const catalogue = await portalCatalogue();

const BUILDING = { gpk: "bldg-1", site: "CN", number: "N001", title: null };
const OTHER = { gpk: "bldg-2", site: "CS", number: "N001", title: null };
const ROOMS = [
  { gpk: "room-1", site: "CN", bldg: "N001", floor: "0", number: "1" },
  { gpk: "room-2", site: "CS", bldg: "N001", floor: "0", number: "1" },
];
/** A form plans what it changes, for the object with this number. */
const renumbered = planOfElements(
  [plannedElement("u", "nd.bldg", "update", { gpk: "bldg-1", number: "N001" }, { number: "N007" })],
  catalogue,
);
const page = { idx: "bldg", name: "nd.bldg.list", old: { site: "CN", number: "N001" } };
const rooms = { idx: "room", name: "nd.room.list", old: { bldg: "N001" } };
const numbers = (rows: readonly Row[] = [], name = "number") => rows.map((row) => row[name]);

describe("[TA-79] a building whose number a form changes", () => {
  it("stays on its page, whose site has the number", () => {
    const { staying, untold } = overlaid([page], { bldg: [BUILDING] }, renumbered, catalogue);
    expect(staying["bldg"]).toEqual([{ ...BUILDING, number: "N007" }]);
    expect(untold.size).toBe(0);
  });

  it("keeps its rooms, and a building with this number on another site keeps its rooms too", () => {
    const lists = { bldg: [BUILDING, OTHER], room: ROOMS };
    const all = { idx: "bldg", name: "nd.bldg.list" };
    const every = { idx: "room", name: "nd.room.list" };
    const { staying } = overlaid([all, every], lists, renumbered, catalogue);
    expect([numbers(staying["bldg"]), numbers(staying["room"], "bldg")]).toEqual([
      ["N007", "N001"],
      ["N007", "N001"],
    ]);
  });

  it("is requested if a list may name it and no row has its site; until then the list says so", () => {
    const lists = { room: ROOMS };
    const first = overlaid([rooms], lists, renumbered, catalogue);
    expect([...first.untold]).toEqual([["room", new Set(["u"])]]);
    expect(first.wanted).toEqual([{ object: "nd.bldg", params: { gpk: "bldg-1" } }]);
    const known = {
      rows: new Map([["nd.bldg", [BUILDING]]]),
      asked: new Set(first.wanted.map(textOfWanted)),
    };
    const told = overlaid([rooms], lists, renumbered, catalogue, known);
    expect([told.wanted, told.untold.size]).toEqual([[], 0]);
  });
});

it("[TA-79] a planned title is shown in German too, if the server keeps the German text as a translation", () => {
  const row = { ...BUILDING, title: "Halle", language_dict: { title: { de: "Halle", en: "Hall" } } };
  const plan = planOfElements(
    [plannedElement("u", "nd.bldg", "update", { gpk: "bldg-1", title: "Halle" }, { title: "Mensa" })],
    catalogue,
  );
  const { staying } = overlaid([page], { bldg: [row] }, plan, catalogue);
  const [shown = {}] = staying["bldg"] ?? [];
  expect([valueIn(shown, "title", "de"), valueIn(shown, "title", "en")]).toEqual(["Mensa", "Hall"]);
});
