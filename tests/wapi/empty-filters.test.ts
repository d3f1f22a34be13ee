import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Template } from "#contract/template";
import type { Params } from "#contract/wire/json";
import type { Catalogue } from "#core/catalogue/catalogue";
import { checkTemplate } from "#core/template/check";
import { planTemplate } from "#core/template/plan";
import { planWorkflow } from "#core/template/values";
import { toSteps } from "#core/txlist/to-steps";
import { operatorsOf } from "../../server/wapi/list/filter.ts";
import { listParameters } from "../../server/wapi/list/plan.ts";
import { writeParameters } from "../../server/wapi/write/plan.ts";
import { toAscii } from "../../src/editor/screen/to-ascii.ts";
import { extent, seed } from "../support/extent.ts";
import { FREE, OPTIONAL, workflows } from "../support/random-template.ts";
import { Refusal } from "../../server/faults.ts";
import { column, demoWorld, sortedTexts, type DemoWorld } from "../support/demo-world.ts";
import { portalCatalogue } from "../support/portal-catalogue.ts";
import { codeOf, rowsOf, type SentStep } from "../support/small-world.ts";
import { variable } from "../unit/core/template.ts";

let world: DemoWorld;
let catalogue: Catalogue;
beforeAll(async () => {
  [world, catalogue] = await Promise.all([demoWorld(), portalCatalogue()]);
}, 120_000);
afterAll(() => world.close());

/** Parameters without which the lists of these types are refused. */
const REQUIRED: Readonly<Record<string, Params>> = {
  "tmp.any_addr": { value: "192.0.2.1" },
  "tmp.cidr_generator": { cidr: "10.0.0.0/8", prefix_length: 32 },
};

describe("an empty list as a filter", () => {
  it("[TPL-32] finds nothing, for every filter of every object type", async () => {
    const [bcd] = await world.rows("ada", "nd.bcd.list", { fetch_limit: 1 });
    const required: typeof REQUIRED = { ...REQUIRED, "wapi.object": { gpk_list: [bcd?.["gpk"] ?? null] } };
    const steps = [...world.catalogue.types.values()].flatMap((type): readonly SentStep[] => {
      // A count has one row, which says how many rows are found.
      if (!type.operations.has("list") || type.name === "tmp.row_count") return [];
      const lists = [...listParameters(type)].filter(
        ([, { kind, dataType }]) => kind !== "sorting" && dataType.isArray,
      );
      return lists.map(([name]) => ({
        idx: `${type.name} ${name}`,
        name: `${type.name}.list`,
        old: { ...required[type.name], [name]: [] },
      }));
    });
    expect(steps.length).toBeGreaterThan(200);
    const found = await world.lists("ada", steps);
    const filled = Object.entries(found).filter(
      ([name, rows]) => !name.startsWith("__lang_") && rows.length > 0,
    );
    expect(filled.map(([name, rows]) => `${name}: ${String(rows.length)}`)).toEqual([]);
    const counted = { object_fq_name: "nd.bcd", found_by_list: [] };
    expect(await world.rows("ada", "tmp.row_count.list", counted)).toMatchObject([
      { count: 0, own_count: 0 },
    ]);
  });

  it("[TPL-32] finds nothing in a condition, for every attribute that may be in a list", async () => {
    const steps = [...world.catalogue.types.values()].flatMap((type): readonly SentStep[] => {
      if (!type.operations.has("list") || !listParameters(type).has("filter_params_dict")) return [];
      if (type.name in REQUIRED || type.name === "wapi.object" || type.name === "tmp.row_count") return [];
      return [...type.attributes].flatMap(([name, { dataType, secret, upToRows }]) =>
        secret === true || upToRows !== undefined || !operatorsOf(dataType).includes("in")
          ? []
          : [
              {
                idx: `${type.name} ${name}`,
                name: `${type.name}.list`,
                old: { filter_params_dict: { [name]: { in: [] } } },
              },
            ],
      );
    });
    expect(steps.length).toBeGreaterThan(200);
    const found = await world.lists("ada", steps);
    const filled = Object.entries(found).filter(
      ([name, rows]) => !name.startsWith("__lang_") && rows.length > 0,
    );
    expect(filled.map(([name, rows]) => `${name}: ${String(rows.length)}`)).toEqual([]);
  });

  it("[TPL-32] changes nothing in a bulk update, for every filter of every object type", async () => {
    const changing: string[] = [];
    let count = 0;
    for (const type of world.catalogue.types.values()) {
      if (!type.operations.has("bulk_update")) continue;
      const [row = null] = await world.rows("ada", `${type.name}.list`, { fetch_limit: 1 });
      const [name] = [...writeParameters(type, "bulk_update", "new").keys()].filter(
        (one) => row?.[one] !== undefined,
      );
      if (row === null || name === undefined) continue;
      // A value that an object has, so that the change itself is allowed.
      const values: Params = { [name]: row[name] ?? null };
      const parameters = [...listParameters(type)];
      const lists = parameters.filter(([, { kind, dataType }]) => kind !== "sorting" && dataType.isArray);
      const conditions = parameters.some(([one]) => one === "filter_params_dict")
        ? [...type.attributes].filter(
            ([, { dataType, secret, upToRows }]) =>
              secret !== true && upToRows === undefined && operatorsOf(dataType).includes("in"),
          )
        : [];
      const filters: readonly Params[] = [
        ...lists.map(([one]) => ({ [one]: [] })),
        ...conditions.map(([one]) => ({ filter_params_dict: { [one]: { in: [] } } })),
      ];
      const found = await world.dry(
        "ada",
        ...filters.map((old): SentStep => ({ name: `${type.name}.bulk_update`, old, new: values })),
      );
      expect([type.name, codeOf(found)]).toEqual([type.name, "200"]);
      count += filters.length;
      changing.push(
        ...filters.flatMap((old, at) =>
          rowsOf(found, at).length === 0 ? [] : [`${type.name} ${JSON.stringify(old)}`],
        ),
      );
    }
    expect(count).toBeGreaterThan(200);
    expect(changing).toEqual([]);
  }, 300_000);

  it("[TPL-32] changes nothing in a bulk update, and adds nothing in an import", async () => {
    const steps: readonly SentStep[] = [
      { idx: "bulk", name: "nd.bcd.bulk_update", old: { name_list: [] }, new: { description: "x" } },
      {
        idx: "imp",
        name: "dns.record.imp",
        new: {
          fqdn: "tannmuehl.example.",
          strict_mode: false,
          import_data: { "dns.record_imp": [{ type: "A", data_list: [] }] },
        },
      },
      {
        idx: "log",
        name: "wapi.change_log.list",
        old: { fetch_limit: 1, sorting_params_list: ["gpk DESC"] },
      },
    ];
    const [before] = await world.rows("ada", "wapi.change_log.list", steps[2]?.old);
    const lists = await world.lists("ada", steps);
    expect([lists["bulk"], lists["imp"]]).toEqual([[], []]);
    expect(lists["log"]).toEqual(before === undefined ? [] : [before]);
  });
});

/** Lowers the TTL of the records of names, and of further names if there are any. */
const WORKFLOW: Template = {
  schema_version: "version_1",
  target_api_version: "4.2",
  name: { de: "TTL senken", en: "Lower TTL" },
  description: { de: "Senkt", en: "Lowers" },
  transaction: [
    { idx: "first", name: "dns.record.list", old: { fqdn_list: "{{names}}" } },
    { idx: "second", name: "dns.record.list", old: { fqdn_list: "{{more}}" } },
    { idx: "third", name: "dns.record.list", old: { fqdn: "{{other}}" } },
    ...["first", "second", "third"].map((idx) => ({
      idx: `${idx}_changed`,
      name: "dns.record.update",
      old_ref_params: [{ idx, params: { fqdn: "fqdn", type: "type", data: "data" } }],
      new: { ttl: "{{ttl}}" },
    })),
  ],
  returning: [],
  variables: {
    names: variable({ type: "fqdn", list: true }),
    more: variable({ type: "fqdn", list: true, optional: true }),
    other: variable({ type: "fqdn", optional: true }),
    ttl: variable({ type: "int", min: 30, default: 60 }),
  },
};

describe("a workflow with optional names", () => {
  const run = async (values: Params) => {
    const read = checkTemplate(WORKFLOW, catalogue);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const plan = planTemplate(catalogue, read.template, {}, { locale: "en", isExpert: false });
    const made = planWorkflow(plan, { ...plan.initial, ...values }, { uuid: "u", toAscii });
    if (made.kind === "invalid") throw new Error(JSON.stringify(made.problems));
    // Steps are plain JSON.
    const steps = toSteps([made.item]) as unknown as readonly SentStep[];
    const { body } = await world.send("ada", "dict_mode=true&dry_mode=true", steps);
    return JSON.parse(body) as Readonly<Record<string, readonly Params[]>>;
  };

  it("[TPL-29] changes only the records of the given names if the other variables stay empty", async () => {
    const hosts = await world.rows("ada", "dns.record.list", { type: "A", is_own: true, fetch_limit: 3 });
    const [one = "", two = "", three = ""] = sortedTexts(hosts, "fqdn");
    const lists = await run({ names: [one, two] });
    expect(new Set(sortedTexts(lists["u_first_changed"], "fqdn"))).toEqual(new Set([one, two]));
    expect(column(lists["u_first_changed"], "ttl")).toEqual(lists["u_first"]?.map(() => 60));
    for (const idx of ["second", "second_changed", "third", "third_changed"])
      expect(lists[`u_${idx}`]).toEqual([]);
    const more = await run({ names: [one], more: [two], other: three });
    expect(new Set(sortedTexts(more["u_second_changed"], "fqdn"))).toEqual(new Set([two]));
    expect(new Set(sortedTexts(more["u_third_changed"], "fqdn"))).toEqual(new Set([three]));
  });
});

/** Objects that each step changes in a dry run of a workflow with these values; null if it is refused. */
async function changedBy(
  whole: Template,
  variables: Params,
): Promise<ReadonlyMap<string, ReadonlySet<unknown>> | null> {
  const item = { uuid: "u", ta_type: "json_template", variant: null, template: whole, variables } as const;
  // Steps are plain JSON.
  const steps = toSteps([item]) as unknown as readonly SentStep[];
  try {
    const { body } = await world.send("ada", "dict_mode=true&dry_mode=true", steps);
    const lists = JSON.parse(body) as Readonly<Record<string, readonly Params[]>>;
    return new Map(
      steps
        .filter(({ name }) => !String(name).endsWith(".list"))
        .map(({ idx, name }) => [`${String(idx)} ${String(name)}`, new Set(keysOf(lists[String(idx)]))]),
    );
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Keys of rows: an object that is created in a dry run has another number in the next one. */
function keysOf(rows: readonly Params[] | undefined): readonly string[] {
  return (rows ?? []).map(({ gpk = null, site = null, name = null, number = null }) =>
    JSON.stringify(name === null && number === null ? gpk : [site, name, number]),
  );
}

const isSome = (size: number): boolean => size > 0;

const whole = (transaction: Template["transaction"]): Template => ({
  ...WORKFLOW,
  transaction,
  variables: OPTIONAL,
});

describe("[TPL-33] an empty variable never changes more than a filled one", () => {
  // Nothing refers to these, so that they can be deleted.
  beforeAll(async () => {
    const sites = [1, 2, 3].map((at) => ({ name: "nd.site.create", new: { name: `${FREE}${String(at)}` } }));
    const bldgs = [4, 5, 6].map((at) => ({
      name: "nd.bldg.create",
      new: { site: `${FREE}3`, number: `${FREE}${String(at)}` },
    }));
    await world.lists("ada", [...sites, ...bldgs]);
  });

  /** A list of one building by a variable, beside a filter that is always there. */
  const found: Template["transaction"][number] = {
    idx: "found",
    name: "nd.bldg.list",
    old: { number: "{{one}}", filter_params_dict: { number: { is_null: false } } },
  };
  const each = { old_ref_params: [{ idx: "found", params: { gpk: "gpk" } }] };

  it.each<[string, Template["transaction"]]>([
    [
      "beside a fixed filter",
      [{ name: "dns.record.bulk_update", old: { fqdn: "{{one}}", type: "A" }, new: { ttl: 60 } }],
    ],
    [
      "rows of a list by it are left out",
      [
        { idx: "kept", name: "nd.site.list", old: { name_list: "{{many}}" } },
        { name: "nd.site.bulk_update", old: {}, anti_join_ref: { kept: "self" }, new: { title: "x" } },
      ],
    ],
    [
      "the filter of a step that gives parameters",
      [
        {
          idx: "found",
          name: "nd.site.list",
          old: { name: "{{one}}", filter_params_dict: { gpk: { is_null: false } } },
        },
        {
          name: "nd.site.bulk_update",
          old_ref_params: [{ idx: "found", params: { gpk_list: "gpk" } }],
          new: { title: "x" },
        },
      ],
    ],
    [
      "a row of the call by it",
      [
        {
          idx: "table",
          name: "tmp.generic_object.list",
          old: { _dict_list: [{ fqdn: "{{one}}", type: "A" }] },
        },
        { name: "dns.record.bulk_update", inner_join_ref: { table: "default" }, new: { ttl: 60 } },
      ],
    ],
    [
      "a limit by it",
      [
        {
          name: "nd.site.bulk_update",
          old: { fetch_limit: "{{few}}", filter_params_dict: { gpk: { is_null: false } } },
          new: { title: "x" },
        },
      ],
    ],
    ["updates of its rows", [found, { name: "nd.bldg.update", ...each, new: { title: "x" } }]],
    [
      "updates of its rows as a whole",
      [found, { name: "nd.bldg.update", old_ref_idx: "found", new: { title: "x" } }],
    ],
    ["deletions of its rows", [found, { name: "nd.bldg.delete", ...each }]],
    ["deletions of its rows as a whole", [found, { name: "nd.bldg.delete", old_ref_idx: "found" }]],
    [
      "new objects for its rows",
      [
        found,
        {
          name: "nd.site.create",
          new: { title: "x" },
          new_ref_params: [{ idx: "found", params: { name: "number" } }],
        },
      ],
    ],
    [
      "new objects by its rows as a whole",
      [found, { name: "nd.bldg.create", new: { site: `${FREE}1` }, new_ref_idx: "found" }],
    ],
  ])("nothing is changed while it is empty: %s", async (_, transaction) => {
    const [host] = await world.rows("ada", "dns.record.list", { type: "A", is_own: true, fetch_limit: 1 });
    const inDns = JSON.stringify(transaction).includes("dns.");
    const one = inDns ? (host?.["fqdn"] ?? null) : transaction[0] === found ? `${FREE}4` : `${FREE}1`;
    const changed = async (values: Params) => {
      const steps = await changedBy(whole(transaction), values);
      return [...(steps ?? new Map<string, Set<unknown>>()).values()].map(({ size }) => size);
    };
    expect(await changed({})).toEqual([0]);
    expect(await changed({ one, many: [`${FREE}1`], few: 2 })).toEqual([expect.toSatisfy(isSome)]);
  });

  const ROUNDS = extent(150);
  it(
    `does not in ${String(ROUNDS)} random workflows over sites and buildings`,
    async () => {
      const sites = sortedTexts(await world.rows("ada", "nd.site.list"), "name");
      const numbers = sortedTexts(await world.rows("ada", "nd.bldg.list", { fetch_limit: 20 }), "number");
      const free = [1, 2, 3, 4, 5, 6].map((at) => `${FREE}${String(at)}`);
      const value = fc.oneof(fc.constantFrom(...sites, ...numbers), fc.constantFrom(...free));
      const filled = fc.record({
        one: value,
        other: value,
        many: fc.array(value, { minLength: 1, maxLength: 3 }),
        few: fc.constantFrom(1, 2),
      });
      const emptied = fc.subarray(Object.keys(OPTIONAL), { minLength: 1 });
      const tally = { compared: 0, fewer: 0 };
      /** How often a step with this function has changed fewer objects. */
      const fewerBy = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(workflows, filled, emptied, async (transaction, values, empty) => {
          const template = whole(transaction);
          const given = Object.fromEntries(Object.entries(values).filter(([name]) => !empty.includes(name)));
          const [some, all] = [await changedBy(template, given), await changedBy(template, values)];
          // A refused workflow changes nothing.
          if (some === null || all === null) return;
          for (const [step, now] of some) {
            const before = all.get(step) ?? new Set();
            expect([...now].filter((key) => !before.has(key))).toEqual([]);
            tally.compared++;
            if (now.size >= before.size) continue;
            tally.fewer++;
            const fn = step.replace(/^.*\./, "");
            fewerBy.set(fn, (fewerBy.get(fn) ?? 0) + 1);
          }
        }),
        { numRuns: ROUNDS, seed: seed(33) },
      );
      console.log(tally, fewerBy);
      expect(tally.compared).toBeGreaterThan(ROUNDS / 3);
      expect(tally.fewer).toBeGreaterThan(ROUNDS / 20);
      expect([...fewerBy.keys()].toSorted()).toEqual(["bulk_update", "create", "delete", "update"]);
    },
    60_000 + ROUNDS * 2_000,
  );
});
