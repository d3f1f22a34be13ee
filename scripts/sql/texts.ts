import { HOLE } from "./tokens.ts";

const STATEMENT = [
  String.raw`select\b`,
  String.raw`(?:union|except|intersect)\b`,
  String.raw`with (?:recursive )?\S+(?: ?\([^()]*\))? as\b`,
  String.raw`with (?:recursive )?x\b.*\b(?:select|insert|update|delete)\b`,
  String.raw`insert into\b`,
  String.raw`update \S+ (?:as )?(?:\w+ )?set\b`,
  String.raw`delete from\b`,
  String.raw`(?:create|drop|alter) (?:or replace |temporary |unique |unlogged |materialized )*(?:constraint|extension|function|index|role|schema|sequence|table|trigger|type|user|view)\b`,
  String.raw`(?:grant|revoke) (?:all|execute|insert|select|update|usage)\b`,
  String.raw`(?:left |cross |inner )?join (?:lateral|\S+ \S+ on)\b`,
  String.raw`(?:from|order by|group by) \S`,
  String.raw`(?:where|and|or) (?:x$|false$|.*(?:[=<>(]|\bis\b|\bin\b))`,
  String.raw`(?:truncate|lock table|set local|do \$|not exists|exists|case when) ?\S`,
].join("|");
const BEGINS = new RegExp(String.raw`^\s*\(*(?:${STATEMENT})`, "i");

/** Signs of SQL inside a text. */
const SIGNS = new RegExp(
  [
    String.raw`\(\s*select\b`,
    String.raw`\b(?:from|join) \S+ \S+ (?:where|on)\b`,
    String.raw`[\w)'\]]::[a-z]`,
    String.raw`\bis (?:not )?(?:null\b|distinct from)`,
    String.raw`\bcase when\b`,
    String.raw`->>? ?'`,
    String.raw`\bas materialized\b`,
    String.raw`= any ?\(`,
    String.raw`\b(?:coalesce|array|exists|row_number|count|extract)\(`,
    String.raw`\b\w+\.\w+ (?:=|<>|>=?|<=?|in|like) `,
  ].join("|"),
  "i",
);

/** What sentences have and SQL has not: a capital at the beginning, a point or colon at the end of a word, letters with marks. */
const SENTENCE = /^\s*[A-ZÄÖÜ][a-zäöü]|[a-z)]\. [A-Z]|[a-z]: |[a-z][.:]$|[äöüßÄÖÜ„“…]|\bhttps?:/;

/** Whether a text of the source is SQL, a statement or a part of one; each `${…}` in it is a hole. */
export function isSql(text: string): boolean {
  const bare = text.replace(/'(?:[^']|'')*'/g, "''");
  const words = bare.replaceAll(new RegExp(HOLE.join(String.raw`\d+`), "g"), "x").replaceAll(/\s+/g, " ");
  return words.trim().includes(" ") && !SENTENCE.test(words) && (BEGINS.test(words) || SIGNS.test(words));
}
