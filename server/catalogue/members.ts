import { OF_PAGE, OF_TAB, tabsIn } from "./check-page.ts";
import { parametersIn } from "./check-parameters.ts";
import { OF_REVERSE } from "./check-reverse.ts";
import { OF_SEARCH } from "./check-search.ts";
import { OF_SYSTEM, systemsIn } from "./check-system.ts";
import type { AttributeSpec, Definition, FunctionsSpec, ObjectTypeSpec, ParameterSpec } from "./define.ts";
import type { Delivery } from "./define-delivery.ts";
import type { NarrowSpec } from "./define-narrow.ts";
import {
  ANY,
  either,
  having,
  LIST,
  listOf,
  LISTS_OF_NAMES,
  members,
  MARK,
  named,
  NAMES,
  NUMBER,
  oneOf,
  TEXT,
  WORDS,
  type Form,
} from "./member-forms.ts";
import { misformedIn, unknownIn, type Part } from "./member-part.ts";
import { OF_DELIVERY, OF_SERVICE, OF_STORAGE } from "./members-delivered.ts";
import type { Found, Mistake } from "./mistakes.ts";

/** Members of a definition and of its parts, and their forms. The files of a site are not compiled, so a misspelt member would have no effect. */
const OF_TYPE = {
  name: TEXT,
  gpk: ANY,
  label: ANY,
  plural: WORDS,
  system: members('{ label: { de: "…", en: "…" } }'),
  description: ANY,
  attributes: members("{ device: { … } }"),
  key: ANY,
  ranking: having({ attribute: TEXT, values: NAMES }, '{ attribute: "…", values: ["…"] }'),
  title: ANY,
  languageAttributes: NAMES,
  translates: TEXT,
  composite: listOf(
    having(
      { name: TEXT, column: TEXT, attributes: NAMES, to: TEXT },
      '{ name: "…", column: "…", attributes: ["…"], to: "system.object" }',
    ),
  ),
  relations: listOf(
    having(
      { name: TEXT, to: TEXT, sql: either(TEXT, members("")) },
      '{ name: "api_func_…", to: "system.object", sql: "…" }',
    ),
  ),
  hierarchy: having({ parent: TEXT }, '{ parent: "…" }'),
  unique: LISTS_OF_NAMES,
  functions: members("{ create: {}, update: {}, delete: {} }"),
  filters: members('{ least: { …, sql: "…" } }'),
  own: either(oneOf(null), members('{ column: "…", in: "accounts" }')),
  read: either({ ...TEXT, wanted: '"all"' }, members("{ ownOr: { … } }")),
  metaRows: TEXT,
  write: either(oneOf("nobody"), members("{ create: { … } }")),
  vanishesWith: either(TEXT, NAMES),
  vanishesWhile: TEXT,
  needs: listOf(
    having({ to: TEXT, attributes: LIST, id: TEXT }, '{ to: "system.object", attributes: ["…"], id: "…" }'),
  ),
  isUnlogged: MARK,
  madeWith: TEXT,
  givesRights: oneOf("objects", "permissions"),
  takesAccess: members('{ update: ["…"] }'),
  source: either({ ...TEXT, wanted: '"table"' }, having({ sql: TEXT }, '{ sql: "…" }')),
  storage: members("{ columns: { … } }"),
  feed: having(
    {
      name: TEXT,
      list: TEXT,
      permission: TEXT,
      label: WORDS,
      attributes: NAMES,
      past: LIST,
      key: TEXT,
      merge: TEXT,
    },
    "all members of FeedSpec in server/catalogue/define-feed.ts",
  ),
  search: members('{ by: ["…"] }'),
  page: members('{ head: ["…"] }'),
  reverse: members('{ oneOf: ["…"] }'),
  service: members('{ copied: ["…"] }'),
  sweep: TEXT,
  isOfInstance: MARK,
  accounts: members("{ … }"),
  describes: oneOf("permissions", "translated attributes"),
  rows: listOf(members('{ id: "…" }')),
  broughtRows: TEXT,
} as const satisfies Readonly<Record<keyof ObjectTypeSpec, Form>>;

const OF_NARROWED = {
  values: members('{ word: { de: "…", en: "…" } }'),
  hasOtherValues: MARK,
  min: NUMBER,
  max: NUMBER,
  textLength: ANY,
  pattern: ANY,
} as const satisfies Readonly<Record<keyof NarrowSpec, Form>>;

const OF_ATTRIBUTE = {
  type: TEXT,
  label: ANY,
  help: ANY,
  nullable: MARK,
  ...OF_NARROWED,
  default: ANY,
  createOnly: MARK,
  secret: MARK,
  formBy: TEXT,
  isOrder: MARK,
  isOffered: MARK,
  isDesignation: MARK,
  isOneLine: MARK,
  madeOf: LIST,
  isGiven: TEXT,
  unit: TEXT,
  asks: members('{ object_fq_name: "system.object", reference: "…", attribute: "…", … }'),
  addressBy: having(
    { attribute: TEXT, families: named(oneOf(4, 6), "") },
    '{ attribute: "…", families: { word: 4 } }',
  ),
  computed: TEXT,
  lookup: having(
    { column: TEXT, to: TEXT, attribute: TEXT },
    '{ column: "…", to: "system.object", attribute: "…" }',
  ),
  counted: having({ of: TEXT, by: TEXT }, '{ of: "system.object", by: "…" }'),
  shown: TEXT,
  serverWritten: MARK,
  ref: ANY,
  set: MARK,
  upToRows: NUMBER,
  partOf: TEXT,
  perReader: MARK,
} as const satisfies Readonly<Record<keyof AttributeSpec, Form>>;

const OF_PARAMETER = {
  type: TEXT,
  label: WORDS,
  help: WORDS,
  nullable: MARK,
  required: MARK,
  default: ANY,
  ref: having({ to: TEXT }, '{ to: "system.object" }'),
  names: TEXT,
  makesSecret: MARK,
  makes: having({ reference: TEXT, attribute: TEXT }, '{ reference: "…", attribute: "…" }'),
  ...OF_NARROWED,
} as const satisfies Readonly<Record<keyof ParameterSpec, Form>>;

const OF_FUNCTIONS = {
  create: members("{}"),
  update: members("{}"),
  delete: members("{}"),
  metadata: members("{}"),
  execute: members("{}"),
  progress: members("{}"),
  more: members('{ prolong: { label: { de: "…", en: "…" } } }'),
} as const satisfies Readonly<Record<keyof FunctionsSpec, Form>>;

const NEEDED = ["name", "gpk", "label", "description", "attributes", "key", "read"] as const;

/** Members that every definition has; all other checks rely on them. */
export function missingMembers(definition: object): readonly string[] {
  return NEEDED.filter((name) => !(name in definition));
}

/** Members with an unknown name. */
export function unknownMembers(definition: Definition): readonly Mistake[] {
  return levelsOf(definition)
    .flatMap((level) => level())
    .flatMap((part) => [...unknownIn(part)].map((one) => ({ type: definition.name, ...one })));
}

/** Members with a wrong form. The members inside a member are checked only if the member itself has the right form. */
export function misformedMembers(definition: Definition): readonly Found[] {
  for (const level of levelsOf(definition)) {
    const found = level().flatMap((part) => [...misformedIn(part)]);
    if (found.length > 0) return found;
  }
  return [];
}

/** Members of a delivery with a wrong form or an unknown name. */
export function misformedDelivery(delivery: Delivery): readonly Found[] {
  const whole = { what: "delivery", given: delivery, forms: OF_DELIVERY, needed: ["of"] };
  const found = mistakesOfPart({ ...whole, placeOf: itself });
  return found.length > 0 ? found : mistakesOfPart(serviceOf(delivery.service ?? {}));
}

function mistakesOfPart(part: Part): readonly Found[] {
  return [...misformedIn(part), ...unknownIn(part)];
}

function serviceOf(given: unknown): Part {
  return { what: "service", given, forms: OF_SERVICE, placeOf: (at) => `service.${at}` };
}

const itself = (member: string): string => member;

/** Each level lies within the members of the one before it. */
function levelsOf(definition: Definition): readonly (() => readonly Part[])[] {
  const { attributes, functions = {}, search = {}, page = {}, reverse = {} } = definition;
  const { service = {}, storage = {}, filters = {} } = definition;
  return [
    () => [{ what: "definition", given: definition, forms: OF_TYPE, placeOf: itself }],
    () => [
      ...Object.entries(attributes).map(([at, given]) => ({
        what: "attribute",
        given,
        forms: OF_ATTRIBUTE,
        placeOf: () => at,
      })),
      {
        what: "list of functions",
        given: functions,
        forms: OF_FUNCTIONS,
        placeOf: (at) => `functions.${at}`,
      },
      ...systemsIn(definition).map((given) => ({
        what: "system",
        given,
        forms: OF_SYSTEM,
        needed: ["label"],
        placeOf: (at: string) => `system.${at}`,
      })),
      { what: "search", given: search, forms: OF_SEARCH, placeOf: (at) => `search.${at}` },
      { what: "page", given: page, forms: OF_PAGE, placeOf: (at) => `page.${at}` },
      { what: "reverse", given: reverse, forms: OF_REVERSE, placeOf: (at) => `reverse.${at}` },
      serviceOf(service),
      { what: "storage", given: storage, forms: OF_STORAGE, placeOf: (at) => `storage.${at}` },
    ],
    () => [
      ...functionsIn(functions),
      ...tabsIn(page).map((given) => ({
        what: "tab",
        given,
        forms: OF_TAB,
        needed: ["of"],
        placeOf: () => "page.tabs",
      })),
    ],
    () => [
      ...parametersIn({ functions, filters: {} }).map(([at, given]) => parameter("parameter", at, given, {})),
      ...Object.entries(filters).map(([at, given]) => parameter("filter", at, given, { sql: TEXT })),
    ],
  ];
}

function functionsIn({ create = {}, update = {}, more = {} }: FunctionsSpec): readonly Part[] {
  const placeOf = (member: string): string => `functions.${member}`;
  const extra = members('{ copies: { type: "integer", label: { de: "…", en: "…" } } }');
  return [
    { what: "create", given: create, forms: { extra, makesSecret: MARK }, placeOf },
    { what: "update", given: update, forms: { extra }, placeOf },
    ...Object.entries(more).map(([name, given]) => ({
      what: "function",
      given,
      forms: { label: WORDS, row: MARK, new: extra },
      needed: ["label"],
      placeOf: (member: string) => (member === "label" ? `more.${name}` : placeOf(member)),
    })),
  ];
}

function parameter(what: string, at: string, given: unknown, more: Readonly<Record<string, Form>>): Part {
  const needed = ["type", "label", ...Object.keys(more)];
  return { what, given, forms: { ...OF_PARAMETER, ...more }, needed, placeOf: () => at };
}
