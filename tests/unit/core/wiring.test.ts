import { describe, expect, it } from "vitest";
import { textIn, type Row } from "#contract/wire/json";
import { pairRows } from "#core/form/pairs";
import { chainOf } from "#core/screen/chain";
import { inOrder } from "#core/table/natural-order";
import { chainEnd, reachedBy } from "../../../src/editor/section/hops.ts";

const port = (gpk: string, module: string, remote: string | null): Row => ({
  gpk,
  module_gfk: module,
  remote_gfk: remote,
});

describe("a connection from end to end", () => {
  const rows = [
    port("p1", "switch", "p2"),
    port("p3", "panel", "p4"),
    port("p2", "panel", "p1"),
    port("p4", "socket", "p3"),
  ];
  const order = ["p1", "p2", "p3", "p4"];

  it("stops at each module, with the ports that the path goes through there", () => {
    const { stops, isRing } = chainOf(rows, order, "remote_gfk", "module_gfk");
    expect(stops.map(({ holder, links }) => [holder, ...links.map((link) => link["gpk"])])).toEqual([
      ["switch", "p1"],
      ["panel", "p2", "p3"],
      ["socket", "p4"],
    ]);
    expect(isRing).toBe(false);
  });

  it("a wire from a module to itself makes two stops, and a circle is reported", () => {
    const ring = [port("p1", "a", "p4"), port("p2", "a", "p3"), port("p3", "a", "p2"), port("p4", "b", "p1")];
    const { stops, isRing } = chainOf(ring, order, "remote_gfk", "module_gfk");
    expect(stops.map(({ links }) => links.length)).toEqual([2, 1, 1]);
    expect(isRing).toBe(true);
  });

  it("a wire between two ports is no circle, and ports that the reader cannot see are left out", () => {
    const wire = [port("p1", "a", "p2"), { gpk: "p2", remote_gfk: "p1" }];
    expect(chainOf(wire, ["p1", "hidden", "p2"], "remote_gfk", "module_gfk")).toEqual({
      stops: [
        { holder: "a", links: [wire[0]] },
        { holder: null, links: [wire[1]] },
      ],
      isRing: false,
    });
    expect(chainOf([], ["p1"], "remote_gfk", "module_gfk")).toEqual({ stops: [], isRing: false });
    expect(chainOf(wire, null, "remote_gfk", "module_gfk")).toEqual({ stops: [], isRing: false });
  });

  it("ends at the far end of its wire, from either side of a panel", () => {
    const end = { endOf: "path", towards: "remote_gfk" };
    const ended = (gpk: string, remote: string | null) =>
      chainEnd({ gpk, remote_gfk: remote, path: order }, end);
    expect([ended("p1", "p2"), ended("p2", "p1"), ended("p3", "p4"), ended("p4", "p3")]).toEqual([
      "p4",
      "p1",
      "p4",
      "p1",
    ]);
    expect(ended("p1", null)).toBeNull();
  });

  it("rows are found through several lists, through a list of gpks by any of them, and through null by none", () => {
    const lists = {
      module: [{ gpk: "m1", path: ["m0", "m1"] }],
      around: [
        { gpk: "m0", room: "r1" },
        { gpk: "m1", room: null },
      ],
      room: [{ gpk: "r1" }, { gpk: null }],
    };
    const reached = reachedBy(lists, [
      { from: "module", on: { gpk: "module_gfk" } },
      { from: "around", on: { gpk: "path" } },
      { from: "room", on: { gpk: "room" } },
    ]);
    expect(reached(port("p1", "m1", null))).toEqual([{ gpk: "r1" }]);
    expect(reached({ gpk: "p2", module_gfk: null })).toEqual([]);
  });
});

describe("a row of sockets and a row of panel ports", () => {
  const named = (...names: readonly string[]): readonly Row[] =>
    names.map((name) => ({ gpk: `x-${name}`, name }));
  const pairs = { with: "p_port_gfk", by: "module_gfk", order: "name", taken: "is_connected" };

  it("names are in the order of their numbers", () => {
    const rows = inOrder(named("Gi1/0/10", "Gi1/0/2", "Gi1/0/1"), "name");
    expect(rows.map((row) => row["name"])).toEqual(["Gi1/0/1", "Gi1/0/2", "Gi1/0/10"]);
  });

  it("are paired one by one from the first; used ports and rear sides are skipped", () => {
    const partners = named("1", "1r", "2", "2r", "3", "3r", "10", "10r");
    const first = partners[1] ?? {};
    const paired = pairRows(
      named("b2", "b10", "b1", "b11"),
      partners,
      first,
      pairs,
      (one) => one["name"] === "2r",
    );
    expect(paired.pairs.map(({ one, other }) => [one["name"], other["name"]])).toEqual([
      ["b1", "1r"],
      ["b2", "3r"],
      ["b10", "10r"],
    ]);
    expect(paired.taken.map((row) => row["name"])).toEqual(["2r"]);
    expect(paired.left.map((row) => row["name"])).toEqual(["b11"]);
  });

  it("partners before the first one stay free, and used partners after the last pair do not count", () => {
    const partners = named("1", "2", "3", "4", "5");
    const paired = (rows: readonly Row[], first: Row | undefined, ...taken: readonly string[]) => {
      const {
        pairs: made,
        taken: passed,
        left,
      } = pairRows(rows, partners, first ?? {}, pairs, (one) => taken.includes(textIn(one["name"])));
      return [made.map(({ other }) => other["name"]), passed.map((row) => row["name"]), left.length];
    };
    expect(paired(named("a1", "a2"), partners[1], "1", "3", "5")).toEqual([["2", "4"], ["3"], 0]);
    expect(paired(named("a1"), partners[0], "5")).toEqual([["1"], [], 0]);
    expect(paired(named("a1"), partners[3], "4", "5")).toEqual([[], ["4", "5"], 1]);
    // A first partner that is not offered any more.
    expect(paired(named("a1"), { gpk: "gone", name: "9" })).toEqual([["1"], [], 0]);
  });

  it("no row is paired with itself", () => {
    const rows = named("1", "2");
    const partners = [...rows, ...named("3")];
    const paired = pairRows(rows, partners, partners[2] ?? {}, pairs, () => false);
    expect(paired.pairs.map(({ other }) => other["name"])).toEqual(["3"]);
  });
});
