import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import { isTable } from "../catalogue/derived.ts";
import { quoted } from "../sql/bind.ts";
import { ownSide, relatedSql } from "../sql/join.ts";
import { attributeSql, fromRow, rowJson, type RowContext } from "../sql/select.ts";
import { grantRuleSql, ownRuleSql, ownSql } from "./rules.ts";
import type { ParameterSpec } from "../catalogue/define.ts";

/** A statement that the server builds from one SQL text of a definition. Its placeholders are not replaced yet. */
export interface Piece {
  /** The attribute or member that has the text. */
  readonly at: string;
  readonly sql: string;
  /** The kind of SQL that the text must be. */
  readonly wanted: string;
  /** A behaviour may add columns, so a missing column is not a mistake. */
  readonly isWidened?: boolean;
}

/** All SQL texts of a definition in the form in which the server executes them, except those that create tables. */
export function* piecesOf(type: ObjectType, catalogue: Catalogue): Iterable<Piece> {
  if (!isTable(type.spec) && typeof type.spec.source !== "object") return;
  const context: RowContext = { catalogue, own: ownSql, rowsUpTo: () => "select null::bigint as id" };
  yield* valuePieces(type, context);
  yield* rulePieces(type);
  yield* grantPieces(type);
  yield* filterPieces(type);
  yield* relationPieces(type, catalogue);
  yield* otherPieces(type);
  yield* servicePieces(type);
  yield* overlapPieces(type);
  yield* calledPieces(type);
  yield* listPieces(type, context);
}

function* valuePieces(type: ObjectType, context: RowContext): Iterable<Piece> {
  for (const attribute of type.attributes.values()) {
    const { name, computed, shown, ref, dataType } = attribute;
    const text = computed ?? shown;
    if (text === undefined || name === "gpk" || name === "is_own") continue;
    const isId = ref !== undefined && !dataType.isArray;
    const stored = isId ? { sql: `(${text})`, joins: [] } : attributeSql(type, attribute, context);
    const sqlType = isId ? context.catalogue.type(ref.to).idType : dataType.sqlType;
    const what = isId ? `the id of a row of ${ref.to}` : `a value of ${sqlType}`;
    yield {
      at: name,
      sql: `select coalesce(${stored.sql}, null::${sqlType}) from ${fromRow(type, stored.joins)}`,
      wanted: `Write SQL over the row t for ${what}.`,
    };
  }
}

function* rulePieces({ table, spec: { own, read, metaRows } }: ObjectType): Iterable<Piece> {
  if (own !== null)
    for (const sql of new Set([ownRuleSql(own), ownRuleSql(own, true)])) yield condition(table, "own", sql);
  if (typeof read === "object") yield condition(table, "read.ownOr", ownRuleSql(read.ownOr));
  if (metaRows !== undefined) yield condition(table, "metaRows", metaRows);
}

function* grantPieces(type: ObjectType): Iterable<Piece> {
  const { write, functions } = type.spec;
  if (write === "nobody") return;
  const stored = [
    ["write.update.grant", write.update?.grant],
    ["write.delete", write.delete],
    ["write.after", write.after],
    ...Object.entries(write.more ?? {}).map(([name, grant]) => [`write.more.${name}`, grant] as const),
  ] as const;
  for (const [at, grant] of stored)
    if (grant !== undefined) yield condition(type.table, at, grantRuleSql(grant));
  if (write.create === undefined) return;
  const rows = newRows(type, functions.create?.extra ?? {});
  const made = condition(rows, "write.create", grantRuleSql(write.create));
  yield { ...made, isWidened: type.behaviour !== null };
}

function condition(rows: string, at: string, sql: string): Piece {
  return { at, sql: `select from ${rows} t where ${sql}`, wanted: "Write a condition over the row t." };
}

/** Rules of a create are evaluated for rows that also have the parameters of the create. */
function newRows(type: ObjectType, extra: Readonly<Record<string, ParameterSpec>>): string {
  const more = Object.entries(extra).map(([name, { type: of, ref }]) => {
    const sqlType = of.endsWith("_array") ? "text[]" : ref === undefined ? "text" : "bigint";
    return `, null::${sqlType} ${quoted(name)}`;
  });
  return `(select t.*${more.join("")} from ${type.table} t)`;
}

function* filterPieces({ table, spec }: ObjectType): Iterable<Piece> {
  for (const [name, { sql, type }] of Object.entries(spec.filters ?? {}))
    yield {
      at: `filter ${name}`,
      sql: `select from ${table} t where ${sql.replaceAll("{value}", `{value:${type}}`)}`,
      wanted: "Write a condition over the row t and {value}.",
    };
}

function* relationPieces(type: ObjectType, catalogue: Catalogue): Iterable<Piece> {
  for (const { name, to, sql, inverseSql } of type.spec.relations ?? []) {
    const other = to === "*" ? type : catalogue.type(to);
    const sides = [
      { later: type, earlier: other, text: ownSide(sql) },
      { later: other, earlier: type, text: inverseSql },
    ];
    for (const { later, earlier, text } of sides) {
      if (text === undefined) continue;
      const rows = { type: earlier, ids: `select null::${earlier.idType}` };
      yield {
        at: `relation ${name}`,
        sql: `select from ${later.table} t where ${relatedSql({ kind: "computed", sql: text }, later, rows)}`,
        wanted: "Write a condition over the later row t and the earlier row e.",
      };
    }
  }
}

function* otherPieces({ table, spec }: ObjectType): Iterable<Piece> {
  const { vanishesWhile, needs = [], sweep, service } = spec;
  for (const { id, to } of needs)
    yield {
      at: "needs",
      sql: `select ${id} from ${table} t`,
      wanted: `Write SQL over the row t for the id of a row of ${to}.`,
    };
  if (vanishesWhile !== undefined) yield condition(table, "vanishesWhile", vanishesWhile);
  if (sweep !== undefined) yield { at: "sweep", sql: sweep, wanted: "Write a statement that deletes." };
  for (const { when, unit, told = { as: "null", by: "null" } } of service?.unserved ?? [])
    yield {
      at: "service.unserved",
      sql: `select (${told.as})::text, (${unit})::text, row_number() over (order by ${told.by})
        from ${table} o
        where ${when}`,
      wanted: "Write a condition, SQL for texts and columns over the row o.",
    };
}

function* servicePieces({ spec: { service = {} } }: ObjectType): Iterable<Piece> {
  const { answers, delivered } = service;
  const withoutKeys = (rows: string): string => rows.replaceAll("{keys}", "null::text[]");
  if (answers !== undefined) {
    yield {
      at: "service.answers.keys",
      sql: `select key from (${answers.keys}) k`,
      wanted: "Write a statement that selects key.",
    };
    yield {
      at: "service.answers.rows",
      sql: `select a.place, a.name, a.type, a.ttl, a.data, a.mark, a.id, a.through
        from (${withoutKeys(answers.rows)}) a`,
      wanted: "Write a statement that selects place, name, type, ttl, data, mark, id and through for {keys}.",
    };
  }
  if (delivered !== undefined)
    yield {
      at: "service.delivered.rows",
      sql: `select d.id, d.unit, d.content from (${withoutKeys(delivered.rows)}) d`,
      wanted: "Write a statement that selects id, unit and content for {keys}.",
    };
}

/** Members of `accounts` that are names. */
const NO_STATEMENTS = new Set(["account", "passwords"]);

/** Statements that the server runs with parameters, which are null here. */
function* calledPieces({ spec: { feed, accounts } }: ObjectType): Iterable<Piece> {
  const called = (at: string, sql: string): Piece => ({
    at,
    sql: sql.replaceAll(/\$\d+/g, "null"),
    wanted: "Write a statement as docs/objects.md and the definition of the member say.",
  });
  if (feed !== undefined) yield called("feed.merge", feed.merge);
  for (const [name, sql] of Object.entries(accounts ?? {}))
    if (typeof sql === "string" && !NO_STATEMENTS.has(name)) yield called(`accounts.${name}`, sql);
}

function* overlapPieces({ table, spec }: ObjectType): Iterable<Piece> {
  for (const [name, { fault }] of Object.entries(spec.storage?.constraints ?? {})) {
    if (fault.kind !== "overlap") continue;
    const at = `constraint ${name}`;
    const meets = `select from ${table} a join ${table} b on ${fault.meets}`;
    const shown = `select ${fault.shown} from ${table} t`;
    yield { at, sql: meets, wanted: "Write meets as a condition over the rows a and b." };
    yield { at, sql: shown, wanted: "Write shown as SQL over the row t for a text." };
  }
}

/** The whole row, in the form of short lists and of long lists. */
function* listPieces(type: ObjectType, context: RowContext): Iterable<Piece> {
  for (const isLong of [false, true]) {
    const row = rowJson(type, { ...context, isLong });
    const sql = `select ${row.sql} from ${fromRow(type, row.joins)}`;
    yield { at: "list", sql, wanted: "Every attribute has to be a value of its type." };
  }
}
