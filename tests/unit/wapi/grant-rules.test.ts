import { describe, expect, it } from "vitest";
import { granted, type GrantFacts, type GrantRule } from "#contract/grant";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import { describedGrant } from "../../../server/wapi/describe/grant.ts";

const catalogue = await loadCatalogue();
const told = (fn: string) => {
  const at = fn.lastIndexOf(".");
  return describedGrant(catalogue.type(fn.slice(0, at)), fn.slice(at + 1));
};

describe("the rule for others in the metadata", () => {
  it.each<[string, GrantRule | null, readonly string[] | null]>([
    ["nd.bcd.update", { is_own: true }, ["description"]],
    ["nd.bcd.bulk_update", { is_own: true }, ["description"]],
    ["nd.bcd.create", null, null],
    ["nd.bcd.delete", null, null],
    ["nd.site.update", null, null],
    ["dns.fqdn.update", { is_own: true }, ["description", "type"]],
    ["dns.fqdn.delete", { is_own: true }, null],
    [
      "cntl.mgr2ou.create",
      { all: [{ is_own_of: "ou", object_fq_name: "org.unit" }, { depends: true }] },
      null,
    ],
    ["cntl.mgr2group.delete", { is_own_of: "group_name", object_fq_name: "cntl.group" }, null],
    [
      "cntl.group2ou.delete",
      {
        all: [
          { is_own: true },
          { is_own_of: "group_name", object_fq_name: "cntl.group" },
          { is_own_of: "ou", object_fq_name: "org.unit" },
        ],
      },
      null,
    ],
    [
      "cntl.mgr.delete",
      {
        all: [
          { is_own: true },
          { any: [{ is_account: "parent_login_name" }, { all: [{ is_true: "is_svc" }, { depends: true }] }] },
        ],
      },
      null,
    ],
    ["wapi.change_log.list", null, null],
  ])("%s", (fn, rule, attributes) => {
    const { grant_rule, grant_attribute_list } = told(fn);
    expect(grant_rule).toEqual(rule);
    expect(grant_attribute_list).toEqual(attributes);
  });

  it("parameters that are not attributes have the rule of update", () => {
    expect(told("cntl.wapi_auth.update").grant_attribute_list).toEqual([
      "description",
      "expiration_date",
      "deletion_date",
      "do_generate",
    ]);
  });
});

describe("the value of a rule", () => {
  const facts = (own: boolean | undefined): GrantFacts => ({
    isOwn: own,
    isOwnOf: (_, type) => (type === "org.unit" ? own : undefined),
    isAccount: () => own,
    isTrue: () => own,
  });
  const unit: GrantRule = { is_own_of: "ou", object_fq_name: "org.unit" };
  const group: GrantRule = { is_own_of: "g", object_fq_name: "cntl.group" };
  it.each<[string, GrantRule, readonly (boolean | undefined)[]]>([
    ["an own row", { is_own: true }, [true, false, undefined]],
    ["an own object", unit, [true, false, undefined]],
    ["one that is not shown", group, [undefined, undefined, undefined]],
    ["both", { all: [unit, group] }, [undefined, false, undefined]],
    ["either", { any: [unit, group] }, [true, undefined, undefined]],
    ["another account", { is_other_account: "login_name" }, [false, true, undefined]],
    ["more than the row", { depends: true }, [undefined, undefined, undefined]],
  ])("%s: yes, no, not known", (_, rule, answers) => {
    expect([true, false, undefined].map((own) => granted(rule, facts(own)))).toEqual(answers);
  });
});
