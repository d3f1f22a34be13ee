import { itemWord, type Item } from "./tree.ts";

/** Where a part begins at this item. */
export type Begins = (items: readonly Item[], at: number) => boolean;

const JOIN = new Set(["join", "left", "right", "full", "inner", "cross"]);
const beginsJoin: Begins = (items, at) =>
  JOIN.has(itemWord(items[at])) &&
  !JOIN.has(itemWord(items[at - 1])) &&
  itemWord(items[at - 1]) !== "outer" &&
  (itemWord(items[at]) === "join" || items[at + 1]?.kind !== "nested");
/** Parts of what is created, and what an exception tells. */
const beginsHeader: Begins = (items, at) => {
  const [word, first] = [itemWord(items[at]), itemWord(items[0])];
  if (first === "create")
    return /^(?:returns|language|on)$/.test(word) && !/^(?:delete|update)$/.test(itemWord(items[at + 1]));
  return first === "raise" && word === "using";
};
const beginsOrder: Begins = (items, at) =>
  /^(?:order|partition)$/.test(itemWord(items[at])) && itemWord(items[at + 1]) === "by";
const beginsWith =
  (...words: readonly string[]): Begins =>
  (items, at) =>
    words.includes(itemWord(items[at]));
/** Not that of `create or replace` and of the events of a trigger. */
const beginsOr: Begins = (items, at) =>
  itemWord(items[at]) === "or" && !/^(?:create|insert|update|delete)$/.test(itemWord(items[at - 1]));
const beginsAnd: Begins = (items, at) => itemWord(items[at]) === "and" && !isOfBetween(items, at);
const beginsOperator: Begins = (items, at) => {
  const item = items[at];
  return item?.kind === "sign" && /^(?:\|\||\+)$/.test(item.text) && at > 0;
};

/** A comparison with something short, which has no lines of its own. */
const beginsComparison: Begins = (items, at) => {
  const item = items[at];
  if (itemWord(item) === "filter") return true;
  const isSign = item?.kind === "sign" && /^(?:[<>=]+|&&|@>|<@)$/.test(item.text);
  return at > 0 && (isSign || itemWord(item) === "between") && items.slice(at).every((one) => !hasLines(one));
};

/** What divides a text further and further, the weakest first. */
export const LEVELS: readonly (Begins | ",")[] = [
  beginsHeader,
  beginsJoin,
  beginsOrder,
  ",",
  beginsWith("when", "else"),
  (items, at) => itemWord(items[at]) === "then" && at < items.length - 1,
  beginsOr,
  beginsAnd,
  beginsComparison,
  beginsOperator,
];

/** Levels whose parts share a line as long as they fit. */
export const SHARING: readonly unknown[] = [",", beginsOperator];

/** Whether a part is `name as (select …)`, which begins a line. */
export function isCommonTable(part: readonly Item[]): boolean {
  const at = part.findIndex((item) => itemWord(item) === "as");
  return (
    at > 0 && part.slice(at + 1, at + 4).some((item) => item.kind === "nested" && isStatement(item.items))
  );
}

export const afterComma: Begins = (items, at) => {
  const before = items[at - 1];
  return before?.kind === "sign" && before.text === ",";
};

export function split(items: readonly Item[], begins: Begins): readonly (readonly Item[])[] {
  const parts: Item[][] = [];
  items.forEach((item, at) => {
    if (at === 0 || begins(items, at)) parts.push([]);
    parts.at(-1)?.push(item);
  });
  return parts;
}

/** Whether an item may have several lines. */
function hasLines(item: Item): boolean {
  return (
    item.kind === "nested" &&
    (item.open.kind === "word" || isStatement(item.items) || item.items.some(hasLines))
  );
}

/** Whether each part is a name with its type. */
export function isColumns(items: readonly Item[]): boolean {
  const parts = split(items, afterComma);
  return parts.length > 1 && parts.every(([name, type]) => itemWord(name) !== "" && itemWord(type) !== "");
}

const STATEMENT = /^(?:select|with|insert|update|delete|values|table)$/;

export function isStatement(items: readonly Item[]): boolean {
  return STATEMENT.test(itemWord(items[0])) || items.some((item) => itemWord(item) === "union");
}

/** Whether this `and` belongs to a `between`. */
function isOfBetween(items: readonly Item[], at: number): boolean {
  const before = items.slice(0, at).map(itemWord);
  const lastAnd = before.lastIndexOf("and");
  return before.lastIndexOf("between") > lastAnd;
}
