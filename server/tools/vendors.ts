import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Vendor } from "#contract/wire/tools";
import { LOCKS } from "../catalogue/locks.ts";
import type { Database, Query } from "../db/database.ts";
import { refuse } from "../faults.ts";

const LOOKUP = `select prefix, length(prefix) * 4 as prefix_length, manufacturer
  from netportal.vendor
  where prefix = any($1::text[])
  order by length(prefix) desc
  limit 1`;

/** Lengths of the blocks that the IEEE assigns: 24, 28 and 36 bits. */
const DIGITS = [6, 7, 9] as const;
const ADDRESS = /^[0-9a-f]+(?:[:.-][0-9a-f]+)*$/;

/** The vendor of this prefix of a MAC address, from the longest block that contains it. */
export async function vendorOf(query: Query, text: string): Promise<Vendor> {
  const lower = text.toLowerCase();
  const digits = lower.replace(/[:.-]/g, "");
  if (!ADDRESS.test(lower) || digits.length < 6 || digits.length > 12)
    throw refuse("bad_format", {
      parameter: "prefix",
      scope: "query",
      data_type: "mac_addr",
      pattern: "^[0-9a-f]([:.-]?[0-9a-f]){5,11}$",
    });
  const prefixes = DIGITS.filter((length) => length <= digits.length).map((length) =>
    digits.slice(0, length),
  );
  const [vendor] = await query.query<Vendor>(LOOKUP, [prefixes], "vendor");
  return vendor ?? { prefix: null, prefix_length: null, manufacturer: null };
}

const REPLACE = `insert into netportal.vendor (prefix, manufacturer)
  select *
  from unnest($1::text[], $2::text[])`;
const NOTE = `insert into netportal.vendor_list (hash)
  values ($1)
  on conflict (one) do update set hash = excluded.hash`;

/** Imports the list of the installed package unless the database has it. Its 5 MB are not kept in memory. */
export async function importVendors(db: Database): Promise<void> {
  const content = await readFile(fileURLToPath(import.meta.resolve("oui-data")));
  const hash = createHash("sha256").update(content).digest("hex");
  if (await isImported(db, hash)) return;
  await db.transaction({ mode: "read write", statementTimeout: 60_000, dryRun: false }, async (tx) => {
    // A second process that starts at the same time finds it done.
    await tx.query("select pg_advisory_xact_lock($1)", [LOCKS.vendors]);
    if (await isImported(tx, hash)) return;
    // The form of the package: prefix in upper case → manufacturer and address, one part in each line.
    const list = JSON.parse(content.toString("utf8")) as Readonly<Record<string, string>>;
    const prefixes = Object.keys(list);
    await tx.query("delete from netportal.vendor");
    await tx.query(REPLACE, [
      prefixes.map((prefix) => prefix.toLowerCase()),
      prefixes.map((prefix) => list[prefix]?.split("\n", 1)[0]?.trim() ?? ""),
    ]);
    await tx.query(NOTE, [hash]);
  });
}

async function isImported(query: Query, hash: string): Promise<boolean> {
  const rows = await query.query("select from netportal.vendor_list where hash = $1", [hash]);
  return rows.length > 0;
}
