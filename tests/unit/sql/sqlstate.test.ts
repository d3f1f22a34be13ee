import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import { faultOfSql } from "../../../server/sql/fault.ts";

const SERVER = join(import.meta.dirname, "..", "..", "..", "server");
const HOME = join("sql", "sqlstate.ts");

describe("SQLSTATEs", () => {
  it("are named in one file only", () => {
    const files = readdirSync(SERVER, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".ts"),
    );
    const code = /["'](?!\d+MB)(0A000|2201B|(?:08|23|25|40|53|57)[0-9P][0-9A-Z]{2})["']/;
    expect(files.filter((name) => code.test(readFileSync(join(SERVER, name), "utf8")))).toEqual([HOME]);
  });

  it.each([
    ["08007", "outcome_unknown"],
    ["08006", "not_ready"],
    ["53100", "not_ready"],
    ["53300", "busy"],
    ["57P03", "not_ready"],
    ["25006", "not_ready"],
    ["NP001", "others_wait"],
    ["57014", "time_limit"],
    ["40001", "concurrent_change"],
    ["40P01", "concurrent_change"],
    ["2201B", "bad_format"],
    ["42601", undefined],
  ])("%s is %s", async (code, fault) => {
    const catalogue = await loadCatalogue();
    expect(faultOfSql(Object.assign(new Error("said by the database"), { code }), catalogue)?.fault).toBe(
      fault,
    );
  });

  it("[API-81] a database without connections is busy, and one that starts is not ready", async () => {
    const catalogue = await loadCatalogue();
    const named = (code: string) => faultOfSql(Object.assign(new Error("said"), { code }), catalogue)?.fault;
    expect([named("53300"), named("57P03")]).toEqual(["busy", "not_ready"]);
  });

  it("a range that another call took at the same moment is refused with a sentence without its values", async () => {
    const taken = { code: "23P01", constraint: "nd_ip_subnet_cidr_overlap" };
    const refusal = faultOfSql(Object.assign(new Error("said"), taken), await loadCatalogue());
    expect(refusal?.inLanguage("en")).toMatchObject({
      description: "The range overlaps one that somebody created or changed at the same time.",
      hint: "Take another range.",
      details: { object_fq_name: "nd.ip_subnet", value: null, other: null },
    });
  });
});
