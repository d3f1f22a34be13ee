import { FILTER_ENDINGS } from "#core/catalogue/filter-name";
import type { Json, Params } from "#contract/wire/json";
import type { AttributeMeta, Catalogue, DataTypeMeta } from "#core/catalogue/catalogue";
import { drawnType } from "#core/form/data-type";
import { escapeRegExp } from "#core/form/reference";

/** How a filter compares, in the order of the choice. Four of them are parameters of the list, the others conditions of `filter_params_dict` (wire contract 2.5, 2.7). */
export const WORDS = [
  "is",
  "isNot",
  "isAny",
  "has",
  "begins",
  "least",
  "most",
  "holds",
  "within",
  "shares",
  "isEmpty",
  "isFilled",
  "matches",
  "matchesCase",
] as const;

export type FilterWord = (typeof WORDS)[number];

/** For each word that a list parameter expresses, the ending of the parameter's name. */
export const ENDINGS = {
  is: "",
  isAny: FILTER_ENDINGS.in,
  matches: FILTER_ENDINGS.regexp_ic,
  matchesCase: FILTER_ENDINGS.regexp,
} as const;

/** The longest ending is tried first, because a long ending may contain a shorter one. */
export const PARAMETER_WORDS = [
  ["matches", ENDINGS.matches],
  ["matchesCase", ENDINGS.matchesCase],
  ["isAny", ENDINGS.isAny],
] as const satisfies readonly (readonly [FilterWord, string])[];

/** For each word that a condition expresses, the code that follows the name of the attribute in an address. */
export const CODES = {
  isNot: "ne",
  has: "has",
  begins: "begins",
  least: "ge",
  most: "le",
  within: "within",
  holds: "contains",
  shares: "overlaps",
  isEmpty: "empty",
  isFilled: "filled",
} as const satisfies Readonly<Partial<Record<FilterWord, string>>>;

type ConditionWord = keyof typeof CODES;

/** Operators of the server with their values. */
const CONDITIONS: Readonly<Record<ConditionWord, (value: Json) => Params>> = {
  isNot: (value) => ({ ne: value }),
  has: (value) => ({ regexp_ic: escapeRegExp(textIn(value)) }),
  begins: (value) => ({ regexp_ic: `^${escapeRegExp(textIn(value))}` }),
  least: (value) => ({ ge: value }),
  most: (value) => ({ le: value }),
  within: (value) => ({ is_contained_by: value }),
  holds: (value) => ({ contains: value }),
  shares: (value) => ({ overlaps: value }),
  isEmpty: () => ({ is_null: true }),
  isFilled: () => ({ is_null: false }),
};

function textIn(value: Json): string {
  return typeof value === "string" ? value : "";
}

export function isCondition(word: FilterWord): word is ConditionWord {
  return Object.hasOwn(CODES, word);
}

/** True for a word that needs no value. */
export function isWhole(word: FilterWord): boolean {
  return word === "isEmpty" || word === "isFilled";
}

/** True for a word whose value is a part of a text. */
export function isPart(word: FilterWord): boolean {
  return word === "has" || word === "begins";
}

/** The condition of a word and its value. */
export function conditionOf(word: ConditionWord, value: Json): Params {
  return CONDITIONS[word](value);
}

/** A condition that an attribute may have, and the data type of its value. */
export interface OfferedWord {
  readonly word: ConditionWord;
  readonly dataType: DataTypeMeta;
}

/** Facts of an attribute that decide which words it has. */
interface Kind {
  readonly attribute: AttributeMeta;
  readonly widget: string | undefined;
  /** The attribute can be searched by expressions. */
  readonly isText: boolean;
}

interface WordRule {
  readonly words: readonly ConditionWord[];
  readonly applies: (kind: Kind) => boolean;
  /** Data type of the value, if it is not that of the attribute. */
  readonly of?: string;
}

/** The conditions of the server for single values of a data type (wire contract 2.7), without those that mean nothing to people. */
const RULES: readonly WordRule[] = [
  { words: ["isNot"], applies: ({ attribute }) => attribute.dataType.json_name !== "boolean" },
  { words: ["has", "begins"], applies: (kind) => kind.isText && !isNetwork(kind), of: "text_line" },
  {
    words: ["least", "most"],
    applies: ({ attribute, widget }) =>
      attribute.dataType.json_name === "number" || widget === "date" || widget === "dateTime",
  },
  // An address may lie in a network. A network may also contain an address or share addresses with another one.
  { words: ["holds"], applies: ({ widget }) => widget === "ipNetwork", of: "inet" },
  { words: ["within"], applies: isNetwork, of: "cidr" },
  { words: ["shares"], applies: ({ widget }) => widget === "ipNetwork", of: "cidr" },
  { words: ["isEmpty", "isFilled"], applies: ({ attribute }) => attribute.is_nullable },
];

function isNetwork({ widget }: Kind): boolean {
  return widget === "ipAddress" || widget === "ipNetwork";
}

/** The conditions for an attribute. `isText`: it can be searched by expressions. */
export function wordsFor(
  catalogue: Catalogue,
  attribute: AttributeMeta,
  isText: boolean,
): readonly OfferedWord[] {
  const { dataType, is_unfiltered: isUnfiltered = false, is_secret: isSecret } = attribute;
  if (isUnfiltered || isSecret) return [];
  const { element, json_name: kind } = dataType;
  if (element !== undefined) return [{ word: "holds", dataType: element }];
  if (kind === "json" || kind === "object" || kind === "array") return [];
  const of = { attribute, widget: drawnType(dataType.name).widget, isText };
  return RULES.filter(({ applies }) => applies(of)).flatMap(({ words, of: name }) =>
    words.map((word) => ({ word, dataType: name === undefined ? dataType : catalogue.dataType(name) })),
  );
}
