import { parseAddress, parseNetwork } from "#contract/values/ip";
import { isList, type Json, type Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { FORMED_TYPES } from "../form/formed-types.ts";
import type { WidgetOptions } from "../form/widget.ts";

/** What is known of the place a free address is looked for in. */
export interface FreeScope {
  readonly networks: readonly string[];
  readonly bcd: string | null;
  /** An address beside which it should lie. */
  readonly near: string | null;
}

export const NOWHERE: FreeScope = { networks: [], bcd: null, near: null };

/** Whether there is anything to look in. */
export function isSomewhere({ networks, bcd, near }: FreeScope): boolean {
  return networks.length > 0 || bcd !== null || near !== null;
}

/** Networks and addresses among the values of a form. */
export function scopeOfValues(values: Readonly<Record<string, Json | undefined>>): FreeScope {
  const texts = Object.values(values).flatMap((value) => (typeof value === "string" ? [value] : []));
  return {
    networks: texts.flatMap((text) => parseNetwork(text)?.text ?? []),
    bcd: null,
    near: texts.find((text) => parseAddress(text) !== null) ?? null,
  };
}

const BCDS = { object: "nd.bcd", list: "nd.bcd.list", name: "name" };

/** The place that a form tells of: networks and addresses among its values, and the BCD that one of its fields names. */
export function scopeOfForm(
  fields: readonly { readonly name: string; readonly options: WidgetOptions }[],
  values: Readonly<Record<string, Json | undefined>>,
): FreeScope {
  const named = fields.filter(({ options }) => namesBcd(options)).map(({ name }) => values[name]);
  const bcd = named.find((value) => typeof value === "string" && value !== "");
  return { ...scopeOfValues(values), bcd: typeof bcd === "string" ? bcd : null };
}

/** Whether the form itself asks for the place: then nothing else has to. */
export function asksForPlace(
  fields: readonly { readonly name: string; readonly options: WidgetOptions }[],
): boolean {
  return fields.some(({ options }) => namesBcd(options) || options.expected === CIDR);
}

const CIDR = FORMED_TYPES.cidr.options.expected;

/** Whether a field takes the name of a BCD, from the rows it refers to or those a template asks for. */
function namesBcd({ reference, query }: WidgetOptions): boolean {
  if (reference !== undefined) return reference.object === BCDS.object && reference.attribute === BCDS.name;
  const read = query?.steps.find(({ idx }) => idx === query.read);
  return read?.name === BCDS.list && query?.stored === BCDS.name;
}

/** Where the rows of a list lie: in the network or BCD that it is filtered by, else beside the first address in them. */
export function scopeOfStep(catalogue: Catalogue, step: Step, rows: readonly Row[]): FreeScope {
  const object = step.name.slice(0, step.name.lastIndexOf("."));
  const parameters = catalogue.fn(object, "list")?.parameters ?? {};
  const filters = Object.entries(step.old ?? {}).flatMap(([name, value]) =>
    typeof value === "string" ? [[parameters[name]?.data_type, value] as const] : [],
  );
  const given = (type: string): string | null => filters.find(([one]) => one === type)?.[1] ?? null;
  const own = scopeOfValues(Object.fromEntries(filters.map(([, value], at) => [String(at), value])));
  const addresses = catalogue
    .objectType(object)
    ?.attributes.filter(({ data_type: type }) => type === "inet")
    .flatMap(({ name }) => rows.flatMap((row) => textsOf(row[name])));
  return { ...own, bcd: given("bcd_name"), near: own.near ?? addresses?.[0] ?? null };
}

function textsOf(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  return value !== undefined && isList(value) ? value.flatMap(textsOf) : [];
}

/** The nearer place first: what the form itself says counts before where it was opened. */
export function joinedScope(inner: FreeScope, outer: FreeScope): FreeScope {
  return {
    networks: inner.networks.length > 0 ? inner.networks : outer.networks,
    bcd: inner.bcd ?? outer.bcd,
    near: inner.near ?? outer.near,
  };
}

/** The subnets, as step `network`, that free addresses are looked for in: the named ones, or those of the BCD, which an address tells too. */
export function networksSteps({ networks, bcd, near }: FreeScope): readonly Step[] {
  const wanted = { idx: "network", name: "nd.ip_subnet.list" };
  if (networks.length > 0) return [{ ...wanted, old: { cidr_list: networks } }];
  if (bcd !== null) return [{ ...wanted, old: { bcd } }];
  return [
    { idx: "around", name: "nd.ip_subnet.list", old: { cidr: near } },
    { idx: "bcd", name: "nd.bcd.list", inner_join_ref: { around: "default" } },
    { ...wanted, inner_join_ref: { bcd: "default" } },
  ];
}
