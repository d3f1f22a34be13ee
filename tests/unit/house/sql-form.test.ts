import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { describe, expect, it } from "vitest";
import { sqlFaultsOf } from "../../../scripts/sql/lint.ts";
import { sqlTextsOf, type SourceText } from "../../../scripts/sql/source.ts";
import { HOLE, tokensOf } from "../../../scripts/sql/tokens.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const files = globSync("server/**/*.ts", { cwd: ROOT }).toSorted();
/** In ms, for the whole tree on a busy machine. */
const PATIENCE = 240_000;

function contentOf(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

const options = await resolveConfig(join(ROOT, "server/planted.ts"));

async function formatted(content: string, file = "server/planted.ts"): Promise<string> {
  return format(content, { ...options, filepath: join(ROOT, file) });
}

/** The source with other white space in its SQL texts, and keywords in capitals. */
function disturbed(file: string, space: string): string {
  let content = contentOf(file);
  const outer: SourceText[] = [];
  for (const text of sqlTextsOf(file, content)) if (text.from >= (outer.at(-1)?.to ?? 0)) outer.push(text);
  for (const text of outer.toReversed())
    content = content.slice(0, text.from) + literalOf(text, content, space) + content.slice(text.to);
  return content;
}

function literalOf({ text, inserted, from }: SourceText, content: string, space: string): string {
  const quote = content[from] ?? "";
  const end = /\s$/.test(text) ? " " : "";
  const spaced = `${respaced(text, quote === "`" ? space : "  ")}${end}`;
  const filled = spaced.replaceAll(
    new RegExp(HOLE.join(String.raw`(\d+)`), "g"),
    (_, at: string) => `\${${inserted[Number(at)] ?? ""}}`,
  );
  return quote + filled + quote;
}

function respaced(text: string, space: string): string {
  return (tokensOf(text) ?? [])
    .map((token, at, all) => {
      const isAfterComment = all[at - 1]?.text.startsWith("--") === true;
      const before = isAfterComment ? "\n" : token.isSpaced ? space : "";
      if (token.kind !== "body")
        return before + (SHOUTED.has(token.text) ? token.text.toUpperCase() : token.text);
      const [mark = ""] = /^\$\w*\$/.exec(token.text) ?? [];
      return (
        before + mark + space + respaced(token.text.slice(mark.length, -mark.length), space) + space + mark
      );
    })
    .join("");
}

/** Keywords that are written in capitals, to see that they come back. */
const SHOUTED: ReadonlySet<string> = new Set(["select", "from", "where", "and", "begin"]);

describe("SQL texts", () => {
  it(
    "of the whole tree come back to their one form from any other white space",
    async () => {
      for (const [at, file] of files.entries()) {
        const text = contentOf(file);
        const other = disturbed(file, at % 2 === 0 ? " " : "\n   ");
        if (other !== text) expect({ file, text: await formatted(other, file) }).toEqual({ file, text });
      }
    },
    PATIENCE,
  );

  it("a text that fits stays on one line; a longer one has a line for each clause, and deeper ones in parentheses", async () => {
    const long = "abcdefghij".repeat(5);
    const source = `export const A = \`SELECT a,b FROM t WHERE a=1\`;
export const B = \`select a.id,'keep   THIS' from ${long} a where a.id in (select b.id from b where b.${long} = $1 and b.is_new) or a.x is null\`;
`;
    expect(await formatted(source)).toMatchInlineSnapshot(`
      "export const A = \`select a, b from t where a = 1\`;
      export const B = \`select a.id, 'keep   THIS'
        from abcdefghijabcdefghijabcdefghijabcdefghijabcdefghij a
        where a.id in (
          select b.id
          from b
          where b.abcdefghijabcdefghijabcdefghijabcdefghijabcdefghij = $1 and b.is_new)
          or a.x is null\`;
      "
    `);
  });

  it("what is inserted, quoted or commented stays as it is", async () => {
    const source = [
      "export const A = (x: string) => `select   ${x}.id, 'A  AND b', \"Odd  Name\"",
      "  -- A  comment stays",
      "  from t${x}`;",
      "",
    ].join("\n");
    expect(await formatted(source)).toMatchInlineSnapshot(`
      "export const A = (x: string) =>
        \`select \${x}.id, 'A  AND b', "Odd  Name"
          -- A  comment stays
          from t\${x}\`;
      "
    `);
  });

  it("sentences are left alone", async () => {
    const source = 'export const A = "Select  the rows WHERE something is null.";\n';
    expect(await formatted(source)).toBe(source);
  });
});

describe("the rules of SQL texts", () => {
  it("the tree keeps them", () => {
    expect(files.flatMap((file) => sqlFaultsOf(file, contentOf(file)))).toEqual([]);
  });

  it.each([
    ["select * from dns.record r", "name the columns instead of `select *` from a table or view"],
    ["select id from t where id = null", "`= null` is never true: write `is null`"],
    ["select t.id from t, u where t.id = u.id", "write `join … on` instead of a comma between tables"],
    ["select count(*) n from t", "write `as` before the name of a column"],
    ["select id from t order by 1", "order by the value instead of its position"],
    ["select $1::timestamp as at from t", "`timestamp` has no time zone: write `timestamptz`"],
    ["select current_timestamp as at from t", "write `now()`"],
    ["select id from t where id != 1", "write `<>` instead of `!=`"],
    ["select cast(id as text) as id from t", "write `::` instead of `cast`"],
  ])("a planted `%s` is found", (sql, says) => {
    expect(sqlFaultsOf("planted.ts", `const A = "${sql}";`)).toEqual([`planted.ts:1: ${says}`]);
  });

  it.each([
    "select id from t where id is null and (select count(*) from u) = 0",
    "update t set a = null where id = $1",
    "select * from json_to_recordset($1) x(id int)",
    "select t.id, count(*) as n from t join u on u.id = t.id group by t.id order by t.id, n",
  ])("a planted `%s` is right", (sql) => {
    expect(sqlFaultsOf("planted.ts", `const A = "${sql}";`)).toEqual([]);
  });

  it("a value that is inserted into quotes is found, a constant is not", () => {
    expect(sqlFaultsOf("planted.ts", "const A = `select id from t where a = '${value}'`;")).toEqual([
      "planted.ts:1: `'${value}'` inserts a value into quotes: use a parameter or `textSql`",
    ]);
    expect(sqlFaultsOf("planted.ts", "const A = `select id from t where a = '${MARK}'`;")).toEqual([]);
  });
});
