import type { Json, Row } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { rowsOf, textIn, type SmallWorld } from "../small-world.ts";

/** Rows of every type in a stable order, with titles in place of keys. */
export type State = Readonly<Record<string, readonly string[]>>;

/** Attributes that a recreated object gets newly, with the reason. Keys, server times and secrets are always left out. */
const OWN: Readonly<Record<string, string>> = {
  "nd.connection.login_name": "who connects is who applies",
};

/** Types whose rows are about calls. */
const OF_CALLS = /^(wapi\.(transaction|change_log|object)$|tmp\.|macfinder\.|req\.)/;

/** Everything stored, with titles in place of keys. If two states are equal, everything was restored. */
export async function stateOf(world: Pick<SmallWorld, "execute">, catalogue: Catalogue): Promise<State> {
  const types = catalogue.types.filter(
    ({ name, definition }) =>
      catalogue.fn(name, "list") !== null &&
      !definition.is_view &&
      !OF_CALLS.test(name) &&
      !isMetadata(catalogue, name),
  );
  const said = await world.execute(
    "ada",
    types.map(({ name }) => ({ name: `${name}.list` })),
  );
  const lists = Object.fromEntries(types.map(({ name }, at) => [name, rowsOf(said, at)]));
  const names = new Map<string, string>();
  const named = (value: Json): Json => (typeof value === "string" ? (names.get(value) ?? value) : value);
  // A title may contain the title of another row, so the titles need several rounds.
  for (let round = 0; round < 3; round++)
    for (const type of types)
      for (const row of lists[type.name] ?? []) names.set(textIn(row, "gpk"), nameOf(type, row, named));
  return Object.fromEntries(
    types.map((type) => [
      type.name,
      (lists[type.name] ?? []).map((row) => JSON.stringify(keptOf(type, row, named))).toSorted(),
    ]),
  );
}

/** Whether the type is metadata, whose rows cannot be written. */
function isMetadata(catalogue: Catalogue, name: string): boolean {
  const written = ["create", "update", "delete"].some((fn) => catalogue.fn(name, fn) !== null);
  return !written && name.startsWith("wapi.");
}

function nameOf(type: ObjectTypeMeta, row: Row, said: (value: Json) => Json): string {
  const own = type.attribute("fq_name") === null ? type.key.filter((name) => name !== "gpk") : ["fq_name"];
  return `${type.name} ${JSON.stringify(own.map((name) => said(row[name] ?? null)))}`;
}

function keptOf(type: ObjectTypeMeta, row: Row, said: (value: Json) => Json): readonly Json[] {
  return type.attributes.flatMap((attribute): Json[] => {
    const { name, data_type: dataType, is_secret: isSecret, is_computed: isComputed } = attribute;
    const isMoment = isComputed && dataType === "timestamp";
    if (isSecret || isMoment || name === "gpk" || OWN[`${type.name}.${name}`] !== undefined) return [];
    const value = row[name] ?? null;
    return [[name, Array.isArray(value) ? value.map((one: Json) => said(one)) : said(value)]];
  });
}
