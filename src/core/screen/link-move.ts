import type { Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { keyOf } from "../catalogue/key.ts";
import type { PlannedStatement } from "../txlist/planned.ts";
import type { Move } from "./planning.ts";

/** Moves a link to another group, OE or role: a new link has all parts of its key except the last, and the old link is deleted after it. */
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
      // The rights of the present link hold until the new one exists.
      bundle: { at: "append", statements: [gone] },
      moves: holder?.type ?? type.name,
    };
  },
};

/** The last part of the key of a link, with the type that it names; null if the type is no link. */
function holderOf(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
): { readonly attribute: string; readonly type: string } | null {
  const attribute = type.key.at(-1);
  if (attribute === undefined || !isLink(catalogue, type)) return null;
  const to = catalogue.fn(type.name, "create")?.parameters[attribute]?.ref?.object_fq_name;
  return to === undefined ? null : { attribute, type: to };
}

/** A link consists of its key only, every part of the key names an object, and it is created and deleted but never changed. */
function isLink(catalogue: Catalogue, { name, key }: ObjectTypeMeta): boolean {
  const [made, changed, deleted] = ["create", "update", "delete"].map((one) => catalogue.fn(name, one));
  if (made == null || deleted == null || changed !== null || key.length < 2) return false;
  return Object.entries(made.parameters).every(([one, { ref }]) => ref !== undefined && key.includes(one));
}
