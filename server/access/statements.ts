import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import { quoted } from "../sql/bind.ts";
import { relatedSql } from "../sql/join.ts";
import { attributeSql, fromRow, rowJson, type RowContext } from "../sql/select.ts";
import { grantRuleSql, ownRuleSql, ownSql } from "./rules.ts";
import type { ParameterSpec } from "../catalogue/define.ts";

/** A statement that the machine makes of one SQL text of a definition. Placeholders remain. */
export interface Piece {
  /** The attribute or member that has the text. */
  readonly at: string;
  readonly sql: string;
  /** What the text has to be. */
  readonly wanted: string;
  /** Columns come from a behaviour too, so a missing one is no mistake. */
  readonly isWidened?: boolean;
}

const CONDITION = "Write a condition over the row t.";

/** All SQL texts of a definition as the machine runs them, besides those that make tables. */
export function piecesOf(type: ObjectType, catalogue: Catalogue): readonly Piece[] {
  const { source } = type.spec;
  if (source !== undefined && source !== "table" && typeof source !== "object") return [];
  const context: RowContext = { catalogue, own: ownSql, rowsUpTo: () => "select null::bigint as id" };
  return [
    ...valuePieces(type, context),
    ...rulePieces(type),
    ...filterPieces(type),
    ...relationPieces(type, catalogue),
    ...otherPieces(type),
    ...listPieces(type, context),
  ];
}

function valuePieces(type: ObjectType, context: RowContext): readonly Piece[] {
  return [...type.attributes.values()].flatMap((attribute): Piece[] => {
    const { name, computed, shown, ref, dataType } = attribute;
    const text = computed ?? shown;
    if (text === undefined || name === "gpk" || name === "is_own") return [];
    const isId = ref !== undefined && !dataType.isArray;
    const stored = isId ? { sql: `(${text})`, joins: [] } : attributeSql(type, attribute, context);
    const sqlType = isId ? context.catalogue.type(ref.to).idType : dataType.sqlType;
    const value = `coalesce(${stored.sql}, null::${sqlType})`;
    const what = isId ? `the id of a row of ${ref.to}` : `a value of ${sqlType}`;
    return [
      {
        at: name,
        sql: `select ${value} from ${fromRow(type, stored.joins)}`,
        wanted: `Write SQL over the row t for ${what}.`,
      },
    ];
  });
}

function rulePieces(type: ObjectType): readonly Piece[] {
  const { own, read, metaRows } = type.spec;
  const rules: (readonly [string, string])[] = [];
  if (own !== null) rules.push(["own", ownRuleSql(own)]);
  if (typeof read === "object") rules.push(["read.ownOr", ownRuleSql(read.ownOr)]);
  if (metaRows !== undefined) rules.push(["metaRows", metaRows]);
  return [...rules.map(([at, sql]) => condition(type.table, at, sql)), ...grantPieces(type)];
}

function grantPieces(type: ObjectType): readonly Piece[] {
  const { write, functions } = type.spec;
  if (write === "nobody") return [];
  const stored = [
    ["write.update.grant", write.update?.grant],
    ["write.delete", write.delete],
    ["write.after", write.after],
    ...Object.entries(write.more ?? {}).map(([name, grant]) => [`write.more.${name}`, grant] as const),
  ] as const;
  const pieces = stored.flatMap(([at, grant]) =>
    grant === undefined ? [] : [condition(type.table, at, grantRuleSql(grant))],
  );
  if (write.create === undefined) return pieces;
  const made = condition(
    newRows(type, functions.create?.extra ?? {}),
    "write.create",
    grantRuleSql(write.create),
  );
  return [...pieces, { ...made, isWidened: type.behaviour !== null }];
}

function condition(rows: string, at: string, sql: string): Piece {
  return { at, sql: `select from ${rows} t where ${sql}`, wanted: CONDITION };
}

/** Rules of a create are asked about rows that have its parameters too. */
function newRows(type: ObjectType, extra: Readonly<Record<string, ParameterSpec>>): string {
  const more = Object.entries(extra).map(([name, { type: of, ref }]) => {
    const sqlType = of.endsWith("_array") ? "text[]" : ref === undefined ? "text" : "bigint";
    return `, null::${sqlType} ${quoted(name)}`;
  });
  return `(select t.*${more.join("")} from ${type.table} t)`;
}

function filterPieces(type: ObjectType): readonly Piece[] {
  return Object.entries(type.spec.filters ?? {}).map(([name, { sql, type: of }]) => ({
    at: `filter ${name}`,
    sql: `select from ${type.table} t where ${sql.replaceAll("{value}", `{value:${of}}`)}`,
    wanted: "Write a condition over the row t and {value}.",
  }));
}

function relationPieces(type: ObjectType, catalogue: Catalogue): readonly Piece[] {
  return (type.spec.relations ?? []).flatMap(({ name, to, sql, inverseSql }): Piece[] => {
    const other = to === "*" ? type : catalogue.type(to);
    const side = (later: ObjectType, earlier: ObjectType, text: typeof inverseSql): Piece[] => {
      if (text === undefined) return [];
      const rows = { type: earlier, ids: `select null::${earlier.idType}` };
      const related = relatedSql({ kind: "computed", sql: text }, later, rows);
      return [
        {
          at: `relation ${name}`,
          sql: `select from ${later.table} t where ${related}`,
          wanted: "Write a condition over the later row t and the earlier row e.",
        },
      ];
    };
    const own = typeof sql === "object" && "gpkIn" in sql ? `t.${quoted(sql.gpkIn)} = e.gpk` : sql;
    return [...side(type, other, own), ...side(other, type, inverseSql)];
  });
}

function otherPieces(type: ObjectType): readonly Piece[] {
  const { vanishesWhile, needs = [], sweep, service } = type.spec;
  const pieces: Piece[] = needs.map(({ id, to }) => ({
    at: "needs",
    sql: `select ${id} from ${type.table} t`,
    wanted: `Write SQL over the row t for the id of a row of ${to}.`,
  }));
  if (vanishesWhile !== undefined) pieces.push(condition(type.table, "vanishesWhile", vanishesWhile));
  if (sweep !== undefined)
    pieces.push({ at: "sweep", sql: sweep, wanted: "Write a statement that deletes." });
  for (const { when, unit, told = { as: "null", by: "null" } } of service?.unserved ?? [])
    pieces.push({
      at: "service.unserved",
      sql: `select (${told.as})::text, (${unit})::text, row_number() over (order by ${told.by}) from ${type.table} o where ${when}`,
      wanted: "Write a condition, SQL for texts and columns over the row o.",
    });
  return [
    ...pieces,
    ...answerPieces(type),
    ...deliveredPieces(type),
    ...overlapPieces(type),
    ...calledPieces(type),
  ];
}

function answerPieces({ spec }: ObjectType): readonly Piece[] {
  const { answers } = spec.service ?? {};
  if (answers === undefined) return [];
  const { keys, rows } = answers;
  return [
    {
      at: "service.answers.keys",
      sql: `select key from (${keys}) k`,
      wanted: "Write a statement that selects key.",
    },
    {
      at: "service.answers.rows",
      sql: `select a.place, a.name, a.type, a.ttl, a.data, a.mark, a.id, a.through from (${withoutKeys(rows)}) a`,
      wanted: "Write a statement that selects place, name, type, ttl, data, mark, id and through for {keys}.",
    },
  ];
}

function deliveredPieces({ spec }: ObjectType): readonly Piece[] {
  const { delivered } = spec.service ?? {};
  if (delivered === undefined) return [];
  const sql = `select d.id, d.unit, d.content from (${withoutKeys(delivered.rows)}) d`;
  const wanted = "Write a statement that selects id, unit and content for {keys}.";
  return [{ at: "service.delivered.rows", sql, wanted }];
}

function withoutKeys(rows: string): string {
  return rows.replaceAll("{keys}", "null::text[]");
}

/** Members of `accounts` that are names. */
const NO_STATEMENTS = new Set(["account", "passwords"]);

/** Statements that the server runs with parameters, which are null here. */
function calledPieces({ spec: { feed, accounts } }: ObjectType): readonly Piece[] {
  const called = (at: string, sql: string): Piece => ({
    at,
    sql: sql.replaceAll(/\$\d+/g, "null"),
    wanted: "Write a statement as docs/objects.md and the definition of the member say.",
  });
  const merged = feed === undefined ? [] : [called("feed.merge", feed.merge)];
  const others = Object.entries(accounts ?? {}).flatMap(([name, sql]) =>
    typeof sql !== "string" || NO_STATEMENTS.has(name) ? [] : [called(`accounts.${name}`, sql)],
  );
  return [...merged, ...others];
}

function overlapPieces({ table, spec }: ObjectType): readonly Piece[] {
  return Object.entries(spec.storage?.constraints ?? {}).flatMap(([name, { fault }]): Piece[] => {
    if (fault.kind !== "overlap") return [];
    const at = `constraint ${name}`;
    const meets = `select from ${table} a join ${table} b on ${fault.meets}`;
    return [
      { at, sql: meets, wanted: "Write meets as a condition over the rows a and b." },
      {
        at,
        sql: `select ${fault.shown} from ${table} t`,
        wanted: "Write shown as SQL over the row t for a text.",
      },
    ];
  });
}

/** The whole row, as short and as long lists show it. */
function listPieces(type: ObjectType, context: RowContext): readonly Piece[] {
  return [false, true].map((isLong) => {
    const row = rowJson(type, { ...context, isLong });
    return {
      at: "list",
      sql: `select ${row.sql} from ${fromRow(type, row.joins)}`,
      wanted: "Every attribute has to be a value of its type.",
    };
  });
}
