import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { problemText } from "#contract/template-check/problem";
import type { Json } from "#contract/wire/json";
import { checkTemplate } from "#core/template/check";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import { templateCheck } from "../../../server/hub/check.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

// Parse boundary: a file of this repository.
const file = (path: string): Json =>
  JSON.parse(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")) as Json;
const check = templateCheck(await loadCatalogue());
const portal = await portalCatalogue();
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
  optional: false,
  nullable: false,
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
    const required = changed(GOOD, ["variables", "ttl"], TTL);
    expect(check(changed(required, ["transaction"], only(STEP)))).toEqual([]);
  });

  it.each<[string, string, Json | undefined, string]>([
    ["a member is missing", "variables", undefined, "must have the member variables"],
    ["a member is unknown", "extra", 1, "must not have the member extra"],
    ["another schema", "schema_version", "version_2", "/schema_version must be: version_1"],
    ["another version", "target_api_version", "4.1", "Unsupported API version. Expected 4.2, found 4.1"],
    ["a text in one language", "name", { de: "a" }, "/name must have the member en"],
    [
      "a type that is none",
      "variables.ttl.type",
      "float",
      "/variables/ttl/type must be one of: int, datetime, date",
    ],
    ["a select without entries", "variables.ca.type_params", {}, "must have the member entries"],
    ["type_params of no use", "variables.ttl.type_params", { max: 1 }, "must have no members"],
    [
      "no typeahead path",
      "variables.host.type_params.query_path",
      undefined,
      "must have the member query_path",
    ],
    ["an address of no family", "variables.ttl.type", "ip_addr", "must have the member address_type"],
    ["the reserved name", "variables.term", TTL, "term is no name for a variable"],
    ["a step without name", "transaction", only({ idx: "caa" }), "must have the member name"],
    [
      "a member of older versions",
      "transaction",
      only({ ...STEP, join: {} }),
      "must not have the member join",
    ],
    [
      "no such function",
      "transaction",
      only({ ...STEP, name: "dns.record.rename" }),
      "no such function: dns.record.rename",
    ],
    [
      "no such type",
      "transaction",
      only({ ...STEP, name: "dns.nothing.create" }),
      "no such function: dns.nothing.create",
    ],
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
      "There is no variable x",
    ],
    [
      "the typed term",
      "transaction",
      only({ ...STEP, new: { data: "{{term}}" } }),
      "There is no variable term",
    ],
    ["two steps of one name", "transaction", only(STEP, STEP), "Two steps are named caa."],
    ["a default of another type", "variables.ttl.default", "60", "/variables/ttl/default The default 60"],
    [
      "three braces",
      "transaction",
      only({ ...STEP, new: { data: "{{{ca}}}" } }),
      "or there are three braces",
    ],
    ["unbalanced braces", "transaction", only({ ...STEP, new: { data: "{{ca" } }), "are not balanced"],
    ["a variable of no use", "variables.spare", TTL, "/variables/spare No step uses the variable."],
    ["a returned step that is none", "transaction", only(), "There is no such step: caa"],
    [
      "a join to a later step",
      "transaction",
      only({ idx: "caa", name: "dns.record.list", inner_join_ref: { alias: "default" } }),
      "There is no such step before: alias",
    ],
    [
      "parameters of no step",
      "transaction",
      only({ ...STEP, new_ref_params: [{ idx: "gone", params: { fqdn: "value" } }] }),
      "There is no such step before: gone",
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
      "The rows of caa have no name",
    ],
    [
      "a query with an unknown filter",
      "variables.host.type_params.query",
      [{ idx: "hosts", name: "dns.fqdn.list", old: { name: "{{term}}" } }],
      "has no parameter name in old",
    ],
    [
      "a query that answers elsewhere",
      "variables.host.type_params.query_path",
      "x",
      "There is no such step: x",
    ],
  ])("[TPL-17] reports %s", (_, path, part, message) => {
    const document = changed(GOOD, path.split("."), part);
    const problems = check(document);
    expect(problems.map((one) => `${one.path} ${problemText(one, "en")}`).join("\n")).toContain(message);
  });

  it.each([
    ["nothing", "author", "Somebody"],
    ["a warning", "variables.ttl.optional", true],
    ["problems", "transaction", only(STEP, STEP, { name: "dns.record.rename", old: { x: "{{y}}" } })],
    ["a problem of the schema", "variables", undefined],
  ])("[TPL-31] finds the same as the portal: %s", (_, path, part) => {
    const document = changed(GOOD, path.split("."), part);
    const read = checkTemplate(document, portal);
    expect(check(document)).toEqual(read.ok ? read.warnings : read.problems);
  });
});
