import { catalogueOf } from "../../server/catalogue/load.ts";
import type { Attributes, ObjectTypeSpec } from "../../server/catalogue/define.ts";
import type { Catalogue } from "../../server/catalogue/object-type.ts";
import type { Metadata } from "../../server/db/apply.ts";

/** A tree of shelves: one small object type with a definition that a test can change between two starts. */
export function shelvesCatalogue(
  more: Attributes = {},
  change: (spec: ObjectTypeSpec) => ObjectTypeSpec = (spec) => spec,
): Catalogue {
  const spec: ObjectTypeSpec = {
    name: "store.shelf",
    gpk: "shelf",
    label: { de: "Regal", en: "Shelf" },
    description: { de: "Ein Regal", en: "A shelf" },
    attributes: {
      path_name: { type: "text_line", label: { de: "Pfad", en: "Path" }, serverWritten: true },
      name: { type: "text_id", label: { de: "Name", en: "Name" } },
      parent: {
        type: "text_line",
        label: { de: "Darüber", en: "Above" },
        nullable: true,
        ref: { to: "store.shelf" },
      },
      height: { type: "integer", label: { de: "Höhe", en: "Height" }, default: 1 },
      ...more,
    },
    key: ["path_name"],
    title: ["path_name"],
    hierarchy: { parent: "parent", name: { attribute: "path_name", part: "name", separator: "/" } },
    functions: { create: {}, update: {}, delete: {} },
    own: null,
    read: "all",
    write: {},
  };
  return catalogueOf(new Map([["store.shelf", change(spec)]]));
}

/** The catalogue above has no self-description. */
export const NO_METADATA: Metadata = { hash: "none", rows: {}, numbered: () => ({}) };
