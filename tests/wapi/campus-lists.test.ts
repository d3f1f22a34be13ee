import { afterAll, beforeAll, describe, it } from "vitest";
import type { ObjectType } from "../../server/catalogue/object-type.ts";
import { campusLists, sign, steady, told, type CampusLists } from "../support/campus-lists.ts";
import { expectRecorded } from "../support/recording.ts";

/** Everybody reads as an administrator, an administrator of an OE, a member of groups and a person without rights do. */
const READERS = ["ada", "otto", "greta", "lars"] as const;

let campus: CampusLists;
beforeAll(async () => {
  campus = await campusLists();
}, 120_000);
afterAll(() => campus.close());

/** What each attribute has in all rows: how many values, the first two, and a sign of all of them in their order. */
function attributeLines(type: ObjectType): Promise<readonly string[]> {
  const rows = (campus.all.get(type.name) ?? []).map((row) => steady(type, row));
  const lines = [...type.attributes.keys()].map((name) => {
    const values = rows.map((row) => JSON.stringify(row[name] ?? null));
    const different = [...new Set(values)];
    const shown = different.slice(0, 2).map((text) => text.slice(0, 40));
    return `  .${name} ${String(different.length)} ${sign(values)} ${shown.join(" ")}`;
  });
  return Promise.resolve(lines);
}

describe("the lists of the demo campus", () => {
  it("[PERM-22] have the rows that each reader may read", async () => {
    const text = await campus.recorded(async (type) => {
      const found = await Promise.all(READERS.map((reader) => campus.listed(type, {}, reader)));
      return found.map((rows, at) => `  ${READERS[at] ?? ""} ${told(type, rows)}`);
    });
    await expectRecorded(text, "./campus-lists/readers.txt");
  }, 120_000);

  it("[API-24] have the values of all attributes", async () => {
    await expectRecorded(await campus.recorded(attributeLines), "./campus-lists/attributes.txt");
  });
});
