import { expect, it } from "vitest";
import { planForm } from "#core/form/plan-form";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

it("a parameter that is not an attribute offers the objects that its definition refers to", async () => {
  const catalogue = await portalCatalogue();
  const target = { object: "cntl.mgr", operation: "create", row: null } as const;
  const plan = planForm(catalogue, target, { locale: "en", isExpert: false });
  const unit = plan?.fields.find((field) => field.name === "ou");
  expect(unit?.widget).toBe("reference");
  expect(unit?.options.reference).toMatchObject({ object: "org.unit", attribute: "fq_name" });
  expect(plan?.fields.find((field) => field.name === "svc_id")?.widget).toBe("text");
});

it("a list that is sent with a new object offers the objects that its definition names", async () => {
  const catalogue = await portalCatalogue();
  const role = { is_assigned: true };
  const target = {
    object: "cntl.wapi_auth",
    operation: "create",
    row: null,
    offer: { role_name_list: { filters: role } },
  } as const;
  const plan = planForm(catalogue, target, { locale: "en", isExpert: false });
  const roles = plan?.fields.find((field) => field.name === "role_name_list");
  expect(roles?.widget).toBe("choiceList");
  expect(roles?.options.reference).toMatchObject({
    object: "cntl.role",
    attribute: "name",
    filters: { is_assignable: true, is_assigned: true },
  });
});
