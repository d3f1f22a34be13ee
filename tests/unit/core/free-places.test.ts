import { describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import {
  asksForPlace,
  isSomewhere,
  joinedScope,
  NOWHERE,
  scopeOfForm,
  scopeOfStep,
} from "#core/addresses/free-scope";
import {
  afterAnswer,
  foundIn,
  freeParts,
  freeSteps,
  networksIn,
  type FreeSearch,
} from "#core/addresses/free-search";
import { plannedAddresses, rangesOf } from "#core/addresses/planned-addresses";
import { countLines } from "#core/addresses/used-in-order";
import { content, simple } from "./planned.ts";
import { sketchCatalogue } from "./metadata.ts";

describe("the place of a list", () => {
  const catalogue = sketchCatalogue([
    {
      name: "t.lease",
      attributes: {
        bcd: { type: "bcd_name", key: true },
        net: { type: "cidr" },
        ip: { type: "inet" },
        others: { type: "inet_array" },
        more: { type: "inet" },
      },
    },
  ]);
  const rows = [
    { net: "10.9.0.0/24", ip: null, more: "10.0.0.7" },
    { ip: "10.0.0.8", more: null },
  ];
  const step = (old?: Readonly<Record<string, Json>>) =>
    ({ name: "t.lease.list", ...(old === undefined ? {} : { old }) }) as const;
  it.each([
    ["the BCD it is filtered by", step({ bcd: "iag" }), [], { ...NOWHERE, bcd: "iag" }],
    [
      "the network it is filtered by",
      step({ net: "10.0.0.0/24" }),
      [],
      { ...NOWHERE, networks: ["10.0.0.0/24"] },
    ],
    [
      "beside the address it is filtered by",
      step({ ip: "10.0.0.1" }),
      rows,
      { ...NOWHERE, near: "10.0.0.1" },
    ],
    ["beside the first address in its rows", step(), rows, { ...NOWHERE, near: "10.0.0.8" }],
    ["nowhere without rows", step({ size: 5 }), [], NOWHERE],
    ["nowhere for an unknown type", { name: "t.none.list" } as const, rows, NOWHERE],
  ])("is %s", (_, of, some, scope) => {
    expect(scopeOfStep(catalogue, of, some)).toEqual(scope);
  });
});

describe("the place of a form", () => {
  const reference = (object: string, attribute: string) => ({
    name: "f",
    options: { reference: { object, attribute, titles: [], searched: [], filters: {}, sorting: [] } },
  });
  it.each([
    ["a BCD", [reference("nd.bcd", "name")], true],
    ["something else of a BCD", [reference("nd.bcd", "gpk")], false],
    ["the name of something else", [reference("nd.site", "name")], false],
    ["nothing", [{ name: "x", options: {} }], false],
    ["a BCD among others", [{ name: "x", options: {} }, reference("nd.bcd", "name")], true],
  ])("is asked for by a form with %s", (_, fields, asks) => {
    expect(asksForPlace(fields)).toBe(asks);
    expect(scopeOfForm(fields, { f: "iag" }).bcd).toBe(asks ? "iag" : null);
  });

  it("a form that asks for a network asks for the place", () => {
    expect(asksForPlace([{ name: "n", options: { expected: "core.form.expected.cidr" } }])).toBe(true);
  });

  it("a place is a network, a BCD or an address", () => {
    expect(isSomewhere(NOWHERE)).toBe(false);
    for (const part of [{ networks: ["10.0.0.0/8"] }, { bcd: "iag" }, { near: "10.0.0.1" }])
      expect(isSomewhere({ ...NOWHERE, ...part })).toBe(true);
  });

  it("values of the form take precedence over the place where it was opened, part by part", () => {
    const outer = { networks: ["10.0.0.0/8"], bcd: "iag", near: "10.0.0.1" };
    expect(joinedScope(NOWHERE, outer)).toEqual(outer);
    expect(joinedScope({ ...outer, near: null }, { networks: [], bcd: "x", near: "10.0.0.9" })).toEqual({
      ...outer,
      near: "10.0.0.9",
    });
  });
});

describe("free addresses", () => {
  const search = (over: Partial<FreeSearch>): FreeSearch => ({
    version: 4,
    after: null,
    planned: [],
    ...over,
  });

  it("are searched in eight networks at most", () => {
    const rows = Array.from({ length: 10 }, (_, at) => ({ cidr: `10.0.${String(at)}.0/24` }));
    expect(networksIn([{ cidr: null }, { cidr: "x" }, ...rows], search({})).map(({ text }) => text)).toEqual(
      rows.slice(0, 8).map(({ cidr }) => cidr),
    );
  });

  it("are requested again if an answer has too many planned ones", () => {
    const planned = [
      ...rangesOf(["10.0.0.1"]),
      { version: 4 as const, first: 0x0a000002n, last: 0x0a000005n },
    ];
    const wanted = search({ planned, count: 2 });
    const begun = freeParts(networksIn([{ cidr: "10.0.0.0/28" }], wanted), wanted);
    expect(freeSteps(begun, wanted).map(({ old }) => old?.["fetch_limit"])).toEqual([7]);
    const full = ["10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5", "10.0.0.1", "10.0.0.3"];
    const next = afterAnswer(begun, { "0": full.map((address) => ({ address })) }, wanted);
    // The search continues after the end of the planned range that contains the last address.
    expect(freeSteps(next, wanted).map(({ old }) => old?.["cidr"])).toEqual(["10.0.0.6/31", "10.0.0.8/29"]);
    const last = afterAnswer(
      next,
      { "1": [{ address: "10.0.0.7" }], "2": [{ address: "10.0.0.9" }] },
      wanted,
    );
    expect(foundIn(last, wanted).map(({ address }) => address)).toEqual(["10.0.0.7", "10.0.0.9"]);
    expect(freeSteps(last, wanted)).toEqual([]);
  });

  it("do not need a larger request for planned addresses of the other IP version", () => {
    const wanted = search({ planned: rangesOf(["2001:db8::1", "10.0.0.1"]) });
    const parts = freeParts(networksIn([{ cidr: "10.0.0.0/28" }], wanted), wanted);
    expect(freeSteps(parts, wanted)[0]?.old).toMatchObject({ fetch_limit: 2 });
  });

  it("are requested until enough are found, and no part of a network is requested twice", () => {
    const wanted = search({ after: "10.0.0.4", count: 2 });
    const begun = freeParts(networksIn([{ cidr: "10.0.0.0/29" }], wanted), wanted);
    const answered = afterAnswer(begun, { "0": [{ address: "10.0.0.5" }], "1": [] }, wanted);
    expect(freeSteps(answered, wanted).map(({ idx }) => idx)).toEqual(["2"]);
    expect(afterAnswer(answered, { "0": [] }, wanted)).toEqual(answered);
  });
});

describe("planned addresses", () => {
  const ranges = (params: Readonly<Record<string, Json>>) =>
    plannedAddresses([simple("a", content({ parameters: { old: {}, new: params } }))]).map(
      ({ version, first, last }) => `${String(version)}: ${String(last - first + 1n)}`,
    );
  it.each([
    ["a range", { first_addr: "10.0.0.1", last_addr: "10.0.0.4" }, ["4: 4", "4: 1"]],
    ["a range of one", { first_addr: "10.0.0.4", last_addr: "10.0.0.4" }, ["4: 1", "4: 1"]],
    ["ends in the wrong order", { first_addr: "10.0.0.4", last_addr: "10.0.0.1" }, ["4: 1", "4: 1"]],
    ["ends of two families", { first_addr: "10.0.0.1", last_addr: "2001:db8::1" }, ["4: 1", "6: 1"]],
    ["one end", { first_addr: "10.0.0.1" }, ["4: 1"]],
    ["an end that is no address", { first_addr: "10.0.0.1", last_addr: "x" }, ["4: 1"]],
    ["a start that is no address", { first_addr: 5, last_addr: "10.0.0.1" }, ["4: 1"]],
    ["texts and numbers", { note: "x", ttl: 5, gone: null }, []],
  ])("%s", (_, params, expected) => {
    expect(ranges(params)).toEqual(expected);
  });

  it("lines of a large network are counted by their addresses", () => {
    expect(
      countLines([
        { kind: "address", address: "::1", value: 1n, state: "used" },
        { kind: "address", address: "::2", value: 2n, state: "used" },
        { kind: "gap", first: "::3", last: "::4", size: 2n },
        { kind: "range", first: "::5", last: "::9", state: "pool", size: 5n },
        { kind: "range", first: "::a", last: "::b", state: "used", size: 2n },
      ]),
    ).toEqual({ free: 0, pool: 5, lease: 0, reserved: 0, planned: 0, used: 4 });
  });
});
