import { isList, isObject, objectIn, type Json, type Params } from "#contract/wire/json";
import type { WireException } from "#contract/wire/fault";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { keyOf } from "#core/catalogue/key";
import { linkTypeOf, unlinked } from "#core/txlist/links";
import { rowsOf, textIn, type SentStep, type SmallWorld } from "../small-world.ts";

/** References that could be emptied where the object is a part of what it refers to. */
const PARTS = new Set([
  "nd.module.room_gfk",
  "nd.module.parent_gfk",
  "org.unit.parent",
  "cntl.group.parent_group_name",
]);

/** Types whose rows lie in what they need, and do not refer to it. */
const NEEDED = new Set(["cntl.group_addr_space"]);

const LIMIT = 400;

interface Place {
  readonly world: Pick<SmallWorld, "execute">;
  readonly catalogue: Catalogue;
}

/**
 * Steps that delete an object together with everything that keeps it: links are ended, parts and what cannot be without it are deleted
 * first, other references to it are emptied. Throws where the rules keep it.
 */
export async function deletionOf(
  place: Place,
  type: ObjectTypeMeta,
  key: Params,
): Promise<readonly SentStep[]> {
  let steps: readonly SentStep[] = [{ name: `${type.name}.delete`, old: key }];
  while (steps.length <= LIMIT) {
    const said = await place.world.execute("ada", steps, { dryRun: true });
    if (said.ok) return steps;
    const at = said.exception.traceback?.transaction_statement.position ?? 0;
    const freeing = await freeingSteps(place, said.exception, steps.slice(at));
    const done = textsOf(steps.slice(0, at));
    const fresh = freeing.filter((step) => !done.has(JSON.stringify(step)));
    if (fresh.length === 0) throw new Error(`${type.name}: ${JSON.stringify(said.exception)}`);
    // What stood behind is done earlier now.
    const earlier = textsOf(fresh);
    const rest = steps.slice(at).filter((step) => !earlier.has(JSON.stringify(step)));
    steps = [...steps.slice(0, at), ...fresh, ...rest];
  }
  throw new Error(`${type.name}: more than ${String(LIMIT)} steps`);
}

function textsOf(steps: readonly SentStep[]): ReadonlySet<string> {
  return new Set(steps.map((step) => JSON.stringify(step)));
}

/** Steps that take away what the fault says keeps an object, and what keeps the others of its type that are to be deleted. */
async function freeingSteps(
  place: Place,
  { error, details }: WireException,
  steps: readonly SentStep[],
): Promise<readonly SentStep[]> {
  if (error.name !== "foreign_key_child_found") return [];
  const parent = textIn(details, "object_fq_name");
  const kept = objectIn(details["key"]) ?? {};
  // The kept one may be gone with another one that is deleted.
  const keys = [
    kept,
    ...steps.flatMap(({ name, old }) => (name === `${parent}.delete` && old !== undefined ? [old] : [])),
  ];
  const children = details["child_list"] ?? null;
  const freed = await Promise.all(
    (isList(children) ? children : [])
      .filter((child) => isObject(child))
      .map((child) => freeing(place, parent, keys, child)),
  );
  return [...new Map(freed.flat().map((step) => [JSON.stringify(step), step])).values()];
}

async function freeing(
  { world, catalogue }: Place,
  parent: string,
  keys: readonly Params[],
  child: Readonly<Record<string, Json>>,
): Promise<readonly SentStep[]> {
  const type = catalogue.objectType(textIn(child, "object_fq_name"));
  if (type === null) return [];
  const list = `${type.name}.list`;
  // What needs an object without referring to it has no join: all of it is meant.
  const reference = NEEDED.has(type.name) ? null : textIn(child, "reference_name");
  const said = await world.execute(
    "ada",
    keys.flatMap((old, at): readonly SentStep[] => [
      { idx: `p${String(at)}`, name: `${parent}.list`, old },
      { name: list, ...(reference === null ? {} : { inner_join_ref: { [`p${String(at)}`]: reference } }) },
    ]),
  );
  const link = linkTypeOf(catalogue, type);
  const names = child["attribute_list"] ?? null;
  const emptied = isList(names)
    ? emptiedBy(
        catalogue,
        type,
        names.filter((name) => typeof name === "string"),
      )
    : null;
  const rows = keys.flatMap((_, at) => rowsOf(said, 2 * at + 1));
  return rows.map((row) => {
    if (link !== null) return { name: `${link.object.name}.disconnect`, old: unlinked(link, row).old };
    const old = keyOf(type, row);
    return emptied === null
      ? { name: `${type.name}.delete`, old }
      : { name: `${type.name}.update`, old, new: emptied };
  });
}

/** Values that make the reference empty; null where the object cannot, or should not, be without it. */
function emptiedBy(catalogue: Catalogue, type: ObjectTypeMeta, names: readonly string[]): Params | null {
  const [name = "", ...others] = names;
  if (others.length > 0 || type.key.includes(name) || PARTS.has(`${type.name}.${name}`)) return null;
  const side = catalogue.fn(type.name, "update")?.parameters[name]?.new;
  if (side !== undefined && type.attribute(name)?.dataType.is_array === true) return { [name]: [] };
  return side?.is_nullable === true ? { [name]: null } : null;
}
