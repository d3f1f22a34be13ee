import { expect, it } from "vitest";
import { readsAll } from "#core/catalogue/reads-all";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

it("[PERM-51] the metadata say for every type whether an account reads all its objects", async () => {
  const [catalogue, definitions] = [await portalCatalogue(), await loadCatalogue()];
  const none = new Set<string>();
  const wrong: string[] = [];
  for (const { name, spec } of definitions.types.values()) {
    const isForAll = spec.read === "all" || spec.read === "meta";
    if (readsAll(catalogue, name, none) !== isForAll) wrong.push(name);
    const needed = catalogue.fn(name, "list")?.permission_list ?? [];
    if (!needed.every((one) => readsAll(catalogue, name, new Set([one])))) wrong.push(`${name} with a right`);
    if (!isForAll && readsAll(catalogue, name, new Set(["no.ro:right"]))) wrong.push(`${name} with another`);
  }
  expect(wrong).toEqual([]);
  expect(readsAll(catalogue, "nd.site", none)).toBe(true);
  expect(readsAll(catalogue, "nd.bcd", none)).toBe(false);
});
