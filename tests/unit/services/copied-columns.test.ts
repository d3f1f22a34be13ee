import { expect, it } from "vitest";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import { copyLayoutOf } from "../../../server/services/copy/copy-layout.ts";
import { COPIED_COLUMNS } from "../../support/live-network.ts";

const { tables } = copyLayoutOf(await loadCatalogue());

it("only these columns leave the central database for a copy", () => {
  const names = tables.flatMap(({ table, columns }) =>
    [...columns.keys()].map((column) => `${table}.${column}`.replaceAll('"', "")),
  );
  expect(
    names.toSorted(),
    "COPIED_COLUMNS of tests/support/live-network.ts names every column, and docs/services.md (The copy) says what leaves",
  ).toEqual(COPIED_COLUMNS);
});
