import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isList, isObject } from "#contract/wire/json";
import type { AttributeSpec } from "../catalogue/define.ts";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import { quoted } from "../sql/bind.ts";
import { definitionOf, sequenceOf, type Definition } from "../sql/ddl.ts";
import type { Database, Query, Tx } from "../db/database.ts";
import { ownershipTables } from "./access.ts";
import type { Campus, TypeIds } from "./campus.ts";
import { hostTables, makeNameTree, treeTables } from "./names.ts";
import { makeNetworks, networkTables } from "./networks.ts";
import NOTICES from "./data/notices.json" with { type: "json" };
import { DEMO_LOGINS, TOKEN_LOGINS, makePeople, type People } from "./people.ts";
import { placeTables } from "./places.ts";
import { plantTables } from "./plant.ts";
import { createRandom } from "./random.ts";
import { roleTables } from "./roles.ts";
import { RowList, type Cell, type Row, type Table } from "./rows.ts";
import { DEMO_SIGHTINGS, serviceTables } from "./services.ts";
import { DEMO_COUNTS, type DemoSize } from "./size.ts";
import { ticketTables } from "./tickets.ts";
import { translationTables } from "./translations.ts";
import { makeUnits, unitTables } from "./units.ts";

export interface DemoOptions {
  readonly catalogue: Catalogue;
  /** Functions for the stored form of a password and of a token, and for the text of a new token of an account. */
  passwordHash(password: string): Promise<string>;
  tokenHash(token: string): string;
  newToken(login: string): string;
  readonly now?: Date;
  onProgress?(text: string): void;
}

/** Texts of the API tokens by login name, which are stored nowhere else. */
export type DemoTokens = Readonly<Record<string, string>>;

const SEED = 1_825;
const ROWS_A_STATEMENT = 10_000;
/** Triggers join the rows before and after without an index, so the work grows with the square of the number of rows in a run. */
const ROWS_A_RUN = 500;
const PASSWORD = "demo";

/** Whether the database contains only rows that come from the catalogue. */
export async function isEmpty(db: Query): Promise<boolean> {
  const [row] = await db.query<{ used: boolean }>(
    `select exists (select from cntl.mgr)
      or exists (select from org.unit)
      or exists (select from dns.fqdn)
      or exists (select from nd.site) as used`,
  );
  return row?.used !== true;
}

/** The demo campus fills empty databases only. */
export class NotEmpty extends Error {
  constructor() {
    super("The database is not empty. The demo campus fills empty databases only.");
  }
}

/**
 * Fills an empty database with the demo campus, completely or not at all. The same size gives the same rows everywhere. Throws NotEmpty, also when
 * another process fills it at the same time.
 */
export async function loadDemo(db: Database, size: DemoSize, options: DemoOptions): Promise<DemoTokens> {
  const tokens = Object.fromEntries(TOKEN_LOGINS.map((login) => [login, options.newToken(login)]));
  await db.transaction({ mode: "read write", statementTimeout: 3_600_000, dryRun: false }, async (tx) => {
    // One lock for all names replaces one for each branch, because there are many names. A process that waited for it finds the database filled.
    await tx.query("select dns.lock_names()");
    if (!(await isEmpty(tx))) throw new NotEmpty();
    const { tables, people } = await makeTables(tx, size, options);
    const definition = definitionOf(options.catalogue);
    for (const table of tables) {
      const type = options.catalogue.type(table.type);
      options.onProgress?.(`Demo campus: ${type.spec.label.en} …`);
      await writeTable(tx, table, table.into ?? targetOf(type, definition));
      if (table.into !== undefined) continue;
      await tx.query(
        `select setval('${sequenceOf(type)}', (select coalesce(max(id), 0) + 1 from ${type.table}), false)`,
      );
    }
    await tx.query(DEMO_SIGHTINGS, [(options.now ?? new Date()).toISOString()]);
    await writeSecrets(tx, people, tokens, options);
  });
  await db.query("analyze");
  return tokens;
}

/** Writes the tokens to a file that only the owner of the data folder can read. */
export function writeTokenFile(folder: string, tokens: DemoTokens): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "demo-tokens.json");
  writeFileSync(file, `${JSON.stringify(tokens, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return file;
}

async function makeTables(tx: Tx, size: DemoSize, options: DemoOptions) {
  const counts = DEMO_COUNTS[size];
  const random = createRandom(SEED);
  const ids: TypeIds = { fqdn: await idsOf(tx, "dns.fqdn_type"), record: await idsOf(tx, "dns.record_type") };
  const units = makeUnits(counts);
  const networks = makeNetworks(counts, units, random);
  const people = makePeople(counts, random);
  const names = makeNameTree(units, networks, ids);
  const now = options.now ?? new Date();
  const unitRows = unitTables(units, random);
  const places = placeTables(counts, random);
  const campus: Campus = { counts, units, networks, people, places, names, ids, now, random };
  const tables: readonly Table[] = [
    ...unitRows,
    ...Object.values(places),
    ...networkTables(networks, random),
    ...treeTables(names),
    // Links are written before hosts, so that each name finds its owners when it is created.
    ...ownershipTables(campus),
    ...hostTables(campus),
    ...plantTables(campus),
    ...roleTables(people, await idsOf(tx, "cntl.permission")),
    ...serviceTables(campus),
    ...ticketTables(campus),
    ...noticeTables(now),
  ];
  return { tables: [...tables, ...translationTables(tables, units, options.catalogue)], people };
}

async function idsOf(
  tx: Tx,
  type: "dns.fqdn_type" | "dns.record_type" | "cntl.permission",
): Promise<Record<string, string>> {
  const rows = await tx.query<{ id: string; name: string }>(`select id, name from ${type} order by name`);
  return Object.fromEntries(rows.map(({ id, name }) => [name, id]));
}

/** The table of a type, and values for columns that a row omits; null if the attribute has no default or the database computes it. */
function targetOf({ name, table, attributes }: ObjectType, { tables }: Definition): Target {
  const definition = tables[name];
  if (definition === undefined) throw new Error(`The demo has rows of ${name}, which has no table.`);
  const columns = Object.entries(definition.columns).map(([column, { type }]) => [column, type] as const);
  const defaults = [...attributes.values()].flatMap(({ name: column, default: value }): [string, Cell][] =>
    isCell(value) ? [[column, value]] : [],
  );
  return { table, columns: Object.fromEntries(columns), defaults: Object.fromEntries(defaults) };
}

function isCell(value: AttributeSpec["default"]): value is Cell {
  if (isList(value)) return value.every((one) => typeof one === "string");
  return value !== undefined && !isObject(value);
}

interface Target extends NonNullable<Table["into"]> {
  readonly defaults?: Row;
}

async function writeTable(tx: Tx, { type, rows, instead }: Table, target: Target): Promise<void> {
  const { table } = target;
  const ids: Cell[] = [];
  let chunk: Row[] = [];
  if (instead !== undefined) await tx.query(`alter table ${table} disable trigger ${instead.of}`);
  for (const row of rows) {
    chunk.push(row);
    ids.push(row["id"] ?? null);
    if (chunk.length < ROWS_A_STATEMENT) continue;
    await writeRows(tx, type, chunk, target);
    chunk = [];
  }
  if (chunk.length > 0) await writeRows(tx, type, chunk, target);
  // Later statements look rows up in this table, and plans for an empty table would make them very slow.
  await tx.query(`analyze ${table}`);
  if (instead === undefined) return;
  for (let from = 0; from < ids.length; from += ROWS_A_RUN) {
    await tx.query(instead.run, [ids.slice(from, from + ROWS_A_RUN)]);
  }
  await tx.query(`alter table ${table} enable trigger ${instead.of}`);
}

async function writeRows(tx: Tx, type: string, rows: readonly Row[], target: Target): Promise<void> {
  const { table, columns, defaults = {} } = target;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const casts = names.map((name, index) => {
    const sql = columns[name];
    if (sql === undefined) throw new Error(`The demo fills ${type}.${name}, which is no column.`);
    return `c${String(index)}::${sql.replace(/ collate "C"/, "").replace(/ (not null|default|generated).*$/, "")}`;
  });
  const cellOf = (row: Row, name: string): Cell => {
    const cell = row[name];
    return cell === undefined ? (defaults[name] ?? null) : cell;
  };
  await tx.query(
    `insert into ${table} (${names.map(quoted).join(", ")})
      select ${casts.join(", ")}
      from unnest(${names.map((_, index) => `$${String(index + 1)}::text[]`).join(", ")}) as r(${names.map((_, index) => `c${String(index)}`).join(", ")})`,
    names.map((name) => rows.map((row) => cellText(cellOf(row, name)))),
  );
}

function cellText(cell: Cell): string | null {
  if (cell === null || typeof cell === "string") return cell;
  if (typeof cell === "object") return `{${cell.join(",")}}`;
  return String(cell);
}

async function writeSecrets(tx: Tx, people: People, tokens: DemoTokens, options: DemoOptions): Promise<void> {
  const hash = await options.passwordHash(PASSWORD);
  for (const login of DEMO_LOGINS) {
    await tx.query(
      `insert into ${options.catalogue.accounts.passwords} (login_name, password_hash) values ($1, $2)`,
      [login, hash],
    );
  }
  for (const [login, token] of Object.entries(tokens)) {
    await tx.query(
      `insert into cntl.wapi_auth (login_name, description, is_session, token_hash)
        values ($1, $2, false, $3)`,
      [people.ids.get(login), "Token der Beispieldaten", options.tokenHash(token)],
    );
  }
}

const HOUR = 3_600_000;

/** A notice that is shown now and a maintenance window next week. */
function noticeTables(now: Date): readonly Table[] {
  const after = (hours: number): string => {
    const time = new Date(now.getTime() + hours * HOUR);
    time.setUTCMinutes(0, 0, 0);
    return time.toISOString();
  };
  const week = 7 * 24;
  return [
    new RowList("wapi.system_alert", [{ ...NOTICES.alert, ts_begin: after(-1) }]),
    new RowList("wapi.maint_state", [
      { subject: NOTICES.maintenance, ts_begin: after(week), ts_end: after(week + 3) },
    ]),
  ];
}
