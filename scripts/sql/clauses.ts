import { hasHole } from "./tokens.ts";
import { itemWord, type Item } from "./tree.ts";

/** What stands around a word that may begin a clause. */
interface Place {
  readonly before: string;
  readonly after: string;
  /** The clauses so far are those of a query or a change of rows. */
  readonly isQuery: boolean;
  readonly items: readonly Item[];
  readonly at: number;
}

const anywhere = (): boolean => true;
const inQuery = ({ isQuery }: Place): boolean => isQuery;
const isBy = ({ after, isQuery }: Place): boolean => after === "by" && isQuery;

/** Words that begin a clause, and where they do. */
const BEGINS: Readonly<Record<string, (place: Place) => boolean>> = {
  select: ({ before }) => !/^(?:union|all|except|intersect|grant|revoke)$/.test(before),
  from: ({ before, isQuery }) => isQuery && !/^(?:distinct|delete)$/.test(before),
  where: anywhere,
  having: anywhere,
  returning: anywhere,
  limit: inQuery,
  offset: inQuery,
  union: anywhere,
  except: anywhere,
  intersect: anywhere,
  values: anywhere,
  insert: ({ before }) => !/^(?:before|after|or|grant)$/.test(before),
  update: ({ before, isQuery }) => isQuery && !/^(?:before|after|or|for|do|key|on)$/.test(before),
  delete: ({ before, isQuery }) => isQuery && !/^(?:before|after|or|on)$/.test(before),
  set: ({ before, isQuery }) => isQuery && before !== "update",
  group: isBy,
  order: isBy,
  on: ({ after }) => after === "conflict",
  for: ({ after }) => /^(?:update|share|no|each|key)$/.test(after),
  using: ({ items, at, isQuery }) =>
    isQuery && items[at + 1]?.kind !== "nested" && itemWord(items[0]) === "delete",
  referencing: anywhere,
  execute: ({ before, after }) => after === "function" && !/^(?:row|statement)$/.test(before),
  with: ({ before, after, items }) =>
    before === "as" || (itemWord(items[0]) === "insert" && !/^(?:ordinality|time)$/.test(after)),
};

const QUERY = /^(?:select|insert|update|delete|with|union|from|where)$/;

/** The items of a text, divided where a clause begins. */
export function clausesOf(items: readonly Item[]): readonly (readonly Item[])[] {
  const clauses: Item[][] = [];
  let isQuery = isOpen(items[0]);
  items.forEach((item, at) => {
    const word = itemWord(item);
    const place: Place = {
      before: itemWord(items[at - 1]),
      after: itemWord(items[at + 1]),
      isQuery,
      items,
      at,
    };
    if (at === 0 || BEGINS[word]?.(place) === true) clauses.push([]);
    clauses.at(-1)?.push(item);
    isQuery ||= QUERY.test(word);
  });
  return clauses;
}

/** Where a text begins with a `${…}`, that may be the beginning of a query. */
function isOpen(item: Item | undefined): boolean {
  return item !== undefined && item.kind !== "nested" && hasHole(item);
}
