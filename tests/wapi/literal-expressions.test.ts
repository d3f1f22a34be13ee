import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { escapeRegExp } from "#core/form/reference";
import { regexpFault } from "#contract/values/regexp";
import { inBothCases } from "../../server/sql/regexp-case.ts";
import { openPark, visitor, type Park } from "../support/park.ts";
import { random } from "../support/random.ts";

const SIGNS = Array.from("aAbBzZ:%_\\.-$^|(){}[]+*?/ \n\t\"'0äÄöÖßéÉıİſµΣσςKÅ漢😀");
const TEXTS = 600;
const EXPRESSIONS = 250;
const next = random(11);

function text(most: number): string {
  return Array.from({ length: 1 + next(most) }, () => SIGNS[next(SIGNS.length)]).join("");
}

/** A part of a text in another case, so that it is often found. */
function partOf(whole: string): string {
  const signs = Array.from(whole);
  const from = next(signs.length);
  const part = signs.slice(from, from + 1 + next(4)).join("");
  return [part, part, part.toLowerCase(), part.toUpperCase()][next(4)] ?? part;
}

let park: Park;
let texts: readonly string[];
const actor = visitor([], ["park.ro:plant"]);

beforeAll(async () => {
  park = await openPark();
  texts = Array.from({ length: TEXTS }, () => text(7));
  await park.db.query("insert into park.area (name, parent) values ('north', null)");
  await park.db.query(
    "insert into park.plant (area, number, text, is_tree) select 1, o, t, false from unnest($1::text[]) with ordinality u(t, o)",
    [texts],
  );
  await park.db.query("insert into park.plant (area, number, text, is_tree) values (1, 0, null, false)");
}, 120_000);

afterAll(() => park.close());

async function listed(old: object): Promise<readonly unknown[]> {
  const step = { name: "park.plant.list", old: { ...old, sorting_params_list: ["number"] } };
  const { plant_list = [] } = await park.lists([step], actor);
  return plant_list.map(({ number }) => number);
}

/** The rows that PostgreSQL's own operator finds. */
async function matching(sign: "~" | "~*", expression: string): Promise<readonly unknown[]> {
  const rows = await park.db.query<{ number: number }>(
    `select number::int from park.plant where text collate "POSIX" ${sign} $1 order by number`,
    [expression],
  );
  return rows.map(({ number }) => number);
}

describe("a list by an expression that is a plain text", () => {
  it("[API-130] finds exactly the rows that the expression matches, whatever characters both have", async () => {
    let hits = 0;
    for (let n = 0; n < EXPRESSIONS; n++) {
      const part = n % 5 === 0 ? text(3) : partOf(texts[next(TEXTS)] ?? "");
      const [start, end] = [next(3) === 0 ? "^" : "", next(3) === 0 ? "$" : ""];
      const expression = `${start}${escapeRegExp(part)}${end}`;
      const exact = await matching("~", expression);
      const inAnyCase = await matching("~*", inBothCases(expression));
      const searches: readonly [object, readonly unknown[]][] = [
        [{ text_regexp: expression }, exact],
        [{ text_regexp_ic: expression }, inAnyCase],
        [{ text_regexp: `(?i)${expression}` }, inAnyCase],
        [{ filter_params_dict: { text: { regexp: expression } } }, exact],
        [{ filter_params_dict: { _not: { text: { regexp_ic: expression } } } }, othersThan(inAnyCase)],
        [{ text_regexp: expression, fetch_limit: 5 }, exact.slice(0, 5)],
      ];
      for (const [old, wanted] of searches) expect([old, await listed(old)]).toEqual([old, wanted]);
      hits += inAnyCase.length;
    }
    expect(hits).toBeGreaterThan(EXPRESSIONS * 3);
  });
});

/** A part of an expression: a sign that stands for itself, a class, a bracket, with a quantifier or without. */
function atom(): string {
  const sign = SIGNS[next(SIGNS.length)] ?? "";
  const brackets = ["[a-z]", "[A-z]", "[^a]", "[^.:/]", "[.-]", "[_a]", "[\\w.]", "[+-9]"];
  const one =
    [escapeRegExp(sign), escapeRegExp(sign), ".", "\\w", brackets[next(brackets.length)]][next(5)] ?? "";
  return one + (["", "", "", "?", "*", "+", "{2}"][next(7)] ?? "");
}

describe("a list by any expression, in a column with a search index", () => {
  it("[API-134] finds exactly the rows that the expression matches", async () => {
    let hits = 0;
    for (let n = 0; n < EXPRESSIONS; n++) {
      const parts = Array.from({ length: 1 + next(3) }, () => {
        const around = Array.from({ length: next(3) }, atom).join("");
        return around + escapeRegExp(partOf(texts[next(TEXTS)] ?? "")) + (next(2) === 0 ? atom() : "");
      });
      const expression = next(2) === 0 ? parts.join("|") : `^?(${parts.join("|")})$`.slice(next(2) * 2);
      if (regexpFault(expression) !== null) continue;
      const exact = await matching("~", expression);
      const inAnyCase = await matching("~*", inBothCases(expression));
      expect([expression, await listed({ text_regexp: expression })]).toEqual([expression, exact]);
      expect([expression, await listed({ text_regexp_ic: expression })]).toEqual([expression, inAnyCase]);
      hits += inAnyCase.length;
    }
    expect(hits).toBeGreaterThan(EXPRESSIONS);
  });

  it("[API-134] finds a part of three characters by the index, also with points and other signs between them", async () => {
    await park.db.query(
      `insert into park.plant (area, number, text, is_tree)
       select 1, 1000 + n, concat_ws('.', n % 10, to_hex(n / 10 % 16), n / 160 % 7, 'ip6'), false from generate_series(1, 20000) n`,
    );
    await park.db.query(
      `insert into park.plant (area, number, text, is_tree)
       select 1, 30000 + n, '9' || s || to_hex(n::int % 16) || s || n % 100, false
       from unnest(array['-', ':', '/', '_']) with ordinality u(s, o), generate_series(o * 1000, o * 1000 + 999) n`,
    );
    // Also empties the list of rows that the index has not taken in yet.
    await park.db.query("vacuum analyze park.plant");
    for (const expression of ["8\\.b\\.", "(?i)8\\.B\\.6", "^8\\.[a-b]\\.6\\.", "9-b", "b:7", "/c/", "_d_"]) {
      const before = await indexScans();
      const scans = async (): Promise<number> => {
        expect((await listed({ text_regexp: expression, fetch_limit: 50 })).length).toBeGreaterThan(10);
        return indexScans();
      };
      // PostgreSQL reports scans a second later.
      await expect
        .poll(scans, { timeout: 15_000, interval: 200, message: expression })
        .toBeGreaterThan(before);
    }
  });
});

async function indexScans(): Promise<number> {
  const [row] = await park.db.query<{ scans: number }>(
    "select idx_scan::int as scans from pg_stat_user_indexes where indexrelname = 'park_plant_text_trgm'",
  );
  return row?.scans ?? 0;
}

function othersThan(found: readonly unknown[]): readonly unknown[] {
  return Array.from({ length: TEXTS + 1 }, (_, number) => number).filter((one) => !found.includes(one));
}
