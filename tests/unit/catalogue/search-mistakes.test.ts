import { expect, it } from "vitest";
import { checkSearch } from "../../../server/catalogue/check-search.ts";
import type { ObjectTypeSpec, SearchSpec } from "../../../server/catalogue/define.ts";

const TEXT = { de: "Leihe", en: "Loan" };

function mistakesOf(search: SearchSpec): readonly string[] {
  const spec: ObjectTypeSpec = {
    name: "lab.loan",
    gpk: "loan",
    label: TEXT,
    description: TEXT,
    attributes: {
      device: { type: "text_id", label: TEXT },
      room_gfk: { type: "gpk", label: TEXT, ref: { to: "nd.room", by: "gpk" } },
      pin: { type: "text_line", label: TEXT, secret: true },
    },
    filters: { near: { type: "inet", label: TEXT, sql: "true" } },
    key: ["device"],
    title: ["device"],
    functions: {},
    own: null,
    read: "all",
    write: "nobody",
    search,
  };
  return [...checkSearch(spec)].map(({ at, text }) => `${String(at)}: ${text}`);
}

it("[SRCH-66] a search without a mistake is accepted", () => {
  const by = ["device_regexp_ic", "device_regexp", { number: "device", address: "near" }];
  const search = { by, shown: ["device", "room_gfk"], sorting: ["device DESC", "gpk"], within: "room_gfk" };
  const filters = { near: "192.0.2.1", device_list: ["a"] };
  expect(mistakesOf({ ...search, filters })).toEqual([]);
  expect(mistakesOf(search)).toEqual([]);
  expect(mistakesOf({})).toEqual([]);
});

it.each<[string, SearchSpec, string]>([
  [
    "a filter that the list does not have",
    { by: ["devcie_regexp"] },
    "search.by: the list has no filter devcie_regexp. Write device, if that is meant.",
  ],
  [
    "a secret that would be searched",
    { by: ["pin_regexp"] },
    "search.by: the list has no filter pin_regexp. Write one of: device, room_gfk, near.",
  ],
  [
    "a meaning that no text has",
    { by: [JSON.parse('{ "adress": "near" }') as Record<string, string>] },
    "search.by: adress is no meaning of a text. Write address, if that is meant.",
  ],
  [
    "a filter of every search that the list does not have",
    { filters: { devcie: "a" } },
    "search.filters: the list has no filter devcie. Write device, if that is meant.",
  ],
  [
    "a secret that would be shown",
    { shown: ["pin"] },
    "search.shown: pin is no attribute that everybody sees. Write one of: gpk, device, room_gfk.",
  ],
  [
    "an order by nothing",
    { sorting: ["devise ASC"] },
    "search.sorting: devise is no attribute that everybody sees. Write device, if that is meant.",
  ],
  [
    "a filter of a meaning that the list does not have",
    { by: [{ address: "naer" }] },
    "search.by: the list has no filter naer. Write near, if that is meant.",
  ],
  [
    "a name of nothing",
    { named: ["devise"] },
    "search.named: devise is no attribute that everybody sees. Write device, if that is meant.",
  ],
  [
    "something that contains nothing",
    { within: "device" },
    "search.within: device refers to nothing. Write the name of a reference.",
  ],
  [
    "something unknown that contains",
    { within: "rom_gfk" },
    "search.within: rom_gfk refers to nothing. Write the name of a reference.",
  ],
])("[SRCH-66] tells %s", (_, search, expected) => {
  expect(mistakesOf(search)).toEqual([expected]);
});
