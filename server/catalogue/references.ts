import type { ObjectTypeSpec, Specs } from "./define.ts";
import type { Reference } from "./object-type.ts";

/** `<ref>` in `api_fkey_<system>_<object>_<ref>` (wire contract 3.4). */
export function refWord(attribute: string): string {
  if (attribute === "object_fq_name") return "object_type";
  return attribute.replace(/login_name$/, "mgr").replace(/_(gfk|name)$/, "");
}

/** Table of a set of references, quoted and qualified. */
export function linkTable(type: string, attribute: string): string {
  const [system = "", object = ""] = type.split(".");
  return `"${system}"."${object}_${attribute}"`;
}

/** All references of a type: foreign keys of one attribute, composite ones, and those of computed attributes. */
export function referencesOf(spec: ObjectTypeSpec, specs: Specs): readonly Reference[] {
  const source = spec.source ?? "table";
  const isStored = source === "table" || source === "metadata";
  const single = Object.entries(spec.attributes).flatMap(([name, attribute]): Reference[] => {
    const { ref } = attribute;
    if (ref === undefined) return [];
    const isSet = attribute.set === true;
    return [
      {
        name: isSet
          ? `api_func_${spec.name.replace(".", "_")}_${name}`
          : referenceName(spec.name, refWord(name)),
        from: spec.name,
        attributes: [name],
        to: ref.to,
        toAttributes: ref.by === "gpk" ? ["gpk"] : [keyOf(specs, ref.to)[0] ?? "gpk"],
        idSql: isSet ? "null" : (attribute.computed ?? `t."${name}"`),
        ...(isSet ? { links: linkTable(spec.name, name) } : {}),
        isEnforced: isStored && attribute.computed === undefined,
      },
    ];
  });
  const composite = (spec.composite ?? []).map(({ name, column, attributes, to }): Reference => ({
    name: referenceName(spec.name, name),
    from: spec.name,
    attributes,
    to,
    toAttributes: keyOf(specs, to),
    idSql: `t."${column}"`,
    isEnforced: isStored,
  }));
  return [...single, ...composite];
}

/** Objects that rows of the type need without a column. They cannot be joined. */
export function needsOf(spec: ObjectTypeSpec): readonly Reference[] {
  return (spec.needs ?? []).map(({ to, attributes, id }) => ({
    name: referenceName(spec.name, to.slice(to.indexOf(".") + 1)),
    from: spec.name,
    attributes,
    to,
    toAttributes: [],
    idSql: id,
    isEnforced: true,
  }));
}

function referenceName(type: string, word: string): string {
  return `api_fkey_${type.replace(".", "_")}_${word}`;
}

function keyOf(specs: Specs, type: string): readonly string[] {
  const spec = specs.get(type);
  if (spec === undefined) throw new Error(`a reference leads to ${type}, which is no object type`);
  return spec.key;
}
