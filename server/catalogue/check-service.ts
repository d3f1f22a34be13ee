import type { AttributeSpec, ObjectTypeSpec, Specs } from "./define.ts";
import { hasColumn } from "./derived.ts";
import { isNamed } from "./define-service.ts";
import { foundAt, type Found } from "./mistakes.ts";
import { besideSchemas } from "./own-schemas.ts";

/** What is wrong in the member `service` of a type. The database checks its SQL. */
export function* checkService({ name, attributes, service }: ObjectTypeSpec, specs: Specs): Iterable<Found> {
  const { copied = [], views, reader, answers } = service ?? {};
  for (const attribute of copied)
    if (hasNoColumn(attribute, attributes[attribute])) {
      const text = `${attribute} has no column to copy. Take it away; the id is copied in any case.`;
      yield { at: "service.copied", text };
    }
  if (answers !== undefined && !isNamed(answers.service))
    yield {
      at: "service.answers",
      text: `the service has no name. Write service: { name: "…", label: { de: "…", en: "…" } }.`,
    };
  if (views !== undefined && reader === undefined)
    yield {
      at: "service.views",
      text: `nobody reads the views. Write reader: "…", the role of the service.`,
    };
  if (reader !== undefined) yield* foundAt("service.reader", checkReader(name, reader, specs));
}

/** Everything in the schema of a reader is dropped before the views are created, so it may contain nothing else. */
function* checkReader(type: string, reader: string, specs: Specs): Iterable<string> {
  const another = "Write the name of a role that has a schema for itself.";
  const other = [...specs.values()].find(({ name, service }) => name !== type && service?.reader === reader);
  if (other !== undefined) yield `the views of ${other.name} are in ${reader} already. ${another}`;
  const used = new Set([...specs.keys()].map((name) => name.slice(0, name.indexOf("."))));
  const isOwn = besideSchemas(specs).includes(reader) || /^(pg_.*|information_schema|public)$/.test(reader);
  if (used.has(reader) || isOwn) yield `the schema ${reader} holds other things than views. ${another}`;
}

function hasNoColumn(name: string, attribute: AttributeSpec | undefined): boolean {
  return name === "gpk" || name === "is_own" || !hasColumn(attribute ?? {});
}
