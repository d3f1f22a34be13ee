import { portal as cidr } from "#contract/types/cidr";
import { BCD, SUBNET } from "#contract/wire/api-types";
import { parseAddress, parseNetwork } from "#contract/values/ip";
import { isList, type Json, type Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { FormTarget } from "../form/target.ts";
import type { FormValues } from "../form/values.ts";
import type { ReferenceTarget, WidgetOptions } from "../form/widget.ts";

/** The choice of a place for free addresses: readable BCDs by name. */
export const PLACES: ReferenceTarget = {
  object: BCD,
  attribute: "name",
  titles: ["name"],
  searched: ["name", "description"],
  filters: {},
  sorting: [],
};

export interface FreeScope {
  readonly networks: readonly string[];
  readonly bcd: string | null;
  /** An address near which free ones are searched. */
  readonly near: string | null;
}

export const NOWHERE: FreeScope = { networks: [], bcd: null, near: null };

export function isSomewhere({ networks, bcd, near }: FreeScope): boolean {
  return networks.length > 0 || bcd !== null || near !== null;
}

export function scopeOfValues(values: FormValues): FreeScope {
  const texts = Object.values(values).flatMap((value) => (typeof value === "string" ? [value] : []));
  return {
    networks: texts.flatMap((text) => parseNetwork(text)?.text ?? []),
    bcd: null,
    near: texts.find((text) => parseAddress(text) !== null) ?? null,
  };
}

type PlaceFields = readonly { readonly name: string; readonly options: WidgetOptions }[];

/** The place that a form names: networks and addresses among its values, and the BCD in one of its fields. */
export function scopeOfForm(fields: PlaceFields, values: FormValues): FreeScope {
  const named = fields.filter(({ options }) => namesBcd(options)).map(({ name }) => values[name]);
  const bcd = named.find((value) => typeof value === "string" && value !== "");
  return { ...scopeOfValues(values), bcd: typeof bcd === "string" ? bcd : null };
}

/** True if the form has a field for the place, so that the search for free addresses need not ask for it. */
export function asksForPlace(fields: PlaceFields): boolean {
  return fields.some(({ options }) => namesBcd(options) || options.expected === CIDR);
}

const CIDR = cidr.options.expected;

/** True if a field takes the name of a BCD, by its reference or by the query of a template. */
function namesBcd({ reference, query }: WidgetOptions): boolean {
  const { object, attribute } = PLACES;
  if (reference !== undefined) return reference.object === object && reference.attribute === attribute;
  const read = query?.steps.find(({ idx }) => idx === query.read);
  return read?.name === `${object}.list` && query?.stored === attribute;
}

/** Sources of the place of a form besides its fields. */
export interface FreePlace {
  /** Values of the object, and those that the form was opened with. */
  readonly values: FormValues;
  /** The list where it was opened. */
  readonly list: { readonly catalogue: Catalogue; readonly around: FormTarget["around"] } | null;
}

export function scopeOfPlace({ values, list }: FreePlace): FreeScope {
  const own = scopeOfValues(values);
  return list === null ? own : joinedScope(own, scopeAround(list.catalogue, list.around));
}

/** The place of the list where a form was opened. */
export function scopeAround(catalogue: Catalogue, around: FormTarget["around"]): FreeScope {
  return around === undefined ? NOWHERE : scopeOfStep(catalogue, around.step, around.rows);
}

/** The place of the rows of a list: the network or BCD that it is filtered by, else near the first address in them. */
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

/** Combines two places. Values of the form take precedence over the place where it was opened. */
export function joinedScope(inner: FreeScope, outer: FreeScope): FreeScope {
  return {
    networks: inner.networks.length > 0 ? inner.networks : outer.networks,
    bcd: inner.bcd ?? outer.bcd,
    near: inner.near ?? outer.near,
  };
}

/** Step `network` with the subnets to search: the named ones, or those of the BCD, which an address names too. */
export function networksSteps({ networks, bcd, near }: FreeScope): readonly Step[] {
  const wanted = { idx: "network", name: `${SUBNET}.list` };
  if (networks.length > 0) return [{ ...wanted, old: { cidr_list: networks } }];
  if (bcd !== null) return [{ ...wanted, old: { bcd } }];
  return [
    { idx: "around", name: `${SUBNET}.list`, old: { cidr: near } },
    { idx: "bcd", name: `${BCD}.list`, inner_join_ref: { around: "default" } },
    { ...wanted, inner_join_ref: { bcd: "default" } },
  ];
}
