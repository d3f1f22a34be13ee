import type { Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { keyOf } from "../catalogue/key.ts";
import type { PlannedStatement } from "../txlist/planned.ts";
import type { Move } from "./planning.ts";

/** A link moves to another group, OE or role: a new link has all parts of its key but the last, and the link is deleted behind it. */
export const linkMove: Move = {
  holder: (catalogue, type) => holderOf(catalogue, type)?.type ?? null,
  target: (catalogue, type, row) => {
    const holder = holderOf(catalogue, type);
    const kept = type.key.filter((name) => name !== holder?.attribute);
    const gone: PlannedStatement = {
      object_fq_name: type.name,
      object_function: "delete",
      parameters: { old: keyOf(type, row), new: {} },
    };
    return {
      set: Object.fromEntries(kept.map((name) => [name, row[name] ?? null])),
      lock: kept,
      // The rights that the present link gives hold until the new one is there.
      bundle: { at: "append", statements: [gone] },
      moves: holder?.type ?? type.name,
    };
  },
};

/**
 * The last part of the key of a link, with the type that it names; null if the type is no link. A link is nothing but its key, every part of the key names an
 * object, and it is created and deleted but never changed.
 */
function holderOf(
  catalogue: Catalogue,
  { name, key }: ObjectTypeMeta,
): { readonly attribute: string; readonly type: string } | null {
  const parameters = catalogue.fn(name, "create")?.parameters ?? {};
  const isLink =
    key.length > 1 &&
    catalogue.fn(name, "update") === null &&
    catalogue.fn(name, "delete") !== null &&
    Object.entries(parameters).every(([one, { ref }]) => ref !== undefined && key.includes(one));
  const attribute = key.at(-1);
  const type = parameters[attribute ?? ""]?.ref?.object_fq_name;
  return !isLink || attribute === undefined || type === undefined ? null : { attribute, type };
}
