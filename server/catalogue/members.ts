import type { AttributeSpec, Definition, ObjectTypeSpec } from "./define.ts";
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
  bounds: true,
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

const NEEDED = ["name", "gpk", "label", "description", "attributes", "key", "read"] as const;

/** Members that every definition has; all other checks rely on them. */
export function missingMembers(definition: object): readonly string[] {
  return NEEDED.filter((name) => !(name in definition));
}

/** Members that no definition and no attribute has. */
export function unknownMembers(definition: Definition): readonly Mistake[] {
  const { name: type, attributes } = definition;
  return [
    ...unknownIn(definition, OF_TYPE, "definition").map((one) => ({ type, ...one })),
    ...Object.entries(attributes).flatMap(([at, attribute]) =>
      unknownIn(attribute, OF_ATTRIBUTE, "attribute").map((one) => ({ type, ...one, at })),
    ),
  ];
}

function unknownIn(given: object, known: object, what: string): readonly Found[] {
  return Object.keys(given)
    .filter((name) => !(name in known))
    .map((name) => ({
      at: name,
      text: `no ${what} has a member ${name}. ${knownNames(name, Object.keys(known))}`,
    }));
}
