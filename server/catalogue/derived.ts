import type { Localised } from "#contract/wire/json";
import type { DataTypeName } from "./data-types.ts";
import type {
  AttributeSpec,
  CountSpec,
  Definition,
  FunctionsSpec,
  GivenAttribute,
  Grant,
  LookupSpec,
  ObjectTypeSpec,
  OwnRule,
  TranslatedObject,
  WriteRule,
} from "./define.ts";

const PATH = "hierarchy_gfk_list";

type Definitions = ReadonlyMap<string, Definition>;

/** Completes a definition, partly from other definitions: omitted members, SQL of looked-up and counted attributes, rules of translations. */
export function withDerived(definition: Definition, all: Definitions): ObjectTypeSpec {
  const spec = withTree(withDefaults(definition));
  const written = spec.write === "nobody" ? ({ serverWritten: true } as const) : {};
  const attributes = Object.entries(spec.attributes).map(([name, given]) => {
    const attribute = derived(given, all);
    return [name, attribute.computed === undefined ? { ...attribute, ...written } : attribute] as const;
  });
  const whole = { ...spec, attributes: Object.fromEntries(attributes) };
  return spec.translates === undefined ? whole : { ...whole, ...asTranslated(spec.translates, all) };
}

/** Rows of a tree have their path, and two relations lead to the rows above and below. */
function withTree<D extends Definition>(spec: D): D {
  const { name, gpk, hierarchy, attributes, relations = [] } = spec;
  if (hierarchy === undefined || PATH in attributes) return spec;
  const computed = `array(
    select '${gpk}-' || p.id
    from unnest(t.path) with ordinality p(id, n)
    order by p.n)`;
  const above = "select unnest(e.path) from {earlier} e";
  const below = `select d.id
    from ${tableOf(name)} d cross join unnest(d.path) above(id)
    where above.id in (select e.id from {earlier} e)`;
  const relation = `api_func_${name.replace(".", "_")}_${PATH}`;
  return {
    ...spec,
    attributes: { ...attributes, [PATH]: { type: "gpk_array", label: { de: "Pfad", en: "Path" }, computed } },
    relations: [
      ...relations,
      { name: `${relation}_is_subset`, to: name, sql: { ids: above } },
      { name: `${relation}_is_superset`, to: name, sql: { ids: below } },
    ],
  };
}

function withDefaults(definition: Definition) {
  const {
    key,
    source,
    title = key.filter((name) => name !== "gpk"),
    functions = source === undefined ? usualFunctions(definition) : {},
    own = null,
  } = definition;
  const { create, update, delete: remove, more } = functions;
  const isWritten = [create, update, remove, more].some((fn) => fn !== undefined);
  return { ...definition, title, functions, own, write: definition.write ?? (isWritten ? {} : "nobody") };
}

/** Rows whose attributes are all given at their creation, like links, are never updated. */
function usualFunctions({ attributes }: Definition): FunctionsSpec {
  const isChanged = Object.values(attributes).some(canChange);
  return isChanged ? { create: {}, update: {}, delete: {} } : { create: {}, delete: {} };
}

/** Whether an update may change the attribute. */
export function canChange(attribute: Partial<AttributeSpec>): boolean {
  const { createOnly, serverWritten, computed, lookup, counted } = attribute;
  return [createOnly, serverWritten, computed, lookup, counted].every((mark) => mark === undefined);
}

/** Whether the rows of the type are in a table that steps write. */
export function isTable({ source }: Pick<ObjectTypeSpec, "source">): boolean {
  return source === undefined || source === "table";
}

/** Whether the value has a column of its own in the table of the type. */
export function hasColumn({ computed, set, partOf }: Partial<AttributeSpec>): boolean {
  return computed === undefined && set !== true && partOf === undefined;
}

/** Whether the database computes the default at the insert. */
export function isSqlDefault(given: AttributeSpec["default"]): given is { readonly sql: string } {
  return typeof given === "object" && given !== null && "sql" in given;
}

function asTranslated(column: string, all: Definitions): Pick<ObjectTypeSpec, "own" | "write"> {
  const types = [...all.values()]
    .map(withDefaults)
    .filter(({ languageAttributes }) => languageAttributes !== undefined);
  const place = ({ name, gpk }: Definition): TranslatedObject => ({ column, type: name, gpk });
  const own = types.flatMap((type): OwnRule[] =>
    type.own === null ? [] : [{ translated: place(type), rule: type.own }],
  );
  const any = types.flatMap((type): Grant[] => {
    const { name, write, languageAttributes = [] } = type;
    if (write === "nobody") return [];
    const { update } = write;
    const isGranted = languageAttributes.every(
      (attribute) => update?.attributes.includes(attribute) === true,
    );
    const grant = isGranted && update !== undefined ? { grant: update.grant } : {};
    return [{ translated: place(type), permission: rwPermission(name, write), ...grant }];
  });
  return {
    own: { any: own },
    write: { create: { any }, update: { grant: { any }, attributes: ["value"] }, delete: { any } },
  };
}

/** The permission to read all rows of a type, or to write them too: `nd.ro:bldg`. */
export function permissionOf(type: string, right: "ro" | "rw"): string {
  return type.replace(".", `.${right}:`);
}

/** Id of a permission's row. */
export function permissionId(permission: string): string {
  return permission.replaceAll(/[.:]/g, "-");
}

/** The permission `rw` of a type (wire contract 7.1). */
export function rwPermission(name: string, write: WriteRule): string {
  const own = write === "nobody" ? undefined : write.permission;
  return own ?? permissionOf(name, "rw");
}

function derived(given: GivenAttribute, all: Definitions): AttributeSpec {
  const attribute = { ...given, type: typeOf(given, all), label: labelOf(given, all) };
  if (attribute.lookup !== undefined) return { ...attribute, computed: lookupSql(attribute.lookup) };
  if (attribute.counted !== undefined) return { ...attribute, computed: countSql(attribute.counted) };
  return attribute;
}

function typeOf({ type, ref }: GivenAttribute, all: Definitions): DataTypeName {
  if (type !== undefined) return type;
  if (ref === undefined) return "integer";
  const target = all.get(ref.to);
  const key = ref.by !== "gpk" ? target?.attributes[target.key[0] ?? ""] : undefined;
  return key === undefined ? "gpk" : typeOf(key, all);
}

function labelOf({ label, ref }: GivenAttribute, all: Definitions): Localised {
  const name = ref?.to ?? "";
  return label ?? all.get(name)?.label ?? { de: name, en: name };
}

function lookupSql(lookup: LookupSpec): string {
  const found = `(
    select x."${lookup.attribute}"
    from ${tableOf(lookup.to)} x
    where x.id = t."${lookup.column}")`;
  return withOtherwise(lookup, found);
}

export function withOtherwise({ otherwise }: LookupSpec, value: string): string {
  return otherwise === undefined ? value : `coalesce(${value}, ${String(otherwise)})`;
}

function countSql({ of, by }: CountSpec): string {
  return `(select count(*) from ${tableOf(of)} x where x."${by}" = t.id)`;
}

export function tableOf(name: string): string {
  return name
    .split(".")
    .map((part) => `"${part}"`)
    .join(".");
}
