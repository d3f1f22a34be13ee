import { describe, expect, it } from "vitest";
import { joinedScope, networksSteps, scopeOfForm, scopeOfValues, NOWHERE } from "#core/addresses/free-scope";
import { parseAddress, parseNetwork } from "#contract/values/ip";
import { textIn } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import { rangesOf } from "#core/addresses/planned-addresses";
import {
  afterAnswer,
  foundIn,
  freeParts,
  freeSteps,
  networksIn,
  type FreeSearch,
} from "#core/addresses/free-search";

const ROWS = [{ cidr: "10.0.20.0/29" }, { cidr: "2001:db8::/64" }];
const search = (over: Partial<FreeSearch>): FreeSearch => ({ version: 4, after: null, planned: [], ...over });

describe("networks in which a form looks for free addresses", () => {
  it("are first those of the form, then those of its addresses, then those of the place where it was opened", () => {
    const form = scopeOfValues({ data: "10.0.20.3", ttl: 5, cidr: "10.0.20.0/29", note: "x" });
    expect(form).toEqual({ networks: ["10.0.20.0/29"], bcd: null, near: "10.0.20.3" });
    expect(networksSteps(form)[0]?.old).toEqual({ cidr_list: ["10.0.20.0/29"] });
    const opened = { ...NOWHERE, bcd: "iag" };
    expect(networksSteps(joinedScope(NOWHERE, opened))[0]?.old).toEqual({ bcd: "iag" });
    const [around, , network] = networksSteps({ ...NOWHERE, near: "10.0.20.3" });
    expect(around?.old).toEqual({ cidr: "10.0.20.3" });
    expect(network).toMatchObject({ idx: "network", inner_join_ref: { bcd: "default" } });
  });

  it("are those of the BCD in a field of the form, by a reference or by the query of a template", () => {
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

  it("have the wanted IP version, and contain the given address if there is one", () => {
    const texts = (over: Partial<FreeSearch>) => networksIn(ROWS, search(over)).map(({ text }) => text);
    expect(texts({ version: null })).toEqual(["10.0.20.0/29", "2001:db8::/64"]);
    expect(texts({ version: 6 })).toEqual(["2001:db8::/64"]);
    expect(texts({ version: null, after: "10.0.20.3" })).toEqual(["10.0.20.0/29"]);
  });

  const listsOf = (answers: readonly (readonly [idx: string, addresses: readonly string[]])[]): Lists =>
    Object.fromEntries(answers.map(([idx, all]) => [idx, all.map((address) => ({ address }))] as const));

  const answered = (wanted: FreeSearch, lists: Readonly<Record<string, readonly string[]>>) => {
    const parts = freeParts(networksIn(ROWS, wanted), wanted);
    return afterAnswer(parts, listsOf(Object.entries(lists)), wanted);
  };

  it("are searched after a given address first, then from the beginning, without planned addresses", () => {
    const planned = [{ version: 4, first: 0x0a001405n, last: 0x0a001406n } as const];
    const wanted = search({ after: "10.0.20.4", planned });
    const steps = freeSteps(freeParts(networksIn(ROWS, wanted), wanted), wanted);
    expect(steps.map(({ old }) => old)).toEqual(
      ["10.0.20.5/32", "10.0.20.6/31", "10.0.20.0/29"].map((cidr) => ({
        cidr,
        prefix_length: 32,
        fetch_limit: 3,
      })),
    );
    const lists = { "0": ["10.0.20.5"], "1": ["10.0.20.6"], "2": ["10.0.20.2", "10.0.20.3"] };
    const parts = answered(wanted, lists);
    expect(freeSteps(parts, wanted)).toEqual([]);
    expect(foundIn(parts, wanted)).toEqual([{ address: "10.0.20.2", network: "10.0.20.0/29" }]);
    const unplanned = { ...wanted, planned: [] };
    expect(foundIn(answered(unplanned, lists), unplanned)).toEqual([
      { address: "10.0.20.5", network: "10.0.20.0/29" },
    ]);
  });

  it("give the wanted number of addresses each, and each address once", () => {
    const wanted = search({ count: 3, planned: [{ version: 4, first: 0x0a001401n, last: 0x0a001401n }] });
    expect(freeSteps(freeParts(networksIn(ROWS, wanted), wanted), wanted)[0]?.old).toMatchObject({
      fetch_limit: 4,
    });
    const rows = ["10.0.20.1", "10.0.20.2", "10.0.20.3", "10.0.20.4"];
    expect(foundIn(answered(wanted, { "0": rows }), wanted).map(({ address }) => address)).toEqual([
      "10.0.20.2",
      "10.0.20.3",
      "10.0.20.4",
    ]);
  });

  it("are searched past thousands of planned addresses, in one run or scattered, to the end", () => {
    const network = parseNetwork("10.0.0.0/16");
    if (network === null) throw new Error("no network");
    const at = (value: number): string => `10.0.${String(value >> 8)}.${String(value & 255)}`;
    /** Every second address is free. The answer has them in order and no more than requested, as on a server. */
    const free = (cidr: string, limit: number): readonly string[] => {
      const within = parseNetwork(cidr);
      if (within === null) throw new Error("no network");
      const first = Number(within.value - network.value) | 1;
      const last = Number(within.value - network.value) + 2 ** (32 - within.prefix) - 1;
      const count = Math.max(0, Math.min(limit, Math.floor((last - first) / 2) + 1));
      return Array.from({ length: count }, (_, more) => at(first + 2 * more));
    };
    const find = (planned: FreeSearch["planned"], after: string | null = null) => {
      const wanted = search({ planned, after });
      let parts = freeParts([network], wanted);
      let calls = 0;
      for (let steps = freeSteps(parts, wanted); steps.length > 0; steps = freeSteps(parts, wanted)) {
        calls += 1;
        const lists = steps.map(({ idx, old }) => {
          return [idx ?? "", free(textIn(old?.["cidr"]), Number(old?.["fetch_limit"]))] as const;
        });
        parts = afterAnswer(parts, listsOf(lists), wanted);
      }
      return { found: foundIn(parts, wanted).map(({ address }) => address), calls };
    };
    const value = (text: string): bigint => parseAddress(text)?.value ?? 0n;
    const together = { version: 4, first: value("10.0.0.0"), last: value("10.0.200.0") } as const;
    expect(find([together])).toEqual({ found: ["10.0.200.1"], calls: 2 });
    const apart = rangesOf(Array.from({ length: 5000 }, (_, one) => at(2 * one + 1)));
    expect(find(apart).found).toEqual([at(10_001)]);
    expect(find(apart, "10.0.1.0").found).toEqual([at(10_001)]);
    const all = { ...together, last: value("10.0.255.255") };
    expect(find([all]).found).toEqual([]);
  });
});
