import { parametersIn } from "./check-parameters.ts";
import type { AttributeSpec, Definition, FunctionsSpec, ObjectTypeSpec, ParameterSpec } from "./define.ts";
import type { ServiceSpec } from "./define-service.ts";
import type { StorageSpec } from "./define-storage.ts";
import { knownNames, type Found, type Mistake } from "./mistakes.ts";

/** Members of a definition and of an attribute. The files of a site are not compiled, so a wrong name would have no effect. */
const OF_TYPE = {
  name: true,
  gpk: true,
  label: true,
  plural: true,
  description: true,
  attributes: true,
  key: true,
  ranking: true,
  title: true,
  languageAttributes: true,
  translates: true,
  composite: true,
  relations: true,
  hierarchy: true,
  unique: true,
  functions: true,
  filters: true,
  own: true,
  read: true,
  metaRows: true,
  write: true,
  vanishesWith: true,
  vanishesWhile: true,
  needs: true,
  isUnlogged: true,
  madeWith: true,
  givesRights: true,
  source: true,
  storage: true,
  feed: true,
  service: true,
  sweep: true,
  isOfInstance: true,
  accounts: true,
  describes: true,
  rows: true,
} as const satisfies Readonly<Record<keyof ObjectTypeSpec, true>>;

const OF_ATTRIBUTE = {
  type: true,
  label: true,
  help: true,
  nullable: true,
  values: true,
  hasOtherValues: true,
  min: true,
  max: true,
  textLength: true,
  pattern: true,
  default: true,
  createOnly: true,
  secret: true,
  formBy: true,
  isOrder: true,
  isOffered: true,
  isDesignation: true,
  isOneLine: true,
  addressBy: true,
  computed: true,
  lookup: true,
  counted: true,
  shown: true,
  serverWritten: true,
  ref: true,
  set: true,
  upToRows: true,
  partOf: true,
  perReader: true,
} as const satisfies Readonly<Record<keyof AttributeSpec, true>>;

const OF_PARAMETER = {
  type: true,
  label: true,
  help: true,
  nullable: true,
  required: true,
  default: true,
  ref: true,
  names: true,
  makesSecret: true,
  values: true,
  hasOtherValues: true,
  min: true,
  max: true,
  textLength: true,
  pattern: true,
} as const satisfies Readonly<Record<keyof ParameterSpec, true>>;

const OF_FUNCTIONS = {
  create: true,
  update: true,
  delete: true,
  metadata: true,
  execute: true,
  progress: true,
  more: true,
} as const satisfies Readonly<Record<keyof FunctionsSpec, true>>;

const OF_SERVICE = {
  copied: true,
  reader: true,
  views: true,
  unserved: true,
  answers: true,
} as const satisfies Readonly<Record<keyof ServiceSpec, true>>;

const OF_STORAGE = {
  columns: true,
  indexes: true,
  constraints: true,
  statements: true,
} as const satisfies Readonly<Record<keyof StorageSpec, true>>;

/** Members of earlier releases, and what is written instead. */
const EARLIER: Readonly<Record<string, string>> = {
  bounds: "Write its numbers as min and max of the attribute.",
};

const NEEDED = ["name", "gpk", "label", "description", "attributes", "key", "read"] as const;

/** Members that every definition has; all other checks rely on them. */
export function missingMembers(definition: object): readonly string[] {
  return NEEDED.filter((name) => !(name in definition));
}

/** Members of which nothing is known. */
export function unknownMembers(definition: Definition): readonly Mistake[] {
  const { name: type, attributes, functions = {}, service = {}, storage = {} } = definition;
  const { create = {}, update = {}, more = {} } = functions;
  const within = (at: string, found: readonly Found[]): readonly Found[] =>
    found.map((one) => ({ ...one, at: `${at}.${one.at ?? ""}` }));
  return [
    ...unknownIn(definition, OF_TYPE, "definition"),
    ...Object.entries(attributes).flatMap(([at, attribute]) =>
      unknownIn(attribute, OF_ATTRIBUTE, "attribute").map((one) => ({ ...one, at })),
    ),
    ...parametersIn({ functions, filters: {} }).flatMap(([at, parameter]) =>
      unknownIn(parameter, OF_PARAMETER, "parameter").map((one) => ({ ...one, at })),
    ),
    ...Object.entries(definition.filters ?? {}).flatMap(([at, filter]) =>
      unknownIn(filter, { ...OF_PARAMETER, sql: true }, "filter").map((one) => ({ ...one, at })),
    ),
    ...within("functions", [
      ...unknownIn(functions, OF_FUNCTIONS, "list of functions"),
      ...unknownIn(create, { extra: true, makesSecret: true }, "create"),
      ...unknownIn(update, { extra: true }, "update"),
      ...Object.values(more).flatMap((one) =>
        unknownIn(one, { label: true, row: true, new: true }, "function"),
      ),
    ]),
    ...within("service", unknownIn(service, OF_SERVICE, "service")),
    ...within("storage", unknownIn(storage, OF_STORAGE, "storage")),
  ].map((one) => ({ type, ...one }));
}

function unknownIn(given: object, known: object, what: string): readonly Found[] {
  return Object.keys(given)
    .filter((name) => !(name in known))
    .map((name) => ({
      at: name,
      text: `no ${what} has a member ${name}. ${EARLIER[name] ?? knownNames(name, Object.keys(known))}`,
    }));
}
