import { describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import { checkTemplate, readTemplate } from "#core/template/check";
import english from "../../../locales/en.json" with { type: "json" };
import { template, variable } from "./template.ts";

/** Problems, each as path and English sentence. */
function told(document: unknown): readonly string[] {
  const read = typeof document === "string" ? readTemplate(document) : checkTemplate(document);
  if (read.ok) return [];
  const texts = new Map(Object.entries(english));
  return read.problems.map(({ path, text }) => {
    const values = new Map(Object.entries(text.values ?? {}));
    const sentence = (texts.get(text.key) ?? text.key).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
      String(values.get(name) ?? ""),
    );
    return `${path} ${sentence}`.trim();
  });
}

const TYPEAHEAD = {
  query: [{ idx: "rows", name: "dns.fqdn.list", old: { value_regexp: "{{term}}" } }],
  query_path: "rows",
  display_value: "value",
  return_value: "value",
};

describe("the check of a template", () => {
  it("[TPL-02] finds nothing in a valid one with steps", () => {
    expect(told(template())).toEqual([]);
    expect(told(template({ transaction: [] }))).toEqual(["/transaction must not be empty"]);
  });

  it("[TPL-22] a text that is not JSON is reported", () => {
    expect(told("{")).toEqual(["is not JSON"]);
    expect(told(`\uFEFF${JSON.stringify(template())}`)).toEqual([]);
  });

  it.each<[string, Json, string]>([
    ["no object", 1, "must be: object"],
    ["a member missing", { schema_version: "version_1" }, "must have the member variables"],
  ])("[TPL-17] [TPL-22] %s is reported", (_, document, sentence) => {
    expect(told(document).join("\n")).toContain(sentence);
  });

  it("[TPL-17] every problem is reported at once, by path", () => {
    const { name: _, ...rest } = template({
      variables: {
        ...template().variables,
        ip: variable({ type: "ip_addr", type_params: { address_type: "v5" } }),
        bad: variable({ type: "select", type_params: { entries: [] } }),
      },
    });
    expect(told({ ...rest, extra: 1, schema_version: "version_2" }).toSorted()).toEqual([
      "/schema_version must be: version_1",
      "/variables/bad/type_params/entries must not be empty",
      "/variables/ip/type_params/address_type must be one of: v4, v6, v4+v6",
      "must have the member name",
      "must not have the member extra",
    ]);
  });

  it.each<[string, string]>([
    ["term", "term is no name for a variable"],
    ["1st", "1st is no name for a variable"],
  ])("[TPL-17] %s cannot name a variable", (name, sentence) => {
    const variables = { ...template().variables, [name]: variable() };
    expect(told(template({ variables }))).toContain(`/variables ${sentence}`);
  });

  it("[TPL-18] [TPL-19] another API version is refused: expected is the portal's, found is the template's", () => {
    for (const found of ["4.1", "4.3", "4.10", "5.0"]) {
      expect(told(template({ target_api_version: found }))).toEqual([
        `/target_api_version Unsupported API version. Expected 4.2, found ${found}`,
      ]);
    }
  });

  it.each<[string, Json, string]>([
    ["opening braces", { value: "{{fqdn" }, "/transaction/0/new/value Malformed template string!"],
    ["closing braces", { value: "fqdn}}" }, "/transaction/0/new/value Malformed template string!"],
    ["no name", { value: "{{}}" }, "/transaction/0/new/value Malformed template string!"],
    ["deep inside", { a: [{ b: "{{x" }] }, "/transaction/0/new/a/0/b Malformed template string!"],
    ["a name of a member", { "{{fqdn}}": 1 }, "/transaction/0/new/{{fqdn}} Malformed template string!"],
    ["no variable", { value: "{{other}}" }, "There is no variable other"],
    ["the typed term", { value: "{{term}}" }, "There is no variable term"],
  ])("[TPL-20] [TPL-21] unbalanced or unknown braces are refused: %s", (_, params, sentence) => {
    const steps = [{ name: "dns.fqdn.create", new: params }];
    expect(told({ ...template(), returning: [], transaction: steps }).join("\n")).toContain(sentence);
  });

  it("[TPL-21] a marker is allowed in values only: typed text never names or joins a step", () => {
    const steps = [{ idx: "{{fqdn}}", name: "dns.fqdn.list" }];
    expect(told(template({ returning: [], transaction: steps })).join()).toContain(
      "/transaction/0/idx Malformed",
    );
  });

  it("[TPL-09] [TPL-20] the query of a typeahead has the typed term and answers the read attributes", () => {
    const asked = (over: object) =>
      told(
        template({
          variables: {
            ...template().variables,
            host: variable({ type: "typeahead", type_params: { ...TYPEAHEAD, ...over } }),
          },
        }),
      );
    expect(asked({})).toEqual([]);
    const path = "/variables/host/type_params/query";
    expect(asked({ query_path: "others" })).toEqual([`${path} There is no such step: others`]);
    const query = [{ ...TYPEAHEAD.query[0], old: { value: "{{fqdn}}" } }];
    expect(asked({ query }).join()).toContain(`${path}/0/old/value Malformed template string!`);
  });

  it("[TPL-24] steps refer to earlier ones only, by idx, default name or position", () => {
    const joined = (name: string) =>
      told(
        template({
          returning: [],
          transaction: [
            { idx: "one", name: "dns.fqdn.list" },
            { name: "nd.bcd.list" },
            { idx: "last", name: "dns.record.list", inner_join_ref: { [name]: "default" } },
          ],
        }),
      );
    for (const name of ["one", "bcd_list", "0", "1"]) expect(joined(name)).toEqual([]);
    for (const name of ["last", "2", "fqdn_list", "x"])
      expect(joined(name)).toEqual([`/transaction/2 There is no such step: ${name}`]);
    const twice = [{ idx: "a", name: "nd.bcd.list" } as const, { idx: "a", name: "nd.bcd.list" } as const];
    expect(told(template({ returning: [], transaction: twice }))).toEqual([
      "/transaction/1/idx Two steps are named a.",
    ]);
    expect(told(template({ returning: [{ idx: "z", list_display_name: { de: "Z", en: "Z" } }] }))).toEqual([
      "/returning/0/idx There is no such step: z",
    ]);
  });
});
