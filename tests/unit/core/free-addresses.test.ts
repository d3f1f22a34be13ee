import { describe, expect, it } from "vitest";
import { joinedScope, networksSteps, scopeOfForm, scopeOfValues, NOWHERE } from "#core/addresses/free-scope";
import { foundIn, freeSteps, networksIn, type FreeSearch } from "#core/addresses/free-search";

const ROWS = [{ cidr: "10.0.20.0/29" }, { cidr: "2001:db8::/64" }];
const search = (over: Partial<FreeSearch>): FreeSearch => ({ version: 4, after: null, planned: [], ...over });

describe("where free addresses are looked for", () => {
  it("the networks of the form before its addresses, and both before the place it was opened at", () => {
    const form = scopeOfValues({ data: "10.0.20.3", ttl: 5, cidr: "10.0.20.0/29", note: "x" });
    expect(form).toEqual({ networks: ["10.0.20.0/29"], bcd: null, near: "10.0.20.3" });
    expect(networksSteps(form)[0]?.old).toEqual({ cidr_list: ["10.0.20.0/29"] });
    const opened = { ...NOWHERE, bcd: "iag" };
    expect(networksSteps(joinedScope(NOWHERE, opened))[0]?.old).toEqual({ bcd: "iag" });
    const [around, , network] = networksSteps({ ...NOWHERE, near: "10.0.20.3" });
    expect(around?.old).toEqual({ cidr: "10.0.20.3" });
    expect(network).toMatchObject({ idx: "network", inner_join_ref: { bcd: "default" } });
  });

  it("the BCD that a field of the form names, by a reference or by what a template asks for", () => {
    const asked = (stored: string, list: string) => ({
      name: "network",
      options: { query: { steps: [{ idx: "rows", name: list }], read: "rows", shown: "name", stored } },
    });
    const values = { network: "iag-labor", ip: "10.0.20.3" };
    const near = { networks: [], near: "10.0.20.3" };
    expect(scopeOfForm([asked("name", "nd.bcd.list")], values)).toEqual({ ...near, bcd: "iag-labor" });
    expect(scopeOfForm([asked("gpk", "nd.bcd.list")], values)).toEqual({ ...near, bcd: null });
    expect(scopeOfForm([asked("name", "cntl.group.list")], values)).toEqual({ ...near, bcd: null });
    const reference = {
      object: "nd.bcd",
      attribute: "name",
      titles: [],
      searched: [],
      filters: {},
      sorting: [],
    };
    const field = { name: "network", options: { reference } };
    expect(scopeOfForm([field], values).bcd).toBe("iag-labor");
    expect(scopeOfForm([field], { network: "" }).bcd).toBeNull();
  });

  it("networks of the wanted family, the one around a given address alone", () => {
    const texts = (over: Partial<FreeSearch>) => networksIn(ROWS, search(over)).map(({ text }) => text);
    expect(texts({ version: null })).toEqual(["10.0.20.0/29", "2001:db8::/64"]);
    expect(texts({ version: 6 })).toEqual(["2001:db8::/64"]);
    expect(texts({ version: null, after: "10.0.20.3" })).toEqual(["10.0.20.0/29"]);
  });

  it("behind a given address first, then from the beginning, and enough to pass over what is planned", () => {
    const planned = [{ version: 4, first: 0x0a001405n, last: 0x0a001406n } as const];
    const wanted = search({ after: "10.0.20.4", planned });
    const networks = networksIn(ROWS, wanted);
    const steps = freeSteps(networks, wanted);
    expect(steps.map(({ old }) => old)).toEqual(
      ["10.0.20.5/32", "10.0.20.6/31", "10.0.20.0/29"].map((cidr) => ({
        cidr,
        prefix_length: 32,
        fetch_limit: 3,
      })),
    );
    const free = (...addresses: readonly string[]) => addresses.map((address) => ({ address }));
    const lists = {
      "0-0": free("10.0.20.5"),
      "0-1": free("10.0.20.6"),
      "0-2": free("10.0.20.2", "10.0.20.3"),
    };
    expect(foundIn(networks, lists, wanted)).toEqual([{ address: "10.0.20.2", network: "10.0.20.0/29" }]);
    expect(foundIn(networks, lists, { ...wanted, planned: [] })).toEqual([
      { address: "10.0.20.5", network: "10.0.20.0/29" },
    ]);
  });

  it("as many as are wanted of each network, none twice", () => {
    const wanted = search({ count: 3, planned: [{ version: 4, first: 0x0a001401n, last: 0x0a001401n }] });
    const networks = networksIn(ROWS, wanted);
    expect(freeSteps(networks, wanted)[0]?.old).toMatchObject({ fetch_limit: 4 });
    const rows = ["10.0.20.1", "10.0.20.2", "10.0.20.3", "10.0.20.4"].map((address) => ({ address }));
    expect(foundIn(networks, { "0-0": rows }, wanted).map(({ address }) => address)).toEqual([
      "10.0.20.2",
      "10.0.20.3",
      "10.0.20.4",
    ]);
  });
});
