import { describe, expect, it } from "vitest";
import { changeOf } from "../../../server/sql/ddl-change.ts";
import type { Definition } from "../../../server/sql/ddl.ts";

function definition(check: string, index: string): Definition {
  const table = { columns: {}, constraints: { small: check }, indexes: { found: index } };
  return { tables: { "lab.cabinet": table }, views: {}, statements: [] };
}

describe("from one definition to the next", () => {
  const before = definition("check (a in ('x y') and b > 1)", "create index found on lab.cabinet (a, b)");
  const made = (after: Definition): readonly string[] =>
    changeOf(before, after)
      .statements.map(({ sql }) => sql)
      .filter((sql) => !sql.startsWith("create schema"));

  it("white space alone makes no check and no index anew", () => {
    const spaced = definition(
      "check (\n  a in ('x y')\n  and b > 1)",
      "create index found\n  on lab.cabinet (a,b)",
    );
    expect(made(spaced)).toEqual([]);
  });

  it("white space alone in another constraint needs no migration", () => {
    const unique = definition("unique (a, b)", "");
    expect(changeOf(unique, definition("unique (a,\n  b)", "")).refused).toEqual([]);
    expect(changeOf(unique, definition("unique (a)", "")).refused).toHaveLength(1);
  });

  it("white space in a constant makes the check anew", () => {
    const other = definition("check (a in ('xy') and b > 1)", "create index found on lab.cabinet (a, b)");
    expect(made(other)).toEqual([
      'alter table "lab"."cabinet" drop constraint if exists "small"',
      `alter table "lab"."cabinet" add constraint "small" check (a in ('xy') and b > 1)`,
    ]);
  });
});
