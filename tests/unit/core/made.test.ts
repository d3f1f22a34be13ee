import { describe, expect, it } from "vitest";
import { withMade } from "#core/catalogue/made";
import { planOfElements } from "#core/txlist/overlay/plan";
import { overlaid } from "#core/txlist/overlay/overlay";
import { portalCatalogue } from "../../support/portal-catalogue.ts";
import { simple } from "./planned.ts";

const catalogue = await portalCatalogue();
const typeOf = (name: string) => {
  const type = catalogue.objectType(name);
  if (type === null) throw new Error(name);
  return type;
};

describe("[TA-94] values that the server makes from others", () => {
  it.each([
    ["cntl.mgr", { parent_login_name: "ada", sub_id: "dns" }, { login_name: "ada-dns", is_sub: true }],
    ["cntl.mgr", { is_svc: true, svc_id: "web" }, { login_name: "svc-web" }],
    ["cntl.mgr", { login_name: "new", parent_login_name: null }, { login_name: "new", is_sub: false }],
    ["org.unit", { parent: "UTM::RZ", short_name: "LAB" }, { fq_name: "UTM::RZ::LAB" }],
    ["org.unit", { parent: null, short_name: "UNI" }, { fq_name: "UNI" }],
  ] as const)("%s %j has %j", (type, row, made) => {
    expect(withMade(typeOf(type), row)).toEqual({ ...row, ...made });
  });

  it("are unknown while a part is missing", () => {
    expect(withMade(typeOf("cntl.mgr"), { sub_id: "dns" })).toEqual({ sub_id: "dns" });
    const row = { name: "x" };
    expect(withMade(typeOf("nd.bcd"), row)).toBe(row);
  });

  it("a planned subaccount is listed under its login name, among the own subaccounts and the holders of tokens", () => {
    const item = simple("u-1", {
      object_fq_name: "cntl.mgr",
      object_function: "create",
      parameters: { old: {}, new: { parent_login_name: "ada", sub_id: "dns" } },
    });
    const plan = planOfElements([item], catalogue);
    const holders = { _or: [{ is_sub: { eq: true } }, { is_svc: { eq: true } }] };
    for (const old of [
      { is_own: true, is_sub: true },
      { is_own: true, filter_params_dict: holders },
    ]) {
      const { lists } = overlaid([{ idx: "sub", name: "cntl.mgr.list", old }], { sub: [] }, plan, catalogue);
      expect(lists["sub"]).toMatchObject([{ login_name: "ada-dns", parent_login_name: "ada" }]);
    }
  });
});
