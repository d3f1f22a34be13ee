import { canChange, permissionOf, rwPermission } from "./derived.ts";
import type { FunctionsSpec, ObjectTypeSpec, Specs } from "./define.ts";
import { foundAt, knownNames, type Found } from "./mistakes.ts";

/**
 * What is wrong in the rights of a type. They name writable attributes, functions that the type has, and a permission of its own. The database checks
 * their SQL.
 */
export function* checkRights(spec: ObjectTypeSpec, specs: Specs): Iterable<Found> {
  const { functions, write } = spec;
  if (write === "nobody") return;
  if (write.permission !== undefined)
    yield* foundAt("write.permission", checkPermission(spec, write.permission, specs));
  yield* foundAt("write.update.attributes", checkUpdated(spec, write.update?.attributes ?? []));
  for (const fn of ["create", "update", "delete"] as const)
    if (write[fn] !== undefined && functions[fn] === undefined)
      yield { at: `write.${fn}`, text: `the type has no function ${fn}. Write functions: { ${fn}: {} }.` };
  for (const name of Object.keys(write.more ?? {}))
    yield* foundAt(`write.more.${name}`, checkMore(name, functions));
}

/** Each permission has one text, which names its type. So two types never bring the same one. */
function* checkPermission({ name }: ObjectTypeSpec, permission: string, specs: Specs): Iterable<string> {
  const owner = [...specs.values()].find((other) =>
    [
      permissionOf(other.name, "ro"),
      other.feed?.permission,
      ...(other.name === name ? [] : [rwPermission(other.name, other.write)]),
    ].includes(permission),
  );
  if (owner === undefined) return;
  const grant = `{ sql: "'${permission}' = any({permissions})" }`;
  yield `${permission} is a permission of ${owner.name}. Take it away. If its holders write, write create: ${grant}, update: { grant: ${grant}, attributes: ["…"] }, delete: ${grant}.`;
}

function* checkMore(name: string, { more = {} }: FunctionsSpec): Iterable<string> {
  const own = more[name];
  if (own === undefined) yield `functions.more has no ${name}. ${knownNames(name, Object.keys(more))}`;
  else if (own.row !== true) yield `the function has no row to ask. Write row: true in functions.more.`;
}

function* checkUpdated({ attributes }: ObjectTypeSpec, named: readonly string[]): Iterable<string> {
  const writable = Object.entries(attributes).flatMap(([name, one]) => (canChange(one) ? [name] : []));
  for (const name of named)
    if (!(name in attributes)) yield `${name} is no attribute. ${knownNames(name, Object.keys(attributes))}`;
    else if (!writable.includes(name)) yield `no update changes ${name}. ${knownNames(name, writable)}`;
}
