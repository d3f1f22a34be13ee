import { describe, expect, it } from "vitest";
import { checkValues, planChange } from "#core/form/plan-change";
import { planForm, type FormModel } from "#core/form/plan-form";
import type { FormTarget } from "#core/form/target";
import type { FormValues } from "#core/form/values";
import { plannedTarget } from "#core/txlist/overlay/merge";
import type { Planned } from "#core/txlist/planned";
import { toSteps } from "#core/txlist/to-steps";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

const catalogue = await portalCatalogue();
const toAscii = (text: string): string => text;
const LIST = "is_zone_apex@along";

function form(over: Partial<FormTarget> = {}): FormModel {
  const target: FormTarget = { object: "dns.fqdn", operation: "create", row: null, ...over };
  const made = planForm(catalogue, target, { locale: "en", isExpert: false });
  if (made === null) throw new Error("no form");
  return made;
}

function planned(plan: FormModel, values: FormValues): Planned {
  const change = planChange(plan, { ...plan.initial, ...values }, { uuid: "u", toAscii });
  if (change.kind !== "planned") throw new Error(JSON.stringify(change));
  return change.item;
}

const record = (data: string) => ({
  name: "dns.record.create",
  new: { fqdn: "lab.example.edu.", type: "NS", data },
});
const zone = { value: "lab.example.edu.", is_zone_apex: true };
const servers = ["ns1.example.edu.", "ns2.example.edu."];

describe("the list that a flag of a new object asks for", () => {
  it("[TAFORM-49] [DNS-12] is drawn behind the flag, in the form of a new object only", () => {
    const { fields } = form();
    const at = fields.findIndex(({ name }) => name === LIST);
    expect(fields[at - 1]?.name).toBe("is_zone_apex");
    expect(fields[at]).toMatchObject({ label: "Name servers", widget: "list" });
    expect(fields[at]?.options.element?.options.reference?.object).toBe("dns.fqdn");
    const row = { gpk: "fqdn-1", value: "a.", is_zone_apex: true };
    for (const other of [form({ operation: "update", row }), form({ ask: ["value"] })])
      expect(other.fields.map(({ name }) => name)).not.toContain(LIST);
  });

  it("[TAFORM-49] [DNS-12] becomes steps of the same element, after the new object", () => {
    const { is_zone_apex: _, ...name } = zone;
    expect(toSteps([planned(form(), { ...zone, [LIST]: servers })])).toMatchObject([
      { idx: "u", name: "dns.fqdn.create", new: zone },
      ...servers.map(record),
    ]);
    expect(toSteps([planned(form(), { ...name, [LIST]: servers.slice(1) })])).toMatchObject([
      { name: "dns.fqdn.create", new: name },
      record("ns2.example.edu."),
    ]);
    expect(toSteps([planned(form(), name)])).toHaveLength(1);
  });

  it("[TAFORM-49] [DNS-12] is required while the flag is set", () => {
    const problems = (values: FormValues) => checkValues(form(), values, toAscii).map(({ name }) => name);
    expect(problems(zone)).toEqual([LIST]);
    expect(problems({ ...zone, [LIST]: [] })).toEqual([LIST]);
    expect(problems({ ...zone, [LIST]: servers })).toEqual([]);
    expect(problems({ ...zone, is_zone_apex: false })).toEqual([]);
    expect(problems({ ...zone, [LIST]: ["not a name!"] })).toEqual([LIST]);
  });

  it("[TAFORM-49] is shown again with its values, and further statements of the element stay", () => {
    const other = {
      object_fq_name: "dns.fqdn2group",
      object_function: "create",
      parameters: { old: {}, new: { fqdn: "lab.example.edu.", group_name: "lab" } },
    } as const;
    const item = planned(form({ bundle: { at: "append", statements: [other] } }), {
      ...zone,
      [LIST]: servers,
    });
    const again = form(plannedTarget(item));
    expect(again.initial[LIST]).toEqual(servers);
    expect(planned(again, {})).toEqual(item);
    expect(toSteps([planned(again, { [LIST]: servers.slice(0, 1) })]).map(({ name }) => name)).toEqual([
      "dns.fqdn.create",
      "dns.fqdn2group.create",
      "dns.record.create",
    ]);
  });
});
