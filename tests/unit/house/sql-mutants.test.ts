import { describe, expect, it } from "vitest";
import { sqlMutantsOf } from "../../../scripts/mutants.sql-places.ts";
import { testsThatReach, type Reach, type RecordedTest } from "../../../scripts/mutants.sql-reach.ts";

/** The changes of a source as "old → new". */
function changesOf(source: string): readonly string[] {
  return sqlMutantsOf("a.ts", source).map((one) => `${one.old} → ${one.new}`);
}

describe("changes of SQL texts", () => {
  it.each([
    [
      "operands of and and or, between left whole, and holes",
      "`select a from t where t.x between 1 and 2 and not exists (select from u) or ${RULE}`",
      [
        "t.x between 1 and 2 and not exists (select from u) → false",
        "t.x between 1 and 2 → true",
        "and → or",
        "not  → ",
        "not exists (select from u) → true",
        "or → and",
        "${RULE} → false",
      ],
    ],
    [
      "comparisons, null, joins and orders, but no texts and comments",
      "`select case when t.a >= ${x} then '< and' end -- not < 1\n from t left join u on u.id = t.id order by t.a, t.b desc`",
      [">= → >", "left join → join", "a → a desc", "desc → asc"],
    ],
    [
      "no left join whose added rows a later condition leaves out",
      "`select from t join u on u.id = t.id join (select v) v on v.id = u.id join w on true where w.a and (v.b or w.b is null)`",
      [
        "join → left join",
        "w.a → true",
        "and → or",
        "(v.b or w.b is null) → true",
        "v.b → false",
        "or → and",
        "w.b is null → false",
        "is null → is not null",
      ],
    ],
    [
      "a left join whose added rows a later left join keeps",
      "`select from t join u on u.id = t.id left join x on x.id = u.id`",
      ["join → left join", "left join → join"],
    ],
    [
      "the last of several unions that remove equal rows",
      "`select a from t union select b from (select 1 union all select 2) u union select c from v union all select d`",
      ["union all → union", "union → union all", "union all → union"],
    ],
    [
      "a condition alone",
      "`delete from t where t.a is null`",
      ["t.a is null → true", "is null → is not null"],
    ],
    [
      "extremes, sets and numbers",
      "`select min(a), least(1, b) from (select 1 union all select 2) x limit 1 offset 2`",
      ["min → max", "least → greatest", "union all → union", "1 → 2", "2 → 3"],
    ],
    [
      "a span of time",
      "`select from t where x < now() - interval '7 days'`",
      ["x < now() - interval '7 days' → true", "< → <=", "'7 days' → '8 days'"],
    ],
    [
      "functions in PL/pgSQL, but no events of triggers and no `create or replace`",
      "[`create or replace function f() returns trigger language plpgsql as $body$\nbegin\n  if old.a is distinct from new.a and not g() then return null; end if;\nend $body$`,\n" +
        "`create or replace trigger x after insert or update on t for each row execute function f()`]",
      [
        "old.a is distinct from new.a → true",
        "distinct → not distinct",
        "and → or",
        "not  → ",
        "not g() → true",
      ],
    ],
    ["no sentences", '"The row is null and it is not there < 3"', []],
    [
      "no sentences that begin with a value",
      "`${x} is null and wrong. Write into a migration: delete from ${t} where a = ${y};`",
      [],
    ],
    [
      "no indexes and tables, which change nothing that is seen",
      "`create index if not exists a on t (b) where b is not null`",
      [],
    ],
  ])("%s", (_, source, changes) => {
    expect(changesOf(`const A = ${source};`)).toEqual(changes);
  });

  it("name file, line and the text beside them as statements have it", () => {
    const source = "const A = 1;\nconst B = `${A}\n  and t.owner_name = {value} or t.size < 3`;";
    const and = sqlMutantsOf("server/a.ts", source).find(({ old }) => old === "and");
    expect(and).toMatchObject({ file: "server/a.ts", line: 3, new: "or", sign: "and t.owner_name =" });
  });
});

describe("the tests that reach a change", () => {
  const recorded = (more: Partial<RecordedTest>): RecordedTest => ({
    seconds: 1,
    hasPassed: true,
    known: 2,
    signs: [],
    names: [],
    ...more,
  });
  const reach: Reach = {
    signs: ["where t.a = 1", "if new.b < 2"],
    objects: [
      { name: "s.checked", text: "create function s.checked() language plpgsql … if new.b < 2 …" },
      { name: "s.inner", text: "create view s.inner as select where t.a = 1" },
      { name: "s.outer", text: "create view s.outer as select from s.inner" },
      { name: "check_it", text: "create trigger check_it when (old.c) execute function s.checked()" },
    ],
    tests: {
      sends: recorded({ signs: [0] }),
      calls: recorded({ names: ["s.checked"] }),
      reads: recorded({ names: ["s.outer"] }),
      neither: recorded({ names: ["s.other"] }),
    },
  };

  it("send its statement, or read a view that reads what has it", () => {
    expect(testsThatReach(reach, "where t.a = 1")).toEqual(["sends", "reads"]);
  });

  it("call its function, or the function of its trigger", () => {
    expect(testsThatReach(reach, "if new.b < 2")).toEqual(["calls"]);
    expect(testsThatReach(reach, "when (old.c)")).toEqual(["calls"]);
  });
});
