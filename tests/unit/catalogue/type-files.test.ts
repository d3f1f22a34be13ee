import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PortalSpec } from "#contract/data-type";
import * as FILES from "#contract/types/index";
import * as PORTAL from "#contract/types/portal";
import english from "../../../locales/en.json" with { type: "json" };
import { dataTypes } from "../../../server/catalogue/data-types.ts";

const FOLDER = join(import.meta.dirname, "../../../src/contract/types");
const LISTS = new Set(["index.ts", "portal.ts"]);
const OF_FOLDER = readdirSync(FOLDER)
  .filter((file) => !LISTS.has(file))
  .map((file) => file.replace(/\.ts$/, "").replaceAll("-", "_"));

describe("files of data types", () => {
  it("each data type of the server has its file, and each file its data type and list", () => {
    const offered = dataTypes().map(({ name }): string => name);
    expect(OF_FOLDER.length).toBeGreaterThan(25);
    const named = OF_FOLDER.flatMap((name) => [name, `${name}_array`]);
    expect(offered.toSorted(), "src/contract/types/index.ts has a line for each file beside it").toEqual(
      named.toSorted(),
    );
  });

  it("the portal knows exactly the types whose files say how they are drawn", () => {
    const told = Object.entries(FILES).flatMap(([name, file]) =>
      "portal" in file ? [[name, file.portal] as const] : [],
    );
    expect(
      Object.fromEntries(Object.entries(PORTAL)),
      "src/contract/types/portal.ts has a line for each file with a part `portal`",
    ).toEqual(Object.fromEntries(told));
  });

  it("texts about the format of values are texts of the portal", () => {
    const keys = Object.values<PortalSpec>(PORTAL).flatMap(({ options, invalid }) => [
      options?.expected ?? [],
      typeof invalid === "string" ? invalid : [],
    ]);
    expect(keys.flat().filter((key) => !(key in english))).toEqual([]);
  });
});
