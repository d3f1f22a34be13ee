import { existsSync, readdirSync } from "node:fs";
import { basename, join, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { mistakesOf } from "./check.ts";
import { dataType, writtenType } from "./data-types.ts";
import type { AttributeSpec, Definition, ObjectTypeSpec } from "./define.ts";
import type { Delivery } from "./define-delivery.ts";
import { withDeliveries, type PlacedDelivery } from "./deliveries.ts";
import { missingMembers, unknownMembers } from "./members.ts";
import { checkShape } from "./check-shape.ts";
import { refuseMistakes, told } from "./mistakes.ts";
import type { Attribute, Catalogue, ObjectType, Reference } from "./object-type.ts";
import { isTable, tableOf, withDerived } from "./derived.ts";
import { needsOf, referencesOf } from "./references.ts";

/** Folders with the types of the product: subjects, and types about services. */
export const OWN_TYPES: readonly string[] = ["domain", "services/types"].map((folder) =>
  join(import.meta.dirname, "..", folder),
);
const BEHAVIOUR = ".behaviour.ts";
const DELIVERY = ".delivery.ts";
const GPK: AttributeSpec = { type: "gpk", label: { de: "Schlüssel", en: "Key" }, computed: "t.id" };
const IS_OWN: AttributeSpec = {
  type: "boolean",
  label: { de: "Eigenes", en: "Own" },
  computed: "false",
  perReader: true,
};

/**
 * Reads the object types in the folders, by default the product's own and NETPORTAL_OBJECTS. `<object>.ts` is a definition, `<object>.behaviour.ts`
 * its behaviour, `<object>.delivery.ts` what services get of it or of a type of another folder, `<object>.<part>.ts` a further part.
 */
export async function loadCatalogue(folders: readonly string[] = defaultFolders()): Promise<Catalogue> {
  const read: Read = {
    specs: new Map(),
    behaviours: new Map(),
    places: new Map(),
    deliveries: [],
    mistakes: [],
  };
  const unread: string[] = [];
  const files = new Set(folders.flatMap(filesOf));
  for (const file of files) {
    try {
      await take(file, files, read);
    } catch (cause) {
      unread.push(cause instanceof Error ? cause.message : String(cause));
    }
  }
  const { specs, behaviours, places, deliveries, mistakes } = read;
  // References to a type that was not read would be reported as wrong too.
  if (unread.length > 0) refuseMistakes([...unread, ...mistakes]);
  const whole = withDeliveries(specs, deliveries);
  return catalogueOf(
    whole.definitions,
    behaviours,
    new Map([...places, ...whole.places]),
    [...mistakes, ...whole.mistakes],
    siteFolderIn(folders),
  );
}

/** Contents of the files. */
interface Read {
  readonly specs: Map<string, Definition>;
  readonly behaviours: Map<string, object>;
  /** The file of each type. */
  readonly places: Map<string, string>;
  readonly deliveries: PlacedDelivery[];
  readonly mistakes: string[];
}

/** Reads a definition with its behaviour, or a delivery. */
async function take(file: string, files: ReadonlySet<string>, read: Read): Promise<void> {
  if (isAlone(file, files))
    throw new Error(`${file} is the behaviour of no object type: the definition is wanted beside it.`);
  if (file.endsWith(DELIVERY)) read.deliveries.push({ file, delivery: await deliveryIn(file) });
  if (!/^[^.]+\.ts$/.test(basename(file))) return;
  const spec = await specOf(file);
  const first = read.places.get(spec.name);
  if (first !== undefined)
    throw new Error(`${file}: ${spec.name} is defined in ${first} already. Write another name.`);
  read.mistakes.push(...unknownMembers(spec).map((mistake) => told(mistake, file)));
  read.specs.set(spec.name, spec);
  read.places.set(spec.name, file);
  const beside = file.replace(/\.ts$/, BEHAVIOUR);
  if (files.has(beside)) read.behaviours.set(spec.name, await behaviourIn(beside));
}

function siteFolderIn(folders: readonly string[]): string | null {
  return folders.find((folder) => !OWN_TYPES.includes(folder)) ?? null;
}

/** A behaviour whose definition is missing. */
function isAlone(file: string, files: ReadonlySet<string>): boolean {
  return file.endsWith(BEHAVIOUR) && !files.has(file.replace(BEHAVIOUR, ".ts"));
}

/** The catalogue of these definitions, with all references resolved. */
export function catalogueOf(
  given: ReadonlyMap<string, Definition>,
  behaviours: ReadonlyMap<string, object> = new Map(),
  places: ReadonlyMap<string, string> = new Map(),
  mistakes: readonly string[] = [],
  siteFolder: string | null = null,
): Catalogue {
  const sorted = [...given].sort(([a], [b]) => (a < b ? -1 : 1));
  const specs = new Map(sorted.map(([name, spec]) => [name, withDerived(spec, given)]));
  const placed = mistakesOf(specs).map((mistake) => told(mistake, places.get(mistake.type) ?? null));
  refuseMistakes([...mistakes, ...placed]);
  const references = new Map([...specs].map(([name, spec]) => [name, referencesOf(spec, specs)]));
  const all = [...[...references.values()].flat(), ...[...specs.values()].flatMap(needsOf)];
  const types = new Map(
    [...specs].map(([name, spec]) => {
      const [behaviour, file] = [behaviours.get(name) ?? null, siteFile(places.get(name))];
      return [name, { ...objectTypeOf(spec, references.get(name) ?? [], all), behaviour, siteFile: file }];
    }),
  );
  return {
    types,
    byGpkPrefix: new Map([...types.values()].map((type) => [type.spec.gpk, type])),
    siteFolder,
    translations: [...types.values()].find(({ spec }) => spec.translates !== undefined) ?? null,
    get accounts() {
      const found = [...specs.values()].find(({ accounts }) => accounts !== undefined)?.accounts;
      if (found === undefined) throw new Error("no object type holds tokens");
      return found;
    },
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
): Omit<ObjectType, "behaviour" | "siteFile"> {
  const [system = "", object = ""] = spec.name.split(".");
  const { name } = spec;
  return {
    name,
    system,
    object,
    spec,
    table: tableOf(name),
    idType: isTable(spec) ? "bigint" : "text",
    attributes: attributesOf(spec),
    references,
    referencedBy: all.filter(({ to, isEnforced }) => to === name && isEnforced),
    operations: new Set(["list", ...operationsOf(spec)]),
  };
}

/** Every type with `update` also has `bulk_update` (wire contract 7.1). */
function operationsOf({ functions: { more = {}, ...common } }: ObjectTypeSpec): readonly string[] {
  const bulk = common.update === undefined ? [] : ["bulk_update"];
  return [...Object.keys(common), ...bulk, ...Object.keys(more)];
}

function attributesOf(spec: ObjectTypeSpec): ReadonlyMap<string, Attribute> {
  const { source } = spec;
  const listed = Object.entries(spec.attributes);
  // Rows that are not stored have no identity (wire contract 7.1).
  const named: readonly (readonly [string, AttributeSpec])[] =
    source === "literal" || source === "generated"
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
        written: writtenType(attribute),
        isKey: spec.key.includes(name),
        isWritable: attribute.computed === undefined && attribute.serverWritten !== true,
      },
    ]),
  );
}

function defaultFolders(): readonly string[] {
  const own = process.env["NETPORTAL_OBJECTS"];
  return own === undefined || own === "" ? OWN_TYPES : [...OWN_TYPES, resolve(own)];
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

function siteFile(file: string | undefined): string | null {
  return file === undefined || OWN_TYPES.some((own) => file.startsWith(own + sep)) ? null : file;
}

async function defaultOf(file: string): Promise<unknown> {
  const module: unknown = await import(pathToFileURL(file).href).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${file} cannot be read: ${reason}`, { cause });
  });
  return typeof module === "object" && module !== null && "default" in module ? module.default : null;
}

async function behaviourIn(file: string): Promise<object> {
  const behaviour = await defaultOf(file);
  if (typeof behaviour !== "object" || behaviour === null)
    throw new Error(`${file} exports no behaviour: defineBehaviour({ … }) as its default is wanted.`);
  return behaviour;
}

async function deliveryIn(file: string): Promise<Delivery> {
  const delivery = await defaultOf(file);
  if (!isDelivery(delivery))
    throw new Error(`${file} exports no delivery: defineDelivery({ … }) as its default is wanted.`);
  return delivery;
}

/** True for a default export that is a delivery. The other members of a delivery are checked afterwards. */
function isDelivery(value: unknown): value is Delivery {
  return typeof value === "object" && value !== null && "of" in value && typeof value.of === "string";
}

async function specOf(file: string): Promise<Definition> {
  const spec = await defaultOf(file);
  if (!isSpec(spec))
    throw new Error(`${file} exports no object type: defineObjectType({ … }) as its default is wanted.`);
  const missing = missingMembers(spec);
  if (missing.length > 0)
    throw new Error(
      `${file}: the definition has no ${missing.join(", ")}. Write these members, as docs/objects.md shows.`,
    );
  // At this point it is only known that the required members exist. Their form is checked afterwards.
  const definition = spec as Definition;
  const shape = [...checkShape(definition)];
  if (shape.length > 0)
    throw new Error(shape.map((one) => told({ type: spec.name, ...one }, file)).join("\n  "));
  return definition;
}

function isSpec(value: unknown): value is { readonly name: string } {
  return typeof value === "object" && value !== null && "name" in value && typeof value.name === "string";
}
