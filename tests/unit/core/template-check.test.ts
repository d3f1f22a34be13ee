import { describe, expect, it } from "vitest";
import type { TemplateStep, TemplateVariable } from "#contract/template";
import type { Json } from "#contract/wire/json";
import { checkTemplate, readTemplate } from "#core/template/check";
import { problemText } from "#contract/template-check/problem";
import { portalCatalogue } from "../../support/portal-catalogue.ts";
import { template, variable } from "./template.ts";

const catalogue = await portalCatalogue();

/** Problems, which refuse the template, and warnings, which do not: each as path and English sentence. */
function told(document: unknown): readonly string[] {
  const read =
    typeof document === "string" ? readTemplate(document, catalogue) : checkTemplate(document, catalogue);
  return (read.ok ? read.warnings : read.problems).map((problem) =>
    `${problem.path} ${problem.isWarning === true ? "warning: " : ""}${problemText(problem, "en")}`.trim(),
  );
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
    expect(told(template({ variables })).join("\n")).toContain(`/variables ${sentence}`);
  });

  it("[TPL-18] [TPL-19] another API version is refused: expected is the version of the portal, found that of the template", () => {
    for (const found of ["4.1", "4.3", "4.10", "5.0"]) {
      expect(told(template({ target_api_version: found }))).toEqual([
        `/target_api_version Unsupported API version. Expected 4.2, found ${found}`,
      ]);
    }
  });

  it.each<[string, Json, string]>([
    ["opening braces", { value: "{{fqdn" }, "/transaction/0/new/value Malformed template string!"],
    ["closing braces", { value: "fqdn}}" }, "/transaction/0/new/value Malformed template string!"],
    ["three braces", { value: "{{{fqdn}}}" }, "/transaction/0/new/value Malformed template string!"],
    [
      "a part that stays open",
      { value: "a{{#fqdn}}b" },
      "/transaction/0/new/value Malformed template string!",
    ],
    ["no name", { value: "{{}}" }, "/transaction/0/new/value Malformed template string!"],
    ["deep inside", { a: [{ b: "{{x" }] }, "/transaction/0/new/a/0/b Malformed template string!"],
    ["a name of a member", { "{{fqdn}}": 1 }, "/transaction/0/new/{{fqdn}} Malformed template string!"],
    ["no variable", { value: "{{other}}" }, "Malformed template string! There is no variable other"],
    ["the typed term", { value: "{{term}}" }, "There is no variable term"],
  ])("[TPL-20] [TPL-21] unbalanced or unknown braces are refused: %s", (_, params, sentence) => {
    const steps = [{ name: "dns.fqdn.create", new: params }];
    expect(told({ ...template(), returning: [], transaction: steps }).join("\n")).toContain(sentence);
  });

  it("[TPL-21] a marker is allowed in values only, so typed text cannot name or join a step", () => {
    const steps = [{ idx: "{{fqdn}}", name: "dns.fqdn.list" }];
    expect(told(template({ returning: [], transaction: steps })).join()).toContain(
      "/transaction/0/idx Malformed",
    );
  });

  it("[TPL-09] [TPL-20] the query of a typeahead contains the typed term and answers the attributes that are read", () => {
    const asked = (over: object) =>
      told(
        template({
          variables: {
            ...template().variables,
            host: variable({ type: "typeahead", type_params: { ...TYPEAHEAD, ...over } }),
          },
          transaction: [
            ...template().transaction,
            { idx: "other", name: "dns.record.list", old: { fqdn: "{{host}}" } },
          ],
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
          variables: {},
          transaction: [
            { idx: "one", name: "dns.fqdn.list" },
            { name: "nd.bcd.list" },
            { idx: "last", name: "dns.record.list", inner_join_ref: { [name]: "default" } },
          ],
        }),
      );
    for (const name of ["one", "bcd_list", "0", "1"]) expect(joined(name)).toEqual([]);
    for (const name of ["last", "2", "fqdn_list", "x"])
      expect(joined(name)).toEqual([`/transaction/2 There is no such step before: ${name}`]);
    const twice = [{ idx: "a", name: "nd.bcd.list" } as const, { idx: "a", name: "nd.bcd.list" } as const];
    expect(told(template({ returning: [], variables: {}, transaction: twice }))).toEqual([
      "/transaction/1/idx Two steps are named a.",
    ]);
    expect(told(template({ returning: [{ idx: "z", list_display_name: { de: "Z", en: "Z" } }] }))).toEqual([
      "/returning/0/idx There is no such step: z",
    ]);
  });

  it("[TPL-02] functions, parameters and attributes exist in the catalogue", () => {
    const step = (over: object) => ({ ...template(), returning: [], transaction: [...FILLED, over] });
    const FILLED = template().transaction;
    expect(told(step({ name: "dns.record.rename" }))).toEqual([
      "/transaction/2/name There is no such function: dns.record.rename",
    ]);
    expect(told(step({ name: "dns.record.list", old: { fqdn_lst: [] } }))).toEqual([
      "/transaction/2/old/fqdn_lst dns.record.list has no parameter fqdn_lst in old",
    ]);
    const taken = [{ idx: "name", params: { fqdn: "ttl" } }];
    expect(told(step({ name: "dns.record.list", old_ref_params: taken }))).toEqual([
      "/transaction/2 The rows of name have no ttl",
    ]);
    // A planned list from a file is read before the functions are known.
    expect(checkTemplate(step({ name: "dns.record.rename" }), null).ok).toBe(true);
  });
});

describe("the grammar of the steps of a template", () => {
  const steps = (...transaction: readonly object[]): readonly string[] =>
    told({
      ...template({ variables: {} }),
      returning: [],
      transaction: [{ idx: "one", name: "nd.bcd.list" }, ...transaction],
    });

  it.each<[string, object, readonly string[]]>([
    ["rows of equal names", { name: "nd.bcd.update", old_ref_idx: "one", new_ref_idx: "one" }, []],
    [
      "no such step",
      { name: "nd.bcd.update", old_ref_idx: "none" },
      ["/transaction/1 There is no such step before: none"],
    ],
    [
      "rows of equal names beside named ones",
      { name: "nd.bcd.update", old_ref_idx: "one", old_ref_params: [{ idx: "one", params: { gpk: "gpk" } }] },
      ["/transaction/1/old_ref_idx does not stand together with old_ref_params"],
    ],
    [
      "joins without a reference",
      { name: "nd.bcd.list", inner_join_ref: { one: null }, union_join_ref: { one: null } },
      [],
    ],
    [
      "foreign keys",
      {
        name: "nd.bcd.list",
        inner_join_noref: { or: ["api_fkey_nd_vlan_bcd"] },
        anti_join_noref: { and: ["api_fkey_nd_ip_subnet_bcd"] },
      },
      [],
    ],
    [
      "no foreign key",
      { name: "nd.bcd.list", anti_join_noref: { or: [] } },
      ["/transaction/1/anti_join_noref/or must not be empty"],
    ],
  ])("[TPL-35] %s", (_, step, expected) => {
    expect(steps(step)).toEqual(expected);
  });

  it("[TPL-35] an anti join has a reference, and foreign keys exist if they are requested", () => {
    expect(steps({ name: "nd.bcd.list", anti_join_ref: { one: null } }).join()).toContain(
      "/transaction/1/anti_join_ref/one must be: string",
    );
    expect(steps({ name: "nd.bcd.list", inner_join_noref: {} }).join()).toContain(
      "/transaction/1/inner_join_noref",
    );
  });
});

describe("steps that must find nothing if a variable is empty", () => {
  const variables = { kind: variable({ optional: true }), more: variable({ optional: true, list: true }) };
  const checked = (...transaction: readonly TemplateStep[]): readonly string[] =>
    told(
      template({
        returning: [],
        variables,
        transaction: [
          ...transaction,
          {
            idx: "uses",
            name: "dns.fqdn.create",
            new: { value: "x.", description: "{{kind}}", type: "{{more}}" },
          },
        ],
      }),
    ).map((line) =>
      line.replace(
        / warning: If one of these stays empty \(([^)]*)\), (this step finds nothing|the server refuses the step).*/,
        " $1: $2",
      ),
    );
  const NOTHING = "this step finds nothing";

  it.each<[string, readonly TemplateStep[], readonly string[]]>([
    [
      "beside a fixed filter",
      [{ name: "dns.record.bulk_update", old: { fqdn: "{{kind}}", type: "A" }, new: { ttl: 60 } }],
      [`/transaction/0/old kind: ${NOTHING}`],
    ],
    [
      "a list on which nothing depends",
      [{ name: "dns.record.list", old: { fqdn: "{{kind}}", type: "A" } }],
      [],
    ],
    [
      "a list that feeds a change by another one",
      [
        { idx: "a", name: "dns.fqdn.list", old: { value: "{{kind}}", type: "domain" } },
        { idx: "b", name: "dns.record.list", inner_join_ref: { a: null } },
        { idx: "c", name: "dns.record.delete", old_ref_idx: "b" },
      ],
      [`/transaction/0/old kind: ${NOTHING}`],
    ],
    [
      "rows that are left out",
      [
        { idx: "a", name: "nd.site.list", old: { name: "{{kind}}", title: "x" } },
        { idx: "b", name: "nd.site.bulk_update", anti_join_ref: { a: "self" }, new: { title: "y" } },
      ],
      [`/transaction/0/old kind: ${NOTHING}`, `/transaction/1 kind: ${NOTHING}`],
    ],
    [
      "the key of one row",
      [{ name: "nd.site.delete", old: { name: "{{kind}}" } }],
      ["/transaction/0/old kind: the server refuses the step"],
    ],
  ])("[TPL-34] are told: %s", (_, transaction, expected) => {
    expect(checked(...transaction)).toEqual(expected);
  });

  it("[TPL-34] are refused if they cannot be made to find nothing", () => {
    const net: TemplateStep = {
      idx: "free",
      name: "tmp.cidr_generator.list",
      old: { cidr: "10.0.0.0/8", prefix_length: 32, fetch_limit: "{{kind}}" },
    };
    const use: TemplateStep = {
      name: "dns.record.create",
      new: { fqdn: "x.", type: "A" },
      new_ref_params: [{ idx: "free", params: { data: "address" } }],
    };
    expect(checked(net, use)).toEqual([
      "/transaction/0/old kind may stay empty, but tmp.cidr_generator.list cannot find nothing.",
    ]);
    expect(
      checked(
        { idx: "a", name: "dns.fqdn.list" },
        { name: "dns.record.delete", old: { fqdn: "{{kind}}" }, old_ref_idx: "a" },
      ),
    ).toEqual([
      "/transaction/1/old kind may stay empty; the value would then come from the rows of old_ref_idx.",
    ]);
  });
});

describe("the check of the variables of a template", () => {
  const checked = (over: Partial<TemplateVariable>) =>
    told(
      template({
        variables: { ...template().variables, v: variable(over) },
        transaction: [
          ...template().transaction,
          { idx: "last", name: "dns.fqdn.create", new: { description: "{{v}}" } },
        ],
      }),
    );
  const entries = [{ value: 1, display_name: { de: "Eins", en: "One" } }];

  it.each<[Partial<TemplateVariable>, Json]>([
    [{ type: "int" }, "60"],
    [{ type: "int" }, 1.5],
    [{ type: "int", min: 1 }, 0],
    [{ type: "int", max: 9 }, 10],
    [{ type: "bool" }, "true"],
    [{ type: "date" }, "2026-02-30"],
    [{ type: "datetime" }, "2026-02-20"],
    [{ type: "fqdn" }, "a b."],
    [{ type: "mac_addr" }, "aa:bb"],
    [{ type: "text" }, 7],
    [{ type: "text", pattern: "^[a-z]+$" }, "A1"],
    [{ type: "str" }, ["a"]],
    [{ type: "int", list: true }, 1],
    [{ type: "int", list: true }, [1, "2"]],
    [{ type: "ip_addr", type_params: { address_type: "v4" } }, "::1"],
    [{ type: "select", type_params: { entries } }, 2],
    [{ type: "typeahead", type_params: TYPEAHEAD }, 2],
  ])("[TPL-26] %o does not begin with %j", (over, value) => {
    expect(checked({ ...over, default: value }).join("\n")).toContain("/variables/v/default The default ");
  });

  it.each<[Partial<TemplateVariable>, Json]>([
    [{ type: "int", min: 1, max: 9 }, 9],
    [{ type: "int", list: true }, []],
    [{ type: "bool" }, false],
    [{ type: "date" }, "2026-02-20"],
    [{ type: "datetime" }, "2026-02-20T10:00:00+01:00"],
    [{ type: "fqdn" }, "Bücher.example"],
    [{ type: "mac_addr" }, "AA-BB-CC-00-11-22"],
    [{ type: "text", pattern: "^[a-z]+$" }, "a"],
    [{ type: "fqdn", list: true }, ["a.", "b.example."]],
    [{ type: "ip_addr", type_params: { address_type: "v4+v6" } }, "::1"],
    [{ type: "select", type_params: { entries } }, 1],
    [{ type: "typeahead", type_params: TYPEAHEAD }, "any"],
    [{ type: "text" }, null],
  ])("[TPL-26] %o may begin with %j", (over, value) => {
    expect(checked({ ...over, default: value })).toEqual([]);
  });

  it("[TPL-26] limits are allowed for types that have them, and contradict neither each other nor the grammar", () => {
    expect(checked({ type: "bool", min: 1 })).toEqual([
      "/variables/v/min is not possible for a variable of this type",
    ]);
    expect(checked({ type: "int", pattern: "^1" })).toEqual([
      "/variables/v/pattern is not possible for a variable of this type",
    ]);
    expect(checked({ type: "int", min: 2, max: 1 })).toEqual(["/variables/v/min min is greater than max"]);
    for (const pattern of ["[", "(?=a)", "(?i)a"])
      expect(checked({ pattern })).toEqual([
        "/variables/v/pattern is no regular expression that the API knows",
      ]);
  });
});

describe("warnings about a template", () => {
  const RECORDS = "dns.record.list";
  const SENTENCE = "All filters of this step may stay empty";

  it.each<[string, TemplateStep]>([
    ["a list", { name: RECORDS, old: { fqdn_list: "{{more}}" } }],
    ["one value", { name: RECORDS, old: { fqdn: "{{kind}}" } }],
    [
      "what is no filter beside it",
      { name: RECORDS, old: { type: "{{kind}}", is_own: true, fetch_limit: 9 } },
    ],
    ["a bulk update", { name: "dns.fqdn.bulk_update", old: { value_list: "{{more}}" } }],
    ["a condition", { name: RECORDS, old: { filter_params_dict: { fqdn: { in: "{{more}}" } } } }],
    [
      "one of several",
      { name: RECORDS, old: { filter_params_dict: { _or: [{ fqdn: { eq: "{{kind}}" } }] } } },
    ],
  ])("[TPL-27] tell of steps whose filters are all optional: %s", (_, step) => {
    const found = warnedAlone(step);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`/transaction/0/old warning: ${SENTENCE}`);
  });

  it.each<[string, TemplateStep]>([
    [
      "a filter that has to be filled in",
      { name: RECORDS, old: { fqdn_list: "{{names}}", type: "{{kind}}" } },
    ],
    ["a fixed filter", { name: RECORDS, old: { type: "A", data: "{{kind}}" } }],
    ["no filter", { name: RECORDS }],
  ])("[TPL-27] are silent about %s", (_, step) => {
    expect(warnedAlone(step)).toEqual([]);
  });

  it("[TPL-27] name texts that are left out with an optional variable, unless the variable has a part of its own", () => {
    const step = (description: string): TemplateStep => ({
      name: "dns.fqdn.create",
      new: { value: "{{names}}", description },
    });
    expect(warnedAlone(step("until {{kind}}, by ada"))).toEqual([
      "/transaction/0/new/description warning: If kind stays empty, the whole text is left out: until {{kind}}, by ada What belongs to kind alone stands between {{#kind}} and {{/kind}}.",
    ]);
    expect(warnedAlone(step("by ada{{#kind}}, until {{kind}}{{/kind}}"))).toEqual([]);
    expect(warnedAlone(step("{{kind}}"))).toEqual([]);
  });

  /** Warnings of a template with the step alone, whose variables all have a use. */
  function warnedAlone(step: TemplateStep): readonly string[] {
    const uses = {
      name: "dns.fqdn.create",
      new: { value: "{{names}}", description: "{{kind}}", type: "{{more}}" },
    };
    const document = template({
      returning: [],
      transaction: [step, uses],
      variables: {
        names: variable({ list: true }),
        more: variable({ optional: true, list: true }),
        kind: variable({ optional: true }),
      },
    });
    return told(document);
  }
});
