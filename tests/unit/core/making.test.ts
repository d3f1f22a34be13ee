import { describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { madeBy, madeStep, makingOf, othersStep, type Making } from "#core/form/making";
import { planChange } from "#core/form/plan-change";
import { planForm, type FormModel } from "#core/form/plan-form";
import type { FormTarget } from "#core/form/target";
import type { FormValues } from "#core/form/values";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

const catalogue = await portalCatalogue();
const toAscii = (text: string): string => text;

function form(over: Partial<FormTarget> = {}): FormModel {
  const target: FormTarget = { object: "dns.record", operation: "create", row: null, ...over };
  const made = planForm(catalogue, target, { locale: "en", isExpert: false });
  if (made === null) throw new Error("no form");
  return made;
}

function fieldIn({ fields }: FormModel, name: string) {
  const found = fields.find((field) => field.name === name);
  if (found === undefined) throw new Error(`no field ${name}`);
  return found;
}

const plan = form();
const fqdn = fieldIn(plan, "fqdn");
function making(): Making {
  const found = makingOf(catalogue, plan, fqdn);
  if (found === null) throw new Error("makes nothing");
  return found;
}

describe("the object that a new object creates", () => {
  it("[TAFORM-47] is known from the parameters of the function, and other references create nothing", () => {
    expect(making().type.name).toBe("dns.fqdn");
    expect(making().given.map(({ field, attribute }) => [field, attribute])).toEqual([
      ["fqdn_type", "type"],
      ["fqdn_description", "description"],
    ]);
    expect(makingOf(catalogue, plan, fieldIn(plan, "type"))).toBeNull();
    const other = form({ object: "nd.bldg" });
    expect(makingOf(catalogue, other, fieldIn(other, "site"))).toBeNull();
  });

  it.each<[string, FormValues, Row | null, object]>([
    [
      "is joined if it is there",
      {},
      { type: "host", description: null },
      { kind: "joined", values: { type: "host" }, isSaid: false },
    ],
    [
      "is joined as it is, whatever the form says of it",
      { fqdn_type: "alias" },
      { type: "domain", description: "x" },
      { kind: "joined", values: { type: "domain", description: "x" }, isSaid: true },
    ],
    [
      "is made with what the form gives",
      { fqdn_type: "alias", fqdn_description: "y" },
      null,
      { kind: "made", values: { type: "alias", description: "y" } },
    ],
    [
      "is made with the defaults of its type",
      { fqdn_description: "y" },
      null,
      { kind: "made", values: { type: "domain", description: "y" } },
    ],
    ["is made unasked", { type: "CNAME" }, null, { kind: "made", values: { type: "alias" } }],
    [
      "is made unasked by its own form",
      { type: "TXT", fqdn: "k1._domainkey.example.edu." },
      null,
      { kind: "made", values: { type: "domain" } },
    ],
    [
      "is made unasked as a wildcard",
      { type: "A", fqdn: "*.example.edu." },
      null,
      { kind: "made", values: { type: "domain" } },
    ],
    [
      "is made by the type of the record before its own form",
      { type: "CNAME", fqdn: "_x.example.edu." },
      null,
      { kind: "made", values: { type: "alias" } },
    ],
    [
      "is not made for a star or a line inside of a label",
      { type: "A", fqdn: "a*b_c.example.edu." },
      null,
      { kind: "unmade" },
    ],
    [
      "is made unasked, with what the form gives",
      { type: "CNAME", fqdn_type: "domain" },
      null,
      { kind: "made", values: { type: "domain" } },
    ],
    ["is not made without a reason", { type: "A", fqdn_type: " " }, null, { kind: "unmade" }],
  ])("[TAFORM-47] %s", (_, values, row, made) => {
    expect(madeBy(making(), values, row)).toEqual(made);
  });

  it("[TAFORM-47] is searched by the name that is sent, and not while the name is empty", () => {
    expect(madeStep(making(), fqdn, { fqdn: "www.example.edu." }, toAscii)).toEqual({
      idx: "beside",
      name: "dns.fqdn.list",
      old: { value: "www.example.edu.", fetch_limit: 1 },
    });
    expect(madeStep(making(), fqdn, { fqdn: "www.example.edu" }, toAscii)?.old).toMatchObject({
      value: "www.example.edu.",
    });
    for (const wrong of [undefined, "", "not a name!"])
      expect(madeStep(making(), fqdn, { fqdn: wrong }, toAscii)).toBeNull();
  });
});

describe("the value that a form gives by itself", () => {
  const sent = (values: FormValues) => {
    const change = planChange(plan, values, { uuid: "u", toAscii });
    if (change.kind !== "planned" || !("content" in change.item)) throw new Error(change.kind);
    return change.item.content.parameters.new["fqdn_type"];
  };

  it.each<[string, FormValues, string | undefined]>([
    ["is planned for the name of a DKIM key", { fqdn: "k1._domainkey.example.edu.", type: "TXT" }, "domain"],
    ["is planned for a wildcard", { fqdn: "*.example.edu.", type: "TXT" }, "domain"],
    ["is planned for the policy of mails", { fqdn: "_dmarc.example.edu.", type: "TXT" }, "domain"],
    [
      "is planned for a service",
      { fqdn: "_sip._tcp.example.edu.", type: "SRV", data: "1 2 5060 sip.example.edu." },
      "domain",
    ],
    ["gives way to what is filled in", { fqdn: "*.example.edu.", type: "TXT", fqdn_type: "alias" }, "alias"],
    [
      "is absent where the type of the record decides",
      { fqdn: "_x.example.edu.", type: "CNAME", data: "a.example.edu." },
      undefined,
    ],
    ["is absent for any other name", { fqdn: "www.example.edu.", type: "TXT" }, undefined],
  ])("[TAFORM-50] %s", (_, values, value) => {
    expect(sent({ data: "text", ...values })).toBe(value);
  });
});

describe("the objects that share a part of the key with that of a form", () => {
  const step = (values: FormValues, of = plan, name = "data") => othersStep(of, name, values, toAscii);

  it("[TAFORM-48] are found by the other parts of the key, which are typed or come from the present object", () => {
    const old = { fqdn: "example.edu.", type: "MX", fetch_limit: 50 };
    expect(step({ fqdn: "example.edu", type: "MX" })).toEqual({
      idx: "beside",
      name: "dns.record.list",
      old,
    });
    const row = { gpk: "record-1", fqdn: "example.edu.", type: "MX", data: "10 a." };
    expect(step({}, form({ operation: "update", row }))?.old).toEqual(old);
  });

  it("[TAFORM-48] are unknown while another part is missing, and do not exist for a value that is no part of a key or a whole key", () => {
    expect(step({ fqdn: "example.edu." })).toBeNull();
    expect(step({ fqdn: "?", type: "MX" })).toBeNull();
    expect(step({ fqdn: "example.edu.", type: "MX" }, plan, "ttl")).toBeNull();
    expect(step({ name: "CN" }, form({ object: "nd.site" }), "name")).toBeNull();
  });
});
