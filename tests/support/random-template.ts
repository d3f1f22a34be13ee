import fc from "fast-check";
import type { Template, TemplateStep, TemplateVariable } from "#contract/template";
import type { Json, Params } from "#contract/wire/json";
import { variable } from "../unit/core/template.ts";

/** Variables that may stay empty, of each nature. */
export const OPTIONAL = {
  one: variable({ optional: true }),
  other: variable({ optional: true, nullable: true }),
  many: variable({ optional: true, list: true }),
  few: variable({ type: "int", optional: true }),
} as const satisfies Record<string, TemplateVariable>;

type Kind = "site" | "bldg";

const filter = (key: string): fc.Arbitrary<Params> =>
  fc.constantFrom<Params>(
    {},
    { title: "{{one}}" },
    { title: "{{other}}" },
    { [key]: "{{one}}" },
    { [key]: "{{other}}" },
    { [`${key}_list`]: "{{many}}" },
    { [`${key}_regexp`]: "^{{one}}" },
    { [`${key}_regexp`]: "^.{{#one}}{{one}}{{/one}}" },
    { fetch_limit: "{{few}}" },
    { fetch_limit: 2, [`${key}_list`]: "{{many}}" },
    { filter_params_dict: { [key]: { ne: "{{one}}" } } },
    { filter_params_dict: { [key]: { ne: "{{other}}" } } },
    { filter_params_dict: { [key]: { not_in: "{{many}}" } } },
    { filter_params_dict: { _not: { [key]: { in: "{{many}}" } } } },
    { filter_params_dict: { _or: [{ [key]: { eq: "{{one}}" } }, { gpk: { is_null: false } }] } },
  );

const fixed = (key: string): fc.Arbitrary<Params> =>
  fc.constantFrom<Params>({}, { filter_params_dict: { [key]: { is_null: false } } }, { fetch_limit: 3 });

/** Names of sites, and numbers of buildings, that can be deleted because nothing refers to them begin with this. */
export const FREE = "free-";

const choice = fc.record({
  kind: fc.constantFrom<Kind | "table">("site", "bldg", "site", "bldg", "table"),
  changes: fc.boolean(),
  site: fc.tuple(fixed("name"), filter("name")),
  bldg: fc.tuple(fixed("number"), filter("number")),
  joins: fc.array(
    fc.record({ how: fc.constantFrom("inner", "union", "anti", "null", "params", "idx"), to: fc.nat(9) }),
    { maxLength: 2 },
  ),
});
type Choice = typeof choice extends fc.Arbitrary<infer T> ? T : never;

/** A step at the end that runs once for each row of an earlier step. Further steps would find more of what an empty variable has kept from it. */
const end = fc.record({
  kind: fc.constantFrom<Kind>("site", "bldg"),
  how: fc.constantFrom("none", "update", "delete", "delete", "create"),
  by: fc.constantFrom("params", "idx"),
  from: fc.nat(9),
});
type End = typeof end extends fc.Arbitrary<infer T> ? T : never;

/** Steps that list and change sites and buildings, by filters, joins and rows of each other. */
export const workflows: fc.Arbitrary<Template["transaction"]> = fc
  .tuple(fc.array(choice, { minLength: 2, maxLength: 5 }), end)
  .map(([choices, last]) => {
    const source = sourceOf(last, choices);
    const steps = choices.map((one, at) =>
      stepOf(one, at, choices, last.how === "delete" && at === source ? freeOf(last.kind) : {}),
    );
    return source === null ? steps : [...steps, endOf(last, `s${String(source)}`)];
  });

const freeOf = (kind: Kind): Params => ({
  [kind === "site" ? "name_regexp_ic" : "number_regexp_ic"]: `^${FREE}`,
});

/** The earlier step for whose rows the last step runs; null if there is no last step. */
function sourceOf({ kind, how, from }: End, choices: readonly Choice[]): number | null {
  if (how === "none") return null;
  const wanted: Kind = (how === "create") === (kind === "site") ? "bldg" : "site";
  const found = choices.flatMap((one, at) => (one.kind === wanted ? [at] : []));
  return found[from % found.length] ?? null;
}

function endOf({ kind, how, by }: End, source: string): TemplateStep {
  const name = `nd.${kind}.${how}`;
  // A building is named like a site, or a site like a building: such names are free.
  const taken = kind === "site" ? { name: "number" } : { site: "name", number: "name" };
  if (how === "create")
    return { idx: "end", name, new: { title: "x" }, new_ref_params: [{ idx: source, params: taken }] };
  const rows: Partial<TemplateStep> =
    by === "idx" ? { old_ref_idx: source } : { old_ref_params: [{ idx: source, params: { gpk: "gpk" } }] };
  return { idx: "end", name, ...rows, ...(how === "update" ? { new: { title: "x" } } : {}) };
}

function stepOf(one: Choice, at: number, all: readonly Choice[], more: Params): TemplateStep {
  const idx = `s${String(at)}`;
  const table: Json = [{ name: "{{one}}", number: "{{one}}", title: "{{other}}" }];
  if (one.kind === "table") return { idx, name: "tmp.generic_object.list", old: { _dict_list: table } };
  const changes = one.changes || at === all.length - 1;
  const [own, asked] = one[one.kind];
  return {
    idx,
    name: `nd.${one.kind}.${changes ? "bulk_update" : "list"}`,
    old: { ...own, ...asked, ...more },
    ...(changes ? { new: { title: "x" } } : {}),
    ...linksOf(one, at, all),
  };
}

function linksOf({ joins, kind }: Choice, at: number, all: readonly Choice[]): Partial<TemplateStep> {
  if (at === 0) return {};
  return joins.reduce<Partial<TemplateStep>>((links, { how, to }) => {
    const earlier = to % at;
    return { ...links, ...linkTo(`s${String(earlier)}`, how, all[earlier]?.kind === kind) };
  }, {});
}

function linkTo(name: string, how: Choice["joins"][number]["how"], isSame: boolean): Partial<TemplateStep> {
  const join = { [name]: isSame ? "self" : "default" };
  const links: Readonly<Record<typeof how, Partial<TemplateStep>>> = {
    inner: { inner_join_ref: join },
    union: { union_join_ref: join },
    anti: { anti_join_ref: join },
    null: { inner_join_ref: { [name]: null } },
    params: isSame ? { old_ref_params: [{ idx: name, params: { gpk_list: "gpk" } }] } : {},
    idx: isSame ? { old_ref_idx: name } : {},
  };
  return links[how];
}
