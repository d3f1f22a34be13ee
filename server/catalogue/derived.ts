import type { AttributeSpec, CountSpec, Grant, LookupSpec, ObjectTypeSpec, OwnRule } from "./define.ts";
import type { TranslatedObject, WriteRule } from "./define.ts";

/** The definition with what follows from others: the SQL of attributes that are said to be looked up or counted, rules of translations. */
export function withDerived(
  spec: ObjectTypeSpec,
  specs: ReadonlyMap<string, ObjectTypeSpec>,
): ObjectTypeSpec {
  const attributes = Object.entries(spec.attributes).map(([name, attribute]) => [name, derived(attribute)]);
  // The same names with the same members and `computed` where it follows from them.
  const whole = { ...spec, attributes: Object.fromEntries(attributes) as ObjectTypeSpec["attributes"] };
  return spec.translates === undefined ? whole : { ...whole, ...asTranslated(spec.translates, specs) };
}

/** Rules of rows that are as the objects they translate (wire contract 7.3). */
function asTranslated(
  column: string,
  specs: ReadonlyMap<string, ObjectTypeSpec>,
): Pick<ObjectTypeSpec, "own" | "write"> {
  const types = [...specs.values()].filter(({ languageAttributes }) => languageAttributes !== undefined);
  const place = ({ name, gpk }: ObjectTypeSpec): TranslatedObject => ({ column, type: name, gpk });
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

/** The permission `rw` of a type (wire contract 7.1). */
export function rwPermission(name: string, write: WriteRule): string {
  const own = write === "nobody" ? undefined : write.permission;
  return own ?? name.replace(".", ".rw:");
}

function derived(attribute: AttributeSpec): AttributeSpec {
  if (attribute.lookup !== undefined) return { ...attribute, computed: lookupSql(attribute.lookup) };
  if (attribute.counted !== undefined) return { ...attribute, computed: countSql(attribute.counted) };
  return attribute;
}

function lookupSql(lookup: LookupSpec): string {
  const found = `(select x."${lookup.attribute}" from ${tableOf(lookup.to)} x where x.id = t."${lookup.column}")`;
  return withOtherwise(lookup, found);
}

/** The value, or what stands for it where there is none. */
export function withOtherwise({ otherwise }: LookupSpec, value: string): string {
  return otherwise === undefined ? value : `coalesce(${value}, ${String(otherwise)})`;
}

function countSql({ of, by }: CountSpec): string {
  return `(select count(*) from ${tableOf(of)} x where x."${by}" = t.id)`;
}

/** Table of a type by its name. */
export function tableOf(name: string): string {
  return name
    .split(".")
    .map((part) => `"${part}"`)
    .join(".");
}
