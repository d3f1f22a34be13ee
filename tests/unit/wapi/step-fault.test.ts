import { describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { NOBODY } from "../../../server/access/actor.ts";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import type { WritePlan } from "../../../server/wapi/plan.ts";
import { isOfStep, stepFault } from "../../../server/wapi/write/sql-error.ts";

const catalogue = await loadCatalogue();

/** An error as the driver of PostgreSQL throws it. */
const said = (code: string, more: Readonly<Record<string, string>> = {}) =>
  Object.assign(new Error("said by the database"), { code, ...more });
const UNIQUE = "23505";
const REFERENCE = "23503";

function planOf(kind: WritePlan["kind"], type: string, old: Params, values: Params): WritePlan {
  return { kind, type: catalogue.type(type), key: "k", position: 0, old, new: values };
}

/** The refusal behind an error. None of these cases reads the database again. */
const faultOf = async (error: unknown, plan: WritePlan) => {
  const run = { catalogue, actor: { ...NOBODY, account: "7" } };
  const refusal = await stepFault(error, run as Parameters<typeof stepFault>[1], plan);
  return refusal === null ? null : [refusal.fault, refusal.details];
};

const room = planOf("create", "nd.room", {}, { site: "A", bldg: "1", name: "r" });

describe("a refusal by the database after a check was overtaken by another call", () => {
  it("names a taken key with its values", async () => {
    const bldg = planOf("create", "nd.bldg", {}, { site: "A", number: "1" });
    expect(await faultOf(said(UNIQUE, { constraint: "nd_bldg_key" }), bldg)).toEqual([
      "unique_violation",
      { object_fq_name: "nd.bldg", attribute_list: ["site", "number"], value_list: ["A", "1"] },
    ]);
  });

  it("reads a value that the server made from the detail, from the last key there", async () => {
    const unit = planOf("create", "org.unit", {}, { short_name: "SCC", parent: "KIT" });
    const detail = "Key (fq_name)=(other) in Key (fq_name)=(KIT::SCC) already exists.";
    expect(await faultOf(said(UNIQUE, { constraint: "org_unit_key", detail }), unit)).toEqual([
      "unique_violation",
      { object_fq_name: "org.unit", attribute_list: ["fq_name"], value_list: ["KIT::SCC"] },
    ]);
    const other = said(UNIQUE, { constraint: "org_unit_key", detail: "Key (id)=(1) already exists." });
    expect(await faultOf(other, unit)).toEqual([
      "unique_violation",
      { object_fq_name: "org.unit", attribute_list: [], value_list: [] },
    ]);
  });

  it("reports an object that was deleted meanwhile as not found", async () => {
    const bldg = planOf("create", "nd.bldg", {}, { site: "A", number: "1" });
    expect(await faultOf(said(REFERENCE, { constraint: "nd_bldg_site_fkey" }), bldg)).toEqual([
      "referenced_object_not_found",
      {
        object_fq_name: "nd.bldg",
        attribute: "site",
        value: "A",
        reference_name: "api_fkey_nd_bldg_site",
        ref_object_fq_name: "nd.site",
      },
    ]);
  });

  it("names the objects that have begun to refer to the object meanwhile", async () => {
    const bldg = planOf("delete", "nd.bldg", { site: "A", number: "1" }, {});
    expect(await faultOf(said(REFERENCE, { constraint: "nd_room_bldg_fkey" }), bldg)).toEqual([
      "foreign_key_child_found",
      {
        object_fq_name: "nd.bldg",
        key: { site: "A", number: "1" },
        child_list: [
          {
            object_fq_name: "nd.room",
            attribute_list: ["site", "bldg"],
            reference_name: "api_fkey_nd_room_bldg",
            count: 1,
            title_list: [],
          },
        ],
      },
    ]);
  });

  it("is a bug if no definition names the reference or the constraint", async () => {
    expect(await faultOf(said(REFERENCE, { constraint: "nothing_fkey" }), room)).toBe(null);
    expect(await faultOf(said(REFERENCE), room)).toBe(null);
  });

  it("names the attribute by which a tree would no longer be a tree", async () => {
    const unit = planOf("update", "org.unit", { fq_name: "KIT" }, { parent: "KIT::SCC" });
    expect(await faultOf(said("23514", { constraint: "org_unit_cycle" }), unit)).toEqual([
      "subtree_loop",
      { object_fq_name: "org.unit", key: { fq_name: "KIT" } },
    ]);
  });

  it.each(["40001", "57014", "08006", "42601"])("is not a refusal of the step for error %s", async (code) => {
    expect(isOfStep(said(code))).toBe(false);
    expect(await faultOf(said(code), room)).toBe(null);
  });

  it("is not a refusal of the step if the error does not come from the database", async () => {
    for (const error of [
      null,
      "23505",
      new Error("23505"),
      { code: UNIQUE },
      Object.assign(new Error(), { code: 5 }),
    ]) {
      expect(isOfStep(error)).toBe(false);
      expect(await faultOf(error, room)).toBe(null);
    }
  });
});
