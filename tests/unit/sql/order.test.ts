import { beforeAll, expect, it } from "vitest";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import type { Catalogue } from "../../../server/catalogue/object-type.ts";
import { orderOf } from "../../../server/sql/order.ts";
import { rowContext } from "../../../server/wapi/list/matching.ts";

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await loadCatalogue();
});

it("[MGR-14] the order of every list ends with what no two rows have in common, however it is sorted", () => {
  const context = rowContext(catalogue);
  const unstable = [...catalogue.types.values()].flatMap((type) => {
    if (!type.operations.has("list")) return [];
    const orders = [
      [],
      ...[...type.attributes.values()].flatMap((attribute) =>
        attribute.name === "gpk"
          ? []
          : [[{ attribute, isDescending: false }], [{ attribute, isDescending: true }]],
      ),
    ];
    return orders.flatMap((entries) =>
      orderOf(type, entries, context).terms.at(-1)?.sql === "t.id"
        ? []
        : [`${type.name} by ${entries.map(({ attribute }) => attribute.name).join()}`],
    );
  });
  expect(unstable).toEqual([]);
});
