import { clausesOf } from "./clauses.ts";
import { sqlTextsOf, type SourceText } from "./source.ts";
import { HOLE, hasHole, tokensOf, type Token } from "./tokens.ts";
import { itemWord, lastOf, treeOf, type Item } from "./tree.ts";

/** Items that stand beside each other: all between two parentheses, or one clause of them. */
interface Row {
  readonly items: readonly Item[];
  /** The first word of the clause; empty for all. */
  readonly clause: string;
}

interface Rule {
  readonly says: string;
  readonly isBroken: (row: Row) => boolean;
}

/** Each rule, and the sentence for whoever breaks it. */
const RULES: readonly Rule[] = [
  {
    says: "name the columns instead of `select *` from a table or view",
    isBroken: has(
      (items, at) =>
        is(items, at, "select", "*", "from") && is(items, at + 4, ".") && items[at + 6]?.kind !== "nested",
    ),
  },
  {
    says: "`= null` is never true: write `is null`",
    isBroken: ({ items, clause }) =>
      clause !== "set" &&
      !items.some((item) => itemWord(item) === "set") &&
      has(comparesNull)({ items, clause }),
  },
  {
    says: "write `join … on` instead of a comma between tables",
    isBroken: ({ items, clause }) => clause === "from" && has(isComma)({ items, clause }),
  },
  {
    says: "write `as` before the name of a column",
    isBroken: ({ items, clause }) =>
      /^(?:select|returning)$/.test(clause) && partsOf(items).some(isNamedBare),
  },
  {
    says: "order by the value instead of its position",
    isBroken: ({ items, clause }) => clause === "order" && partsOf(items).some(isPosition),
  },
  {
    says: "`timestamp` has no time zone: write `timestamptz`",
    isBroken: has((items, at) => is(items, at, "timestamp") && !is(items, at + 1, "with")),
  },
  {
    says: "write `now()`",
    isBroken: has((items, at) => /^(?:current_timestamp|localtimestamp)$/.test(itemWord(items[at]))),
  },
  { says: "write `<>` instead of `!=`", isBroken: has((items, at) => is(items, at, "!=")) },
  {
    says: "write `::` instead of `cast`",
    isBroken: has((items, at) => is(items, at, "cast") && items[at + 1]?.kind === "nested"),
  },
];

/** What is wrong with the SQL texts of a TypeScript file, a line for each: `file:line: sentence`. */
export function sqlFaultsOf(file: string, content: string): readonly string[] {
  return sqlTextsOf(file, content).flatMap((text) =>
    textFaultsOf(text).map((says) => `${file}:${String(text.line)}: ${says}`),
  );
}

function textFaultsOf({ text, inserted }: SourceText): readonly string[] {
  const tokens = tokensOf(text);
  if (tokens === null) return ["the text is no SQL that can be read"];
  const rows = rowsOf(tokens);
  const broken = RULES.filter(({ isBroken }) => rows.some(isBroken)).map(({ says }) => says);
  return [...broken, ...valuesIn(tokens, inserted)];
}

function rowsOf(tokens: readonly Token[]): readonly Row[] {
  const inside = (items: readonly Item[]): readonly Row[] => [
    { items, clause: "" },
    ...clausesOf(items).map((clause) => ({ items: clause, clause: itemWord(clause[0]) })),
    ...items.flatMap((item) => (item.kind === "nested" ? inside(item.items) : [])),
    ...items.flatMap((item) => (item.kind === "body" ? rowsOf(tokensOf(insideOf(item)) ?? []) : [])),
  ];
  return inside(treeOf(tokens));
}

function insideOf({ text }: Token): string {
  return text.replaceAll(/^\$[a-z_]*\$|\$[a-z_]*\$$/gi, "");
}

/** Constants, numbers and names of definitions. They stand in the source and have no quotes, so they may be inserted into a text in quotes. */
const OF_DEFINITIONS =
  /^(?:[A-Z][A-Z0-9_]*(?:\.\w+)*|String\(.+\)|(?:type|attribute|delivered|service|spec)(?:\.spec)?\.(?:name|kind|gpk)|sequenceOf\(type\)|kind|of|by|gpk)$/;

/** Inserted values in quotes: a quote in one of them would end the text. */
function valuesIn(tokens: readonly Token[], inserted: readonly string[]): readonly string[] {
  const holes = new RegExp(HOLE.join(String.raw`(\d+)`), "g");
  return tokens
    .filter((token) => token.kind === "text" && hasHole(token))
    .flatMap(({ text }) => [...text.matchAll(holes)].map(([, at]) => inserted[Number(at)] ?? ""))
    .filter((expression) => !OF_DEFINITIONS.test(expression))
    .map(
      (expression) => `\`'\${${expression}}'\` inserts a value into quotes: use a parameter or \`textSql\``,
    );
}

function has(found: (items: readonly Item[], at: number) => boolean): Rule["isBroken"] {
  return ({ items }) => items.some((_, at) => found(items, at));
}

/** Whether these words or signs follow each other from this place. */
function is(items: readonly Item[], at: number, ...expected: readonly string[]): boolean {
  return expected.every((one, n) => {
    const item = items[at + n];
    return (
      item !== undefined &&
      item.kind !== "nested" &&
      (item.kind === "sign" ? item.text : itemWord(item)) === one
    );
  });
}

function comparesNull(items: readonly Item[], at: number): boolean {
  return is(items, at, "=", "null") || is(items, at, "<>", "null");
}

function isComma(items: readonly Item[], at: number): boolean {
  return is(items, at, ",");
}

function partsOf(items: readonly Item[]): readonly (readonly Item[])[] {
  const parts: Item[][] = [[]];
  items.forEach((item, at) => {
    if (isComma(items, at)) parts.push([]);
    else parts.at(-1)?.push(item);
  });
  return parts;
}

const BARE = /^[a-z_]\w*$/;
const NO_NAME = /^(?:end|null|true|false|distinct|unknown|all|select|if|loop)$/;

/** Whether a part of a select list ends with a name that `as` does not introduce. */
function isNamedBare(part: readonly Item[]): boolean {
  const [before, last] = part.slice(-2);
  if (
    before === undefined ||
    last === undefined ||
    !BARE.test(itemWord(last)) ||
    NO_NAME.test(itemWord(last))
  )
    return false;
  const { kind, text } = lastOf(before);
  const isValue =
    kind === "text" || text === ")" || text === "]" || (kind === "word" && itemWord(before) !== "");
  return (
    isValue &&
    !/^(?:as|select|distinct|not|is|and|or|from|collate|in|like|into|returning|all)$/.test(itemWord(before))
  );
}

function isPosition(part: readonly Item[]): boolean {
  const at = itemWord(part[0]) === "order" ? 2 : 0;
  return /^\d+$/.test(itemWord(part[at]));
}
