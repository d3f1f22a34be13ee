import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import { templateCheck } from "../../../server/hub/check.ts";

// Parse boundary: a file of this repository.
const file = (path: string): Json =>
  JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")) as Json;
const check = templateCheck(file("schemas/version_1.schema.json") as object, await loadCatalogue());
const GOOD = file("templates/dns_webserver.json");

/** The value with the part at the path replaced; undefined removes the part. */
function changed(value: Json, [member, ...rest]: readonly string[], part: Json | undefined): Json {
  if (member === undefined) return part ?? null;
  if (typeof value !== "object" || value === null) throw new Error(`there is no ${member}`);
  const members: [string, Json][] = Object.entries(value);
  const inner = members.find(([name]) => name === member)?.[1] ?? {};
  const others = members.filter(([name]) => name !== member);
  const kept =
    rest.length === 0 && part === undefined
      ? others
      : [...others, [member, changed(inner, rest, part)] as const];
  return Array.isArray(value) ? kept.map(([, each]) => each) : Object.fromEntries(kept);
}

const TTL = {
  type: "int",
  friendly_name: { de: "a", en: "a" },
  description: { de: "a", en: "a" },
  optional: true,
  nullable: true,
  default: null,
  list: false,
  type_params: {},
};
const STEP = { idx: "caa", name: "dns.record.create", new: { fqdn: "{{host}}", data: "{{ca}} {{ttl}}" } };
const only = (...steps: Json[]): Json => [
  ...steps,
  { idx: "alias", name: "dns.record.create", new: { fqdn: "{{alias}}", data: "{{host}}{{ca}}{{ttl}}" } },
];

describe("templateCheck", () => {
  it("finds nothing in a valid template", () => {
    expect(check(GOOD)).toEqual([]);
    expect(check(changed(GOOD, ["transaction"], only(STEP)))).toEqual([]);
  });

  it.each<[string, string, Json | undefined, string]>([
    ["a member is missing", "variables", undefined, "must have required property 'variables'"],
    ["a member is unknown", "extra", 1, "must NOT have additional properties: extra"],
    ["another schema", "schema_version", "version_2", "/schema_version must be equal to constant: version_1"],
    ["another version", "target_api_version", "4.1", "the version is 4.1, this server has 4.2"],
    ["a text in one language", "name", { de: "a" }, "/name must have required property 'en'"],
    ["a type that is none", "variables.ttl.type", "float", "one of the allowed values: int, datetime, date"],
    ["a select without entries", "variables.ca.type_params", {}, "required property 'entries'"],
    ["type_params of no use", "variables.ttl.type_params", { max: 1 }, "must NOT have more than 0"],
    ["no typeahead path", "variables.host.type_params.query_path", undefined, "'query_path'"],
    ["an address of no family", "variables.ttl.type", "ip_addr", "'address_type'"],
    ["the reserved name", "variables.term", TTL, "property name must be valid"],
    ["a step without name", "transaction", only({ idx: "caa" }), "must have required property 'name'"],
    ["a member of older versions", "transaction", only({ ...STEP, join: {} }), "must NOT have additional"],
    [
      "no such function",
      "transaction",
      only({ ...STEP, name: "dns.record.rename" }),
      "no function dns.record",
    ],
    ["no such type", "transaction", only({ ...STEP, name: "dns.nothing.create" }), "no function dns.nothing"],
    [
      "no such parameter",
      "transaction",
      only({ ...STEP, new: { inttype: 1 } }),
      "no parameter inttype in new",
    ],
    ["the other side", "transaction", only({ ...STEP, old: { fqdn: "a." } }), "no parameter fqdn in old"],
    [
      "an undeclared marker",
      "transaction",
      only({ ...STEP, new: { data: "{{x}}" } }),
      "there is no variable x",
    ],
    [
      "the typed term",
      "transaction",
      only({ ...STEP, new: { data: "{{term}}" } }),
      "there is no variable term",
    ],
    ["unbalanced braces", "transaction", only({ ...STEP, new: { data: "{{ca" } }), "are not balanced"],
    ["a variable of no use", "variables.spare", TTL, "/variables/spare no step uses the variable"],
    ["a returned step that is none", "transaction", only(), "there is no step caa"],
    [
      "a join to a later step",
      "transaction",
      only({ idx: "caa", name: "dns.record.list", inner_join_ref: { alias: "default" } }),
      "there is no earlier step alias",
    ],
    [
      "parameters of no step",
      "transaction",
      only({ ...STEP, new_ref_params: [{ idx: "gone", params: { fqdn: "value" } }] }),
      "there is no earlier step gone",
    ],
    [
      "a parameter taken that is none",
      "transaction",
      only(STEP, {
        name: "dns.record.delete",
        old_ref_params: [{ idx: "caa", params: { fqdn: "fqdn", x: "ttl" } }],
      }),
      "dns.record.delete has no parameter x in old",
    ],
    [
      "an attribute taken that is none",
      "transaction",
      only(STEP, { name: "dns.record.delete", old_ref_params: [{ idx: "caa", params: { fqdn: "name" } }] }),
      "the rows of caa have no name",
    ],
    [
      "a query with an unknown filter",
      "variables.host.type_params.query",
      [{ idx: "hosts", name: "dns.fqdn.list", old: { name: "{{term}}" } }],
      "has no parameter name in old",
    ],
    ["a query that answers elsewhere", "variables.host.type_params.query_path", "x", "there is no step x"],
  ])("[TPL-17] reports %s", (_, path, part, message) => {
    const problems = check(changed(GOOD, path.split("."), part));
    expect(problems.map(({ path: at, message: what }) => `${at} ${what}`).join("\n")).toContain(message);
  });
});
