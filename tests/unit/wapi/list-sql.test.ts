import { beforeAll, describe, expect, it } from "vitest";
import type { Json, Params } from "#contract/wire/json";
import type { Catalogue } from "../../../server/catalogue/object-type.ts";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import { createParams } from "../../../server/sql/bind.ts";
import type { Condition } from "../../../server/sql/filter.ts";
import { planSteps } from "../../../server/wapi/call/plan.ts";
import { readableGoneSql } from "../../../server/wapi/list/any-type.ts";
import { listSql, pagedSql } from "../../../server/wapi/list/compile.ts";
import { isPlannedOnce } from "../../../server/wapi/list/one-statement.ts";
import type { ListScope } from "../../../server/wapi/list/matching.ts";
import type { ListPlan } from "../../../server/wapi/plan.ts";
import { visitor } from "../../support/park.ts";

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await loadCatalogue();
});

function planned(name: string, old: Params, joined = false): ListPlan {
  const first = { idx: "first", name: "nd.site.list" };
  const list = { name: `${name}.list`, old, ...(joined ? { inner_join_ref: { first: "self" } } : {}) };
  const plan = planSteps(joined ? [first, list] : [list], catalogue).at(-1);
  if (plan?.kind !== "list") throw new Error("a list is planned");
  return plan;
}

function scope(): ListScope {
  const earlier = () => {
    throw new Error("there is no earlier list");
  };
  return { catalogue, actor: visitor(["1"]), params: createParams(), earlier };
}

const CIDRS = { cidr: "192.0.2.0/24", prefix_length: 26 };
/** The part that makes a row out of its columns. */
const DRESSES = /'\{"gpk":/;

describe("the statement of a list", () => {
  it.each<readonly [string, Params, "at once" | "page first" | "counted", boolean]>([
    ["nd.site", {}, "at once", false],
    ["nd.site", { fetch_limit: 5 }, "page first", true],
    ["nd.site", { fetch_offset: 5 }, "page first", true],
    ["nd.site", { fetch_offset: 0 }, "at once", false],
    // Rows of a view are found once, and kept if the list is cut.
    ["cntl.group_admin", {}, "at once", false],
    ["cntl.group_admin", { fetch_limit: 5 }, "at once", true],
    ["nd.p_port", {}, "counted", true],
    ["nd.p_port", { fetch_limit: 5 }, "counted", true],
    ["nd.ip_subnet_use", {}, "counted", true],
    ["tmp.generic_object", { _dict_list: [{ a: 1 }] }, "at once", false],
    ["tmp.cidr_generator", CIDRS, "at once", false],
    ["tmp.row_count", { object_fq_name: "nd.bcd" }, "at once", false],
  ])("of %s with %j finds and dresses its rows %s", (name, old, how, isPaged) => {
    const plan = planned(name, old);
    const whole = listSql(plan, scope());
    const start = /^with p as (not )?materialized/.exec(whole);
    expect(start === null ? "at once" : start[1] === undefined ? "counted" : "page first").toBe(how);
    const paged = pagedSql(plan, scope(), "page");
    expect(paged !== null).toBe(isPaged);
    if (paged === null) return;
    expect([DRESSES.test(paged.page), DRESSES.test(paged.rows)]).toEqual([false, true]);
    expect(paged.rows).toContain("from page p");
    const counts = [paged.page, paged.rows].map((sql) => sql.includes("total"));
    expect(counts).toEqual([how === "counted", how === "counted"]);
  });

  it("is planned once for all values if it is a first page of a table, without joins", () => {
    expect(isPlannedOnce(planned("nd.site", { fetch_limit: 5 }))).toBe(true);
    expect(isPlannedOnce(planned("nd.site", { fetch_limit: 5, name_regexp: "a" }))).toBe(true);
    expect(isPlannedOnce(planned("nd.site", {}))).toBe(false);
    expect(isPlannedOnce(planned("nd.site", { fetch_limit: 5, fetch_offset: 1 }))).toBe(false);
    expect(isPlannedOnce(planned("nd.site", { fetch_limit: 5 }, true))).toBe(false);
    expect(isPlannedOnce(planned("cntl.group_admin", { fetch_limit: 5 }))).toBe(false);
  });

  it("shows no deleted object if no row of its type can be related", () => {
    expect(readableGoneSql([], visitor([]))).toBe("false");
  });
});

describe("data of a record of an unnamed type", () => {
  /** Values that a condition compares, each with those of the conditions around it. */
  function compared(condition: Condition | undefined): Json {
    if (condition?.kind === "attribute") return condition.value;
    return condition !== undefined && "of" in condition ? [condition.of].flat().map(compared) : null;
  }
  const values = (old: Params): Json => compared(planned("dns.record", old).conditions[0]);

  it("is compared in the form of each type", () => {
    const hosts = ["CNAME", "DNAME", "NS", "PTR"];
    const others: unknown = expect.arrayContaining(["A", "TXT", "MX"]);
    expect(values({ data: "a.B." })).toEqual([[["a.B."], others], [["a.b."], hosts], []]);
    expect(values({ data_list: ["a.B.", "c.D."] })).toEqual([
      [["a.B.", "c.D."], others],
      [["a.b.", "c.d."], hosts],
      [],
    ]);
    expect(values({ data_list: [] })).toEqual([]);
  });
});
