import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isList, isObject } from "#contract/wire/json";
import type { AttributeSpec } from "../catalogue/define.ts";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import { quoted } from "../sql/bind.ts";
import { definitionOf, sequenceOf } from "../sql/ddl.ts";
import type { Database, Query, Tx } from "../db/database.ts";
import { ownershipTables } from "./access.ts";
import { hostTables, idOf, makeNameTree, nameCount, treeTables, type TypeIds } from "./names.ts";
import { makeNetworks, networkTables } from "./networks.ts";
import NOTICES from "./data/notices.json" with { type: "json" };
import { DEMO_LOGINS, TOKEN_LOGINS, makePeople, type People } from "./people.ts";
import { placeTables } from "./places.ts";
import { plantTables } from "./plant.ts";
import { createRandom } from "./random.ts";
import { roleTables } from "./roles.ts";
import { RowList, type Cell, type Row, type Table } from "./rows.ts";
import { serviceTables } from "./services.ts";
import { DEMO_SIGHTINGS } from "./sightings.ts";
import { DEMO_COUNTS, type DemoSize } from "./size.ts";
import { ticketTables } from "./tickets.ts";
import { translationTables } from "./translations.ts";
import { makeUnits, unitTables } from "./units.ts";

export interface DemoOptions {
  readonly catalogue: Catalogue;
  /** What is kept of a password and of a token, and the text of a new token for an account. */
  passwordHash(password: string): Promise<string>;
  tokenHash(token: string): string;
  newToken(login: string): string;
  readonly now?: Date;
  onProgress?(text: string): void;
}

/** Texts of the API tokens by login name; they are kept nowhere else. */
export type DemoTokens = Readonly<Record<string, string>>;

const SEED = 1_825;
const ROWS_A_STATEMENT = 10_000;
/** Triggers join the rows before and after without an index; the work grows with the square of the part. */
const ROWS_A_RUN = 500;
const PASSWORD = "demo";

/** Whether nothing is in the database yet but what the catalogue wrote. */
export async function isEmpty(db: Query): Promise<boolean> {
  const [row] = await db.query<{ used: boolean }>(
    "select exists (select from cntl.mgr) or exists (select from org.unit) or exists (select from dns.fqdn) or exists (select from nd.site) as used",
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
 * Fills an empty database with the demo campus, all or nothing. The same size gives the same rows everywhere. Throws NotEmpty, also when another
 * process fills it at the same time.
 */
export async function loadDemo(db: Database, size: DemoSize, options: DemoOptions): Promise<DemoTokens> {
  const tokens = Object.fromEntries(TOKEN_LOGINS.map((login) => [login, options.newToken(login)]));
  await db.transaction({ mode: "read write", statementTimeout: 3_600_000, dryRun: false }, async (tx) => {
    // Names by the hundred thousand: one lock instead of one for each branch. Who waited for it finds the work done.
    await tx.query("select dns.lock_names()");
    if (!(await isEmpty(tx))) throw new NotEmpty();
    const { tables, people } = await makeTables(tx, size, options);
    const definition = definitionOf(options.catalogue);
    for (const table of tables) {
      const type = options.catalogue.type(table.type);
      options.onProgress?.(`Demo campus: ${type.spec.label.en} …`);
      if (table.into !== undefined) {
        const { columns } = table.into;
        await writeTable(tx, table, { table: table.into.table, typeOf: (column) => columns[column] });
        continue;
      }
      const columns = definition.tables[table.type]?.columns;
      if (columns === undefined) throw new Error(`The demo has rows of ${table.type}, which has no table.`);
      const defaults = defaultsOf(type);
      await writeTable(tx, table, { table: type.table, typeOf: (column) => columns[column]?.type, defaults });
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

/** Writes the tokens where only the owner of the data folder reads them. */
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
  const tables: readonly Table[] = [
    ...unitRows,
    ...Object.values(places),
    ...networkTables(networks, random),
    ...treeTables(names),
    // Links before hosts: each name then finds its owners when it is made.
    ...ownershipTables(counts, { units, networks, people, names }, random),
    ...hostTables(counts, networks, names, ids, now),
    ...plantTables({
      counts,
      networks,
      names,
      buildings: places.buildings.rows,
      rooms: places.rooms.rows,
      nameCount: nameCount(counts, networks, names),
      domain: idOf(ids.fqdn, "domain"),
      now,
    }),
    ...roleTables(people, await idsOf(tx, "cntl.permission")),
    ...serviceTables(networks, names, now),
    ...ticketTables(people, now),
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

/** Values of the columns that a row leaves out; null where an attribute has none, or the database computes it. */
function defaultsOf({ attributes }: ObjectType): Row {
  const given = [...attributes.values()].flatMap(({ name, default: value }): [string, Cell][] =>
    isCell(value) ? [[name, value]] : [],
  );
  return Object.fromEntries(given);
}

function isCell(value: AttributeSpec["default"]): value is Cell {
  if (isList(value)) return value.every((one) => typeof one === "string");
  return value !== undefined && !isObject(value);
}

interface Target {
  readonly table: string;
  /** SQL type of a column. */
  readonly typeOf: (column: string) => string | undefined;
  readonly defaults?: Row;
}

async function writeTable(
  tx: Tx,
  { type, rows, instead }: Table,
  { table, typeOf, defaults = {} }: Target,
): Promise<void> {
  const written: Cell[] = [];
  let chunk: Row[] = [];
  const flush = async (): Promise<void> => {
    if (chunk.length === 0) return;
    const columns = [...new Set(chunk.flatMap((row) => Object.keys(row)))];
    const casts = columns.map((column, index) => {
      const sql = typeOf(column);
      if (sql === undefined) throw new Error(`The demo fills ${type}.${column}, which is no column.`);
      return `c${String(index)}::${sql.replace(/ collate "C"/, "").replace(/ (not null|default|generated).*$/, "")}`;
    });
    const cellOf = (row: Row, column: string): Cell => {
      const cell = row[column];
      return cell === undefined ? (defaults[column] ?? null) : cell;
    };
    await tx.query(
      `insert into ${table} (${columns.map(quoted).join(", ")}) select ${casts.join(", ")}
       from unnest(${columns.map((_, index) => `$${String(index + 1)}::text[]`).join(", ")}) as r(${columns.map((_, index) => `c${String(index)}`).join(", ")})`,
      columns.map((column) => chunk.map((row) => cellText(cellOf(row, column)))),
    );
    written.push(...chunk.map((row) => row["id"] ?? null));
    chunk = [];
  };
  if (instead !== undefined) await tx.query(`alter table ${table} disable trigger ${instead.of}`);
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length === ROWS_A_STATEMENT) await flush();
  }
  await flush();
  // What follows looks rows up here, and plans for an empty table would be ruinous.
  await tx.query(`analyze ${table}`);
  if (instead === undefined) return;
  for (let from = 0; from < written.length; from += ROWS_A_RUN) {
    await tx.query(instead.run, [written.slice(from, from + ROWS_A_RUN)]);
  }
  await tx.query(`alter table ${table} enable trigger ${instead.of}`);
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
      `insert into cntl.wapi_auth (login_name, description, is_session, token_hash) values ($1, $2, false, $3)`,
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
  const alerts = new RowList("wapi.system_alert");
  alerts.add({ ...NOTICES.alert, ts_begin: after(-1) });
  const windows = new RowList("wapi.maint_state");
  windows.add({ subject: NOTICES.maintenance, ts_begin: after(7 * 24), ts_end: after(7 * 24 + 3) });
  return [alerts, windows];
}
