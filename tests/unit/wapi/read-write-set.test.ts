import { describe, expect, it } from "vitest";
import type { Json, Params } from "#contract/wire/json";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import type { WritePlan } from "../../../server/wapi/plan.ts";
import { readWriteSetOf } from "../../../server/wapi/write/read-write-set-of.ts";

const catalogue = await loadCatalogue();

interface Case {
  readonly step: string;
  readonly old?: Params;
  readonly new?: Params;
  /** Keys of objects that the step names by gpk. */
  readonly keys?: Readonly<Record<string, readonly Json[]>>;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly isAlone?: true;
}

const bldg = { site: "A", number: "1" };

/** Pairs of steps that must not be exchanged, because one writes what the other reads. */
const CASES: Readonly<Record<string, Case>> = {
  "a new object reads and writes its name, and reads what its key refers to": {
    step: "nd.bldg.create",
    new: bldg,
    reads: ['nd.bldg ["A","1"]', 'nd.site ["A"]'],
    writes: ['nd.bldg ["A","1"]'],
  },
  "a change that renames nothing touches the object alone": {
    step: "nd.bldg.update",
    old: bldg,
    new: { title: "x" },
    reads: ['nd.bldg ["A","1"]', 'nd.site ["A"]'],
    writes: ['nd.bldg ["A","1"]'],
  },
  "a new name touches the old and the new name": {
    step: "nd.bldg.update",
    old: bldg,
    new: { number: "2" },
    reads: ['nd.bldg ["A","1"]', 'nd.bldg ["A","2"]', 'nd.site ["A"]'],
    writes: ['nd.bldg ["A","1"]', 'nd.bldg ["A","2"]'],
  },
  "a move reads the new place, and the old place may be deleted after it": {
    step: "nd.bldg.update",
    old: bldg,
    new: { site: "B" },
    reads: ['nd.bldg ["A","1"]', 'nd.bldg ["B","1"]', 'nd.site ["A"]', 'nd.site ["B"]'],
    writes: ["children of nd.site", 'nd.bldg ["A","1"]', 'nd.bldg ["B","1"]'],
  },
  "a deletion depends on the children, and its parent may be deleted after it": {
    step: "nd.bldg.delete",
    old: bldg,
    reads: ["children of nd.bldg", 'nd.bldg ["A","1"]', 'nd.site ["A"]'],
    writes: ["children of nd.site", 'nd.bldg ["A","1"]'],
  },
  "an object is named by its key, also if the step names its gpk": {
    step: "nd.bldg.update",
    old: { gpk: "bldg-1" },
    new: { number: "2" },
    keys: { "bldg-1": ["A", "1"] },
    reads: ['nd.bldg ["A","1"]', 'nd.bldg ["A","2"]', 'nd.site ["A"]'],
    writes: ['nd.bldg ["A","1"]', 'nd.bldg ["A","2"]'],
  },
  "an unknown gpk keeps the step alone": {
    step: "nd.bldg.update",
    old: { gpk: "bldg-1" },
    new: { title: "x" },
    reads: [],
    writes: [],
    isAlone: true,
  },
  "a reference to an unknown gpk keeps the step alone": {
    step: "nd.module.create",
    new: { name: "x", room_gfk: "room-1" },
    reads: [],
    writes: [],
    isAlone: true,
  },
  "a place in a tree is a change of everything below": {
    step: "nd.module.update",
    old: { gpk: "module-1" },
    new: { parent_gfk: "module-2" },
    keys: { "module-1": ["module-1"], "module-2": ["module-2"] },
    reads: ['nd.module ["module-1"]', 'nd.module ["module-2"]'],
    writes: ["children of nd.module", 'nd.module ["module-1"]'],
    isAlone: true,
  },
  "a part of the names of a tree is a change of everything below": {
    step: "nd.module.update",
    old: { gpk: "module-1" },
    new: { description: "x", name: "x" },
    keys: { "module-1": ["module-1"] },
    reads: ['nd.module ["module-1"]'],
    writes: ['nd.module ["module-1"]'],
    isAlone: true,
  },
  "another value of an object in a tree changes nothing below": {
    step: "nd.module.update",
    old: { gpk: "module-1" },
    new: { description: "x" },
    keys: { "module-1": ["module-1"] },
    reads: ['nd.module ["module-1"]'],
    writes: ['nd.module ["module-1"]'],
  },
  "a new object in a tree changes nothing else": {
    step: "cntl.group.create",
    new: { name: "x", parent_group_name: "y" },
    reads: ['cntl.group ["x"]', 'cntl.group ["y"]'],
    writes: ['cntl.group ["x"]'],
  },
  "a place of several parts is one object": {
    step: "nd.room.create",
    new: { site: "A", bldg: "1", name: "2" },
    reads: ['nd.bldg ["A","1"]', 'nd.room ["A","1","2"]'],
    writes: ['nd.room ["A","1","2"]'],
  },
  "one part of a place does not say which it is": {
    step: "nd.room.update",
    old: { gpk: "room-1" },
    new: { bldg: "2" },
    keys: { "room-1": ["A", "1", "x"] },
    reads: ['nd.room ["A","1","x"]', 'nd.room ["A","2","x"]'],
    writes: ["children of nd.bldg", 'nd.room ["A","1","x"]', 'nd.room ["A","2","x"]'],
    isAlone: true,
  },
  "a new unique value must be free": {
    step: "nd.vxlan.create",
    new: { vni: 1, bcd: "a" },
    reads: ['nd.bcd ["a"]', "nd.vxlan [1]", "uniques of nd.vxlan"],
    writes: ["nd.vxlan [1]"],
  },
  "a changed unique value must be free, and frees another": {
    step: "nd.vxlan.update",
    old: { vni: 1 },
    new: { bcd: "b" },
    reads: ['nd.bcd ["b"]', "nd.vxlan [1]", "uniques of nd.vxlan"],
    writes: ["children of nd.bcd", "nd.vxlan [1]", "uniques of nd.vxlan"],
  },
  "a change of another value touches no unique value": {
    step: "nd.vxlan.update",
    old: { vni: 1 },
    new: { description: "b" },
    reads: ["nd.vxlan [1]"],
    writes: ["nd.vxlan [1]"],
  },
  "a value that a constraint keeps unique is one too": {
    step: "nd.bcd.update",
    old: { name: "a" },
    new: { id: 7 },
    reads: ['nd.bcd ["a"]', "uniques of nd.bcd"],
    writes: ['nd.bcd ["a"]', "uniques of nd.bcd"],
  },
  "a rule about several values is no unique value": {
    step: "nd.ip_subnet.update",
    old: { cidr: "192.0.2.0/24" },
    new: { reserved_addr_list: ["192.0.2.9"] },
    reads: ['nd.ip_subnet ["192.0.2.0/24"]'],
    writes: ['nd.ip_subnet ["192.0.2.0/24"]', "subnets"],
  },
  "an old value that is compared depends on nothing else": {
    step: "nd.bldg.update",
    old: { ...bldg, title: "x" },
    new: { title: "y" },
    reads: ['nd.bldg ["A","1"]', 'nd.site ["A"]'],
    writes: ['nd.bldg ["A","1"]'],
  },
  "a deletion frees a unique value": {
    step: "nd.vxlan.delete",
    old: { vni: 1 },
    reads: ["children of nd.vxlan", "nd.vxlan [1]"],
    writes: ["children of nd.bcd", "nd.vxlan [1]", "uniques of nd.vxlan"],
  },
  "a reference by gpk has the name of its object": {
    step: "nd.module.update",
    old: { gpk: "module-1" },
    new: { room_gfk: "room-1" },
    keys: { "module-1": ["module-1"], "room-1": ["A", "1", "2"] },
    reads: ['nd.module ["module-1"]', 'nd.room ["A","1","2"]'],
    writes: ["children of nd.room", 'nd.module ["module-1"]'],
    isAlone: true,
  },
  "every object of a list is read": {
    step: "nd.l_port.update",
    old: { gpk: "lport-1" },
    new: { tagged_bcd_list: ["a", "b"] },
    keys: { "lport-1": ["d.", "1"] },
    reads: ['nd.bcd ["a"]', 'nd.bcd ["b"]', 'nd.device ["d."]', 'nd.l_port ["d.","1"]'],
    writes: ["children of nd.bcd", 'nd.l_port ["d.","1"]'],
  },
  "a value that the server computes may depend on any step before": {
    step: "nd.module.update",
    old: { gpk: "module-1", is_child: true },
    new: { description: "x" },
    keys: { "module-1": ["module-1"] },
    reads: ['nd.module ["module-1"]'],
    writes: ['nd.module ["module-1"]'],
    isAlone: true,
  },
};

function planOf({ step, old = {}, new: values = {} }: Case): WritePlan {
  const at = step.lastIndexOf(".");
  const fn = step.slice(at + 1);
  const common = { type: catalogue.type(step.slice(0, at)), key: "k", position: 0, old, new: values };
  if (fn !== "create" && fn !== "update" && fn !== "delete") throw new Error(step);
  return { ...common, kind: fn };
}

describe("what a step reads and writes", () => {
  it.each(Object.entries(CASES))("%s", (_, of) => {
    const set = readWriteSetOf(planOf(of), new Map(Object.entries(of.keys ?? {})));
    expect({
      reads: [...set.reads].sort(),
      writes: [...set.writes].sort(),
      isAlone: set.isAlone,
    }).toEqual({
      reads: of.reads,
      writes: of.writes,
      isAlone: of.isAlone ?? false,
    });
  });

  it("new objects whose keys the server makes share a batch, and a step that names one of them stays behind it", () => {
    const place = { "room-1": ["A", "1", "101"], "mod-7": ["mod-7"] };
    const keys = new Map(Object.entries(place));
    const module = planOf({
      step: "nd.module.create",
      new: { name: "x", room_gfk: "room-1" },
      reads: [],
      writes: [],
    });
    const port = planOf({
      step: "nd.p_port.create",
      new: { name: "p", module_gfk: "mod-7" },
      reads: [],
      writes: [],
    });
    const room = 'nd.room ["A","1","101"]';
    expect([...readWriteSetOf(module, keys).reads]).toEqual([room]);
    expect([...readWriteSetOf(module, keys).writes]).toEqual([]);
    expect([...readWriteSetOf(module, keys, "7").writes]).toEqual(['nd.module ["mod-7"]']);
    expect([...readWriteSetOf(port, keys).reads]).toContain('nd.module ["mod-7"]');
  });

  it("a step that gives rights is a barrier, but not alone", () => {
    const barrier = (step: string, values: Params) => {
      const { isBarrier, isAlone } = readWriteSetOf(
        planOf({ step, new: values, reads: [], writes: [] }),
        new Map(),
      );
      return [isBarrier, isAlone];
    };
    expect(barrier("cntl.mgr2group.create", { login_name: "a", group_name: "b" })).toEqual([true, false]);
    expect(barrier("nd.site.create", { name: "a" })).toEqual([false, false]);
  });
});
