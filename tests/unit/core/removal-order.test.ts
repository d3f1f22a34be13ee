import { describe, expect, it } from "vitest";
import type { Fault } from "#contract/wire/fault";
import { childrenIn, deletionsLike, isAmong, isJoined } from "#core/removal/children";
import { idFor, idOf, inOrder, startGraph } from "#core/removal/graph";
import type { PlannedStatement } from "#core/txlist/planned";
import { sketchCatalogue } from "./metadata.ts";

const catalogue = sketchCatalogue([
  {
    name: "t.box",
    attributes: {
      name: { type: "text_id", key: true },
      site: { type: "text_id", key: true, nullable: true },
    },
  },
]);
const box = catalogue.objectType("t.box");
if (box === null) throw new Error("t.box");

const statement = (fn: "delete" | "update", name: string): PlannedStatement => ({
  object_fq_name: "t.box",
  object_function: fn,
  parameters: { old: { name, site: "s" }, new: fn === "delete" ? {} : { note: "x" } },
});

function refusal(details: Fault["details"], name = "foreign_key_child_found"): Fault {
  return { name, details } as Fault;
}

describe("steps that a deletion needs before it", () => {
  it("an object is identified by its key, in any order of members, and by its gpk if the key is incomplete", () => {
    expect(idFor("t.box", { site: "s", name: "a" })).toBe(idFor("t.box", { name: "a", site: "s" }));
    expect(idFor("t.box", { name: "a", site: "s" })).not.toBe(idFor("t.box", { name: "s", site: "a" }));
    expect(idOf(box, { gpk: "box-1", name: "a", site: "s" })).toBe(idFor("t.box", { name: "a", site: "s" }));
    expect(idOf(box, { gpk: "box-1", name: "a", site: null })).toBe(idFor("t.box", { gpk: "box-1" }));
  });

  it("further statements of an element stay before the deletion; two changes of one object stay separate", () => {
    const given = [statement("update", "a"), statement("update", "a"), statement("delete", "b")];
    const graph = startGraph("uuid", box, { gpk: "box-9", name: "r", site: "s" }, given);
    expect(inOrder(graph).map((node) => node.statement)).toEqual(given);
    expect(inOrder(graph).map(({ goes }) => goes)).toEqual([
      null,
      null,
      idFor("t.box", { name: "b", site: "s" }),
    ]);
    expect(graph.root.statement).toEqual({
      object_fq_name: "t.box",
      object_function: "delete",
      parameters: { old: { name: "r", site: "s" }, new: {} },
    });
  });

  it("each step comes after the statements that it needs, even if two need each other", () => {
    const graph = startGraph(
      "uuid",
      box,
      { name: "r", site: "s" },
      ["a", "b", "c"].map((name) => statement("delete", name)),
    );
    const [a, b, c] = ["a", "b", "c"].map((name) => idFor("t.box", { name, site: "s" })) as [
      string,
      string,
      string,
    ];
    graph.nodes.get(a)?.before.add(c);
    graph.nodes.get(c)?.before.add(b).add(graph.root.id).add("of no node");
    graph.nodes.get(b)?.before.add(a);
    expect(inOrder(graph).map(({ id }) => id)).toEqual([b, c, a]);
  });

  it("deletions of one type are found together", () => {
    const graph = startGraph("uuid", box, { name: "r", site: "s" }, [
      statement("update", "a"),
      statement("delete", "b"),
    ]);
    const of = (fn: string) =>
      [...graph.nodes.values()].find((node) => node.statement.object_function === fn);
    const [changed, deleted] = [of("update"), of("delete")];
    if (changed === undefined || deleted === undefined) throw new Error("nodes");
    expect(deletionsLike(graph, deleted)).toEqual([graph.root, deleted]);
    expect(deletionsLike(graph, changed)).toEqual([]);
    expect(deletionsLike(graph, { ...deleted, type: "t.item" })).toEqual([]);
  });
});

describe("objects that a refusal names", () => {
  const key = { gpk: "box-1" };

  it("are the object that cannot be deleted and the objects that refer to it", () => {
    const details = {
      object_fq_name: "t.box",
      key,
      child_list: [
        {
          object_fq_name: "t.item",
          attribute_list: ["box"],
          reference_name: "r",
          count: 3,
          title_list: ["x"],
        },
        { object_fq_name: "t.link" },
        "no child",
      ],
    };
    expect(childrenIn(refusal(details))).toEqual({
      object: "t.box",
      key,
      children: [
        { object: "t.item", attributes: ["box"], reference: "r", count: 3, titles: ["x"] },
        { object: "t.link", attributes: [], reference: "", count: 0, titles: [] },
      ],
    });
  });

  it.each([
    ["of another kind", refusal({ object_fq_name: "t.box", key, child_list: [] }, "permission_denied")],
    ["without a key", refusal({ object_fq_name: "t.box", child_list: [] })],
    ["without referring objects", refusal({ object_fq_name: "t.box", key })],
  ])("do not exist if the refusal is %s", (_, fault) => {
    expect(childrenIn(fault)).toBeNull();
  });

  it("the object is recognised among rows by its complete key", () => {
    const kept = { object: "t.box", key: { name: "a", site: null }, children: [] };
    expect(isAmong(kept, [{ name: "b", site: null }, { name: "a" }])).toBe(true);
    expect(isAmong(kept, [{ name: "a", site: "s" }])).toBe(false);
    expect(isAmong(kept, [])).toBe(false);
  });

  it("an object without a reference to the type is not joined", () => {
    const child = { object: "t.box", attributes: [], reference: "r", count: 1, titles: [] };
    expect(isJoined(catalogue, child)).toBe(false);
    expect(isJoined(catalogue, { ...child, object: "t.none" })).toBe(false);
  });
});
