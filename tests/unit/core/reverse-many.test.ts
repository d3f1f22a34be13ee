import { describe, expect, it } from "vitest";
import { foldLinks, type ChangeEntry } from "#core/txlist/reverse-links";
import { linkDrafts, type Draft } from "#core/txlist/reverse-refs";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import { portalCatalogueOf } from "../../support/portal-catalogue.ts";
import { cpuNow } from "../../support/machine.ts";

const COUNT = 20_000;
/** A search through all entries for each entry takes several times as long. */
const MOST_MS = 1_000;

const catalogue = portalCatalogueOf(await loadCatalogue());
const numbers = Array.from({ length: COUNT }, (_, at) => at);

function timed<Made>(make: () => Made): { readonly made: Made; readonly took: number } {
  const begin = cpuNow();
  const made = make();
  return { made, took: cpuNow() - begin };
}

describe("the reverse of very many changes", () => {
  it("sets values that wait for a later object without a search through all waiting values", () => {
    const type = catalogue.objectType("nd.p_port");
    if (type === null) throw new Error("no ports");
    // Each port is joined to the port at the same distance from the other end.
    const drafts = numbers.map((at): Draft => ({
      on: type,
      type,
      fn: "create",
      old: {},
      new: { internal_gfk: `pp-${String(COUNT - 1 - at)}` },
      row: {},
      makes: `pp-${String(at)}`,
      losses: [],
    }));
    const { made, took } = timed(() => linkDrafts(catalogue, drafts, () => true));
    expect([made.drafts.length, made.losses]).toEqual([COUNT * 1.5, []]);
    expect(made.drafts.at(-1)).toMatchObject({ fn: "update", newTaken: { internal_gfk: drafts.at(-1) } });
    expect(took).toBeLessThan(MOST_MS);
  });

  it("finds the link of each service account without a search through all entries", () => {
    const entries = numbers.flatMap((at): readonly ChangeEntry[] => {
      const login_name = `svc-${String(at)}`;
      const link = { login_name, ou: `KIT::${String(at)}` };
      const account = { login_name, svc_id: String(at), is_svc: true };
      return [
        { object: "cntl.mgr2ou", gpk: `l-${String(at)}`, old: link, new: null },
        { object: "cntl.mgr", gpk: `m-${String(at)}`, old: account, new: null },
      ];
    });
    const { made, took } = timed(() => foldLinks(catalogue, entries));
    expect([made.length, made.at(-1)?.linkedTo]).toEqual([COUNT, { ou: `KIT::${String(COUNT - 1)}` }]);
    expect(took).toBeLessThan(MOST_MS);
  });
});
