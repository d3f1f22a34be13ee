import { describe, expect, it } from "vitest";
import { danglingElements } from "#core/txlist/blocks";
import { exportList, importList } from "#core/txlist/file";
import { groupedLosses } from "#core/txlist/losses";
import type { Planned } from "#core/txlist/planned";
import { toSteps } from "#core/txlist/to-steps";
import { content } from "./planned.ts";

const NOTHING = { old: {}, new: {} };

/** A module with two ports as one bundle, and a cable at one of them. */
const MODULE: Planned = {
  uuid: "m",
  ta_type: "db_editor_bundle_append",
  variant: null,
  losses: [{ object: "nd.module", title: "panel", attribute: "gpk", reason: "core.reverse.renewed" }],
  content: content({
    object_fq_name: "nd.module",
    object_function: "create",
    parameters: { old: {}, new: { name: "panel" } },
  }),
  bundle: ["p1", "p2"].map((name) => ({
    object_fq_name: "nd.p_port",
    object_function: "create",
    parameters: { old: {}, new: { name } },
    new_ref_params: [{ idx: "m", params: { module_gfk: "gpk" } }],
  })),
};
const CABLE: Planned = {
  uuid: "c",
  ta_type: "db_editor_simple",
  variant: null,
  content: {
    ...content({ object_fq_name: "nd.p_port", object_function: "connect", parameters: NOTHING }),
    old_ref_params: [{ idx: "m_0", params: { gpk: "gpk" } }],
    new_ref_params: [{ idx: "m_1", params: { p_port_gfk: "gpk" } }],
  },
};

const imported = (text: string): readonly Planned[] => {
  let made = 0;
  const read = importList(text, () => `n${String(made++)}`);
  if (!read.ok) throw new Error("not a list");
  return read.items;
};

describe("elements that take values from other elements", () => {
  it("are sent as steps with ref_params", () => {
    expect(toSteps([MODULE, CABLE])).toEqual([
      { idx: "m", name: "nd.module.create", new: { name: "panel" } },
      ...["p1", "p2"].map((name, at) => ({
        idx: `m_${String(at)}`,
        name: "nd.p_port.create",
        new: { name },
        new_ref_params: [{ idx: "m", params: { module_gfk: "gpk" } }],
      })),
      {
        idx: "c",
        name: "nd.p_port.connect",
        old_ref_params: [{ idx: "m_0", params: { gpk: "gpk" } }],
        new_ref_params: [{ idx: "m_1", params: { p_port_gfk: "gpk" } }],
      },
    ]);
  });

  it("are the same after export and import, with their losses", () => {
    expect(imported(exportList([MODULE, CABLE], "ada", new Date(0)))).toEqual([MODULE, CABLE]);
  });

  it("keep their source if a file gives it another name", () => {
    const renamed = JSON.stringify({
      serialization_version: 2,
      transaction: [{ ...MODULE, uuid: "" }, CABLE, MODULE, { ...CABLE, uuid: "m" }],
    })
      .replaceAll('"idx":"m"', '"idx":""')
      .replaceAll('"idx":"m_', '"idx":"_');
    const [module, cable] = imported(renamed);
    expect([module?.uuid, JSON.stringify(cable)]).toEqual(["n0", expect.stringContaining('"idx":"n0_1"')]);
    expect(danglingElements([module, cable].flatMap((item) => item ?? []))).toEqual(new Set());
  });

  it("keep their source if names in a file contain underscores", () => {
    const file = JSON.stringify({ serialization_version: 2, transaction: [MODULE, CABLE] });
    const named = (uuid: string) =>
      imported(file.replaceAll('"m_', `"${uuid}_`).replaceAll('"m"', `"${uuid}"`));
    for (const uuid of ["m_1", "_", "module_of_room_1", "m__"]) {
      const [module, cable] = named(uuid);
      expect(module?.uuid).toBe("n0");
      expect(JSON.stringify([module, cable])).not.toContain(`"${uuid}_`);
      expect(cable).toMatchObject({
        content: {
          old_ref_params: [{ idx: "n0_0", params: { gpk: "gpk" } }],
          new_ref_params: [{ idx: "n0_1", params: { p_port_gfk: "gpk" } }],
        },
      });
      expect(danglingElements([module, cable].flatMap((item) => item ?? []))).toEqual(new Set());
    }
  });

  it("are reported if the source is missing or comes after them", () => {
    expect(danglingElements([MODULE, CABLE])).toEqual(new Set());
    expect(danglingElements([CABLE])).toEqual(new Set(["c"]));
    expect(danglingElements([CABLE, MODULE])).toEqual(new Set(["c"]));
  });

  it("name a loss once for all objects of a type", () => {
    const loss = { object: "nd.p_port", attribute: "gpk", reason: "core.reverse.renewed" } as const;
    expect(groupedLosses(["p1", "p2", "p1"].map((title) => ({ ...loss, title })))).toEqual([
      { ...loss, title: "p1", titles: ["p1", "p2"] },
    ]);
  });
});
