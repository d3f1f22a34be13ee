import { setTimeout as sleep } from "node:timers/promises";
import type { Catalogue } from "../../catalogue/object-type.ts";
import type { Database, Query } from "../../db/database.ts";
import { quoted } from "../../sql/bind.ts";
import { copyLayoutOf, type CopyLayout } from "./copy-layout.ts";
import { isLevel, refill } from "./copy-level.ts";
import { COPYING, makeViews } from "./copy-views.ts";

export interface CopyParts {
  /** The database of the product, and the one beside the services. */
  readonly central: Database;
  readonly copy: Database;
  readonly catalogue: Catalogue;
  /** Connection string from the server of the copy to the central one. */
  readonly from: string;
  /** Name of the subscription, and of its slot on the central server. Each copy has another one. */
  readonly name: string;
  /** Role of that connection, which gets the right to read the copied columns and nothing else. */
  readonly role: string | null;
  readonly say: (text: string) => void;
}

const POLL_MS = 100;

/** Makes the copy or updates it: publication, tables, subscription, and the views when all rows are complete. All differences are corrected. */
export async function makeCopy(parts: CopyParts): Promise<void> {
  const { central, copy, catalogue, name, say } = parts;
  const layout = copyLayoutOf(catalogue);
  await refuseSameServer(central, copy);
  await refuseOtherLevel(central, say);
  const subscribed = await publicationOf(copy, name);
  if (subscribed !== null && subscribed !== layout.publication)
    throw new Error(
      "The copy has other columns. Make a new copy in an empty database, then let the services read that one.",
    );
  await publish(central, layout, parts.role);
  await copy.transaction(COPYING, (tx) => makeTables(tx, layout));
  if (subscribed === null && (await isEmpty(copy, layout))) {
    await subscribe(parts, layout, "");
    await waitForRows(copy, say);
  } else await bringLevel(parts, layout, subscribed !== null);
  for (const role of await makeViews(copy, catalogue))
    say(
      `The role ${role} does not exist, so no service can read its views. Create it and run this command again.`,
    );
}

/** An existing copy may follow another database or none, or somebody may have changed it. */
async function bringLevel(parts: CopyParts, layout: CopyLayout, isSubscribed: boolean): Promise<void> {
  const { central, copy, name, say } = parts;
  const pair = { central, copy, name, layout };
  if (isSubscribed) await reconnect(parts, layout);
  if (isSubscribed && (await isLevel(pair))) return;
  say("The copy differs from the central database or does not follow it, so it gets the rows anew.");
  if (isSubscribed) await unsubscribe(copy, name);
  await subscribe(parts, layout, "with (copy_data = false, enabled = false)");
  await refill(pair);
}

async function subscribe(
  { copy, name, from }: CopyParts,
  { publication }: CopyLayout,
  options: string,
): Promise<void> {
  await copy.query(
    `create subscription ${quoted(name)} connection ${literal(from)} publication ${quoted(publication)} ${options}`,
  );
}

/** If the central database has its slot, gives the subscription the new connection, because the old one may be refused. */
async function reconnect({ central, copy, name, from }: CopyParts, layout: CopyLayout): Promise<void> {
  const [slot] = await central.query(
    "select from pg_replication_slots where slot_name = $1 and database = current_database()",
    [name],
  );
  if (slot === undefined) return;
  // PostgreSQL tests the connection when a subscription is created. A subscription without a slot leaves nothing behind when it is dropped.
  const trial = quoted(`${name}_trial`);
  await copy.query(`drop subscription if exists ${trial}`);
  await copy.query(
    `create subscription ${trial} connection ${literal(from)} publication ${quoted(layout.publication)}
     with (slot_name = none, create_slot = false, copy_data = false, enabled = false)`,
  );
  await copy.query(`drop subscription ${trial}`);
  await copy.query(`alter subscription ${quoted(name)} connection ${literal(from)}`);
}

async function unsubscribe(copy: Query, name: string): Promise<void> {
  const subscription = quoted(name);
  await copy.query(`alter subscription ${subscription} disable`);
  try {
    await copy.query(`drop subscription ${subscription}`);
  } catch {
    // The slot or its database is missing or unreachable, so only the subscription is dropped.
    await copy.query(`alter subscription ${subscription} set (slot_name = none)`);
    await copy.query(`drop subscription ${subscription}`);
  }
}

async function isEmpty(copy: Query, { tables }: CopyLayout): Promise<boolean> {
  const any = tables.map(({ table }) => `exists (select from ${table})`).join(" or ");
  const [row] = await copy.query<{ has_rows: boolean }>(`select ${any} as has_rows`);
  return row?.has_rows !== true;
}

const CLUSTER = "select system_identifier::text as id from pg_control_system()";

/** Refuses a copy in the same PostgreSQL server, because a subscription there would wait for its slot for ever. */
async function refuseSameServer(central: Query, copy: Query): Promise<void> {
  const [[here], [there]] = await Promise.all([
    central.query<{ id: string }>(CLUSTER),
    copy.query<{ id: string }>(CLUSTER),
  ]);
  if (here?.id === there?.id)
    throw new Error(
      "The copy would be in the same PostgreSQL as the central database. Make it in another one, or let the services read the central database: npm run services -- views",
    );
}

async function refuseOtherLevel(central: Query, say: (text: string) => void): Promise<void> {
  const [row] = await central.query<{ level: string; kept: string }>(
    "select current_setting('wal_level') as level, current_setting('max_slot_wal_keep_size') as kept",
  );
  if (row?.level !== "logical")
    throw new Error("The central database needs wal_level = logical (postgresql.conf, then a restart).");
  if (row.kept === "-1")
    say(
      "Set max_slot_wal_keep_size in the central database: without it, a copy that is away fills the disk.",
    );
}

async function publicationOf(copy: Query, name: string): Promise<string | null> {
  const [row] = await copy.query<{ publication: string }>(
    `select subpublications[1] as publication
      from pg_subscription s join pg_database d on d.oid = s.subdbid
      where d.datname = current_database() and subname = $1`,
    [name],
  );
  return row?.publication ?? null;
}

async function publish(central: Database, layout: CopyLayout, role: string | null): Promise<void> {
  const tables = layout.tables.map(({ table, list }) => `${table} (${list})`);
  await central.transaction(COPYING, async (tx) => {
    const found = await tx.query("select from pg_publication where pubname = $1", [layout.publication]);
    if (found.length === 0)
      await tx.query(`create publication ${quoted(layout.publication)} for table ${tables.join(", ")}`);
    if (role === null) return;
    for (const { schema, table, list } of layout.tables) {
      await tx.query(`grant usage on schema ${quoted(schema)} to ${quoted(role)}`);
      await tx.query(`grant select (${list}) on ${table} to ${quoted(role)}`);
    }
  });
}

/** The empty tables of a copy. */
export async function makeTables(tx: Query, layout: CopyLayout): Promise<void> {
  for (const { schema, table, columns, references } of layout.tables) {
    await tx.query(`create schema if not exists ${quoted(schema)}`);
    const list = [...columns].map(([name, type]) => `${name} ${type}`).join(", ");
    await tx.query(`create table if not exists ${table} (${list}, primary key (id))`);
    for (const column of references) {
      const index = quoted(`${table}_${column}_idx`.replaceAll('"', "").replace(".", "_"));
      await tx.query(`create index if not exists ${index} on ${table} (${column})`);
    }
  }
}

/** PostgreSQL copies the first rows of a table. Services read them only when all are complete. */
async function waitForRows(copy: Query, say: (text: string) => void): Promise<void> {
  for (let isTold = false; ; isTold = true) {
    const [row] = await copy.query<{ waiting: number }>(
      "select count(*)::int as waiting from pg_subscription_rel where srsubstate <> 'r'",
    );
    if ((row?.waiting ?? 0) === 0) return;
    if (!isTold) say("The rows are on their way …");
    await sleep(POLL_MS);
  }
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
