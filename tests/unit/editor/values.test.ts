import { describe, expect, it } from "vitest";
import { completeSteps } from "../../../src/editor/screen/complete-steps.ts";
import { holds, hrefOfTarget, valueOf, type ValueSource } from "../../../src/editor/screen/values.ts";
import svcAccount from "../../../src/subjects/cntl/svc-account.ts";
import fqdns from "../../../src/subjects/dns/fqdns.ts";
import group from "../../../src/subjects/cntl/group.ts";

const source: ValueSource = {
  params: { bcd_name: "scc-net-1", fqdn: ".", four: "198.51.100.1", six: "2001:db8::1" },
  lists: { record: [], vlan: [{ gpk: "vlan-1" }] },
  current: { gpk: "bcd-9", can_have_mgr: false },
  loginName: "ada",
  visitor: {
    signedIn: true,
    inDatabase: true,
    isOuAdmin: false,
    permissions: new Set(),
    modules: new Set(["dnsvs"]),
  },
};

describe("values of a screen", () => {
  it.each([
    [{ row: "name" }, "x"],
    [{ current: "gpk" }, "bcd-9"],
    [{ param: "bcd_name" }, "scc-net-1"],
    [{ account: "login_name" }, "ada"],
    [{ is: true }, true],
    [{ current: "none" }, null],
    [{ family: "four", ipv4: "A", ipv6: "AAAA" }, "A"],
    [{ family: "six", ipv4: "A", ipv6: "AAAA" }, "AAAA"],
  ] as const)("%j is taken from its place", (value, expected) => {
    expect(valueOf(value, source, { name: "x" })).toBe(expected);
  });

  it("the address of the root name has a dollar sign", () => {
    expect(hrefOfTarget({ to: "/dnsvs/fqdns/:fqdn", params: { fqdn: { param: "fqdn" } } }, source)).toBe(
      "/dnsvs/fqdns/$",
    );
  });

  it("a target with a missing value has no address", () => {
    expect(
      hrefOfTarget({ to: "/cntl/bcds/:bcd_name", params: { bcd_name: { row: "bcd" } } }, source, {}),
    ).toBeNull();
  });

  it.each([
    [undefined, true],
    [{ not: { given: { rows: "record" } } }, true],
    [{ not: { given: { rows: "vlan" } } }, false],
    [{ value: { current: "can_have_mgr" }, in: [true] }, false],
    [{ module: "dnsvs" }, true],
    ["signedOut", false],
  ] as const)("condition %j holds: %s", (condition, expected) => {
    expect(holds(condition, source)).toBe(expected);
  });
});

describe("steps of a screen", () => {
  it("[LIST-10] a long list requests one row more than it may show", () => {
    expect(completeSteps(fqdns, {})[0]?.old).toEqual({ is_own: true, fetch_limit: 201 });
  });

  it("[API-65] a screen with a current object requests its history", () => {
    const steps = completeSteps(group, { group: "scc-net" });
    expect(steps.at(-1)).toMatchObject({
      name: "wapi.change_log.list",
      old: {
        object_fq_name_list: [
          "cntl.group",
          "cntl.mgr2group",
          "nd.bcd2group",
          "dns.fqdn2group",
          "cntl.group_addr_space",
          "cntl.group2ou",
          "cntl.ot_lang_attr_val",
        ],
      },
      union_join_ref: { group: "api_func_wapi_change_log_about" },
    });
  });

  it("[API-65] rows that depend on rows of another step are requested by that step", () => {
    const steps = completeSteps(svcAccount, { account_name: "svc-web" });
    expect(Object.keys(steps.at(-1)?.union_join_ref ?? {})).toEqual(["svc", "token"]);
  });
});
