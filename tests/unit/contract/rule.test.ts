import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allows, type Rule, type Visitor } from "#contract/rule";

const KEYS = ["org.rw_oet", "cntl.ro:mgr", "nd.ro:device", "wapi.su_access"] as const;

function holding(permissions: readonly string[]): Visitor {
  return {
    signedIn: true,
    inDatabase: true,
    isOuAdmin: false,
    permissions: new Set(permissions),
    modules: new Set(),
  };
}

describe("rules", () => {
  it("[PERM-02] a permission check passes exactly when the map of the token contains the key", () => {
    fc.assert(
      fc.property(fc.subarray([...KEYS]), fc.constantFrom(...KEYS), (held, key) => {
        expect(allows({ permission: key }, holding(held))).toBe(held.includes(key));
      }),
    );
    expect(allows({ permission: "cntl.ro:mgr" }, holding(["cntl.rw:mgr", "cntl.ro", "CNTL.RO:MGR"]))).toBe(
      false,
    );
  });

  it("[PERM-02] keys combine by the rule", () => {
    const rule: Rule = {
      all: ["signedIn", { any: [{ permission: "a" }, { permission: "b" }] }, { not: { permission: "c" } }],
    };
    expect(allows(rule, holding(["a"]))).toBe(true);
    expect(allows(rule, holding(["b"]))).toBe(true);
    expect(allows(rule, holding(["a", "c"]))).toBe(false);
    expect(allows(rule, holding([]))).toBe(false);
    expect(allows(rule, { ...holding(["a"]), signedIn: false })).toBe(false);
  });
});
