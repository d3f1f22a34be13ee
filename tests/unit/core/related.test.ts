import { expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import { isRelated } from "#core/txlist/overlay/related";
import { portalCatalogue } from "../../support/portal-catalogue.ts";
import { random } from "../../support/random.ts";

const catalogue = await portalCatalogue();
const typeOf = (name: string) => {
  const type = catalogue.objectType(name);
  if (type === null) throw new Error(name);
  return type;
};
const [site, bldg] = [typeOf("nd.site"), typeOf("nd.bldg")];

function isBuildingOf(row: Row, rows: readonly Row[]) {
  const join = { kind: "inner", idx: "site", name: "default" } as const;
  return isRelated(bldg, row, join, { typeOf: () => site, lists: { site: rows } });
}

it.each([
  ["names one of them", { site: "a" }, [{ name: "b" }, { name: "a" }], true],
  ["names none of them", { site: "a" }, [{ name: "b" }], false],
  ["is compared with none", { site: "a" }, [], false],
  ["names nothing", { site: null }, [{ name: "a" }, { name: null }], false],
  ["is compared with rows without a value", { site: "a" }, [{ name: null }], false],
  ["has an unknown value", {}, [{ name: "a" }], null],
  ["is compared with an unknown value", { site: "a" }, [{ name: "b" }, {}], null],
  ["names one beside an unknown value", { site: "a" }, [{}, { name: "a" }], true],
  ["names one in a list", { site: ["b", "a"] }, [{ name: "a" }], true],
] as const)("[TA-75] a row that %s: %j, %j", (_, row, rows, told) => {
  expect(isBuildingOf(row, rows)).toBe(told);
});

it("[TA-80] a row is related to several rows exactly if it is related to one of them", () => {
  const rng = random(7);
  const values: readonly (Json | undefined)[] = ["a", "b", "c", null, undefined, ["a", "b"]];
  const some = (name: string): Row => {
    const value = values[rng(values.length)];
    return value === undefined ? {} : { [name]: value };
  };
  const told = new Set<boolean | null>();
  for (let round = 0; round < 2_000; round += 1) {
    const row = some("site");
    const rows = Array.from({ length: rng(5) }, () => some("name"));
    const each = rows.map((one) => isBuildingOf(row, [one]));
    const wanted = each.includes(true) ? true : each.includes(null) ? null : false;
    expect([row, rows, isBuildingOf(row, rows)]).toEqual([row, rows, wanted]);
    told.add(wanted);
  }
  expect(told.size).toBe(3);
});
