import type { Catalogue, ObjectType, Reference } from "../catalogue/object-type.ts";
import { constraintName, quoted } from "./bind.ts";

/** Tables of sets of references. Their rows are deleted with the row that has the set, and block the deletion of targets. */
export function linkStatements(type: ObjectType, catalogue: Catalogue): readonly string[] {
  return type.references.flatMap((reference) => {
    const { links, to } = reference;
    if (links === undefined) return [];
    const name = constraintName(type, linkWord(reference));
    const target = catalogue.type(to);
    return [
      `create table if not exists ${links} (
        row_id ${type.idType} not null, target_id ${target.idType} not null,
        constraint ${quoted(`${name}_pkey`)} primary key (row_id, target_id),
        constraint ${quoted(`${name}_row`)} foreign key (row_id) references ${type.table} (id) on delete cascade,
        constraint ${quoted(name)} foreign key (target_id) references ${target.table} (id) on delete no action deferrable initially immediate)`,
      `create index if not exists ${quoted(`${name}_idx`)} on ${links} (target_id)`,
    ];
  });
}

/** Name of the foreign key from the links to their targets, within the type. */
export function linkWord({ attributes }: Reference): string {
  return attributes.join("_");
}
