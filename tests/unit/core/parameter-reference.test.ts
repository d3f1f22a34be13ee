import { expect, it } from "vitest";
import { planForm } from "#core/form/plan-form";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

it("a parameter that is no attribute finds its object by the data type of the key", async () => {
  const catalogue = await portalCatalogue();
  const target = { object: "cntl.mgr", operation: "create", row: null } as const;
  const plan = planForm(catalogue, target, { locale: "en", isExpert: false });
  const unit = plan?.fields.find((field) => field.name === "ou");
  expect(unit?.widget).toBe("reference");
  expect(unit?.options.reference).toMatchObject({ object: "org.unit", attribute: "fq_name" });
  // Many types have a key of this kind: none is meant.
  expect(plan?.fields.find((field) => field.name === "svc_id")?.widget).toBe("text");
});
