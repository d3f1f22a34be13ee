import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { faultsOf } from "./check.ts";
import { dataType } from "./data-types.ts";
import type { AttributeSpec, ObjectTypeSpec } from "./define.ts";
import type { Attribute, Catalogue, ObjectType, Reference } from "./object-type.ts";
import { tableOf, withDerived } from "./derived.ts";
import { needsOf, referencesOf } from "./references.ts";

const OWN_OBJECTS = join(import.meta.dirname, "..", "objects");
const GPK: AttributeSpec = { type: "gpk", label: { de: "Schlüssel", en: "Key" }, computed: "t.id" };
const IS_OWN: AttributeSpec = {
  type: "boolean",
  label: { de: "Eigenes", en: "Own" },
  computed: "false",
  perReader: true,
};

/**
 * Reads every object type below the folders (`<system>/<object>.ts`), by default the product's own and those of the folder that
 * NETPORTAL_OBJECTS names. Throws with all inconsistencies at once.
 */
export async function loadCatalogue(folders: readonly string[] = defaultFolders()): Promise<Catalogue> {
  const specs = new Map<string, ObjectTypeSpec>();
  for (const folder of folders) {
    for (const file of filesOf(folder)) {
      const spec = await specOf(file);
      if (specs.has(spec.name)) throw new Error(`${spec.name} is defined twice, the second time in ${file}`);
      specs.set(spec.name, spec);
    }
  }
  return catalogueOf(specs);
}

/** The catalogue of these definitions, with every neighbour resolved. */
export function catalogueOf(given: ReadonlyMap<string, ObjectTypeSpec>): Catalogue {
  const sorted = [...given].sort(([a], [b]) => (a < b ? -1 : 1));
  const specs = new Map(sorted.map(([name, spec]) => [name, withDerived(spec, given)]));
  const faults = faultsOf(specs);
  if (faults.length > 0) throw new Error(`The object types do not fit together:\n  ${faults.join("\n  ")}`);
  const references = new Map([...specs].map(([name, spec]) => [name, referencesOf(spec, specs)]));
  const all = [...[...references.values()].flat(), ...[...specs.values()].flatMap(needsOf)];
  const types = new Map(
    [...specs].map(([name, spec]) => [name, objectTypeOf(spec, references.get(name) ?? [], all)]),
  );
  return {
    types,
    byGpkPrefix: new Map([...types.values()].map((type) => [type.spec.gpk, type])),
    type(name) {
      const found = types.get(name);
      if (found === undefined) throw new Error(`unknown object type ${name}`);
      return found;
    },
  };
}

function objectTypeOf(
  spec: ObjectTypeSpec,
  references: readonly Reference[],
  all: readonly Reference[],
): ObjectType {
  const [system = "", object = ""] = spec.name.split(".");
  const { name } = spec;
  return {
    name,
    system,
    object,
    spec,
    table: tableOf(name),
    idType: spec.source === undefined || spec.source === "table" ? "bigint" : "text",
    attributes: attributesOf(spec),
    references,
    referencedBy: all.filter(({ to, isEnforced }) => to === name && isEnforced),
    operations: new Set(["list", ...operationsOf(spec)]),
  };
}

/** Every type with `update` has `bulk_update` too (wire contract 7.1). */
function operationsOf({ functions: { more = {}, ...common } }: ObjectTypeSpec): readonly string[] {
  const bulk = common.update === undefined ? [] : ["bulk_update"];
  return [...Object.keys(common), ...bulk, ...Object.keys(more)];
}

function attributesOf(spec: ObjectTypeSpec): ReadonlyMap<string, Attribute> {
  const listed = Object.entries(spec.attributes);
  // Nothing of system `tmp` is stored: its rows have no identity (wire contract 7.1).
  const named: readonly (readonly [string, AttributeSpec])[] = spec.name.startsWith("tmp.")
    ? listed
    : [
        ["gpk", GPK],
        ...listed.filter(([name]) => name !== "gpk" && name !== "is_own"),
        ["is_own", spec.attributes["is_own"] ?? IS_OWN],
      ];
  return new Map(
    named.map(([name, attribute], position) => [
      name,
      {
        ...attribute,
        name,
        position,
        dataType: dataType(attribute.type),
        isKey: spec.key.includes(name),
        isWritable: attribute.computed === undefined && attribute.serverWritten !== true,
      },
    ]),
  );
}

function defaultFolders(): readonly string[] {
  const own = process.env["NETPORTAL_OBJECTS"];
  return own === undefined || own === "" ? [OWN_OBJECTS] : [OWN_OBJECTS, resolve(own)];
}

function filesOf(folder: string): readonly string[] {
  if (!existsSync(folder)) throw new Error(`The folder of object types ${folder} does not exist.`);
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesOf(path);
      return entry.name.endsWith(".ts") && !entry.name.endsWith(".d.ts") ? [path] : [];
    })
    .sort();
}

async function specOf(file: string): Promise<ObjectTypeSpec> {
  const module: unknown = await import(pathToFileURL(file).href);
  const spec = typeof module === "object" && module !== null && "default" in module ? module.default : null;
  if (!isSpec(spec))
    throw new Error(`${file} exports no object type: defineObjectType({ … }) as its default is wanted.`);
  return spec;
}

function isSpec(value: unknown): value is ObjectTypeSpec {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    "attributes" in value &&
    "functions" in value
  );
}
