import { parseArgs } from "node:util";
import { loadCatalogue } from "../../catalogue/load.ts";
import { createPool } from "../../db/pool.ts";
import type { Database } from "../../db/database.ts";
import { makeCopy } from "../copy/copy.ts";
import { makeViews } from "../copy/copy-views.ts";

/** How the commands are called. */
export const COPY_USAGE = `npm run services -- copy DATABASE_URL [--name NAME] [--from CONNECTION] [--role ROLE]
npm run services -- views`;

/** Makes the copy that Kea and FreeRADIUS read, from the database of `DATABASE_URL` (docs/services.md). */
export async function runCopy(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      name: { type: "string", default: "netportal_copy" },
      from: { type: "string" },
      role: { type: "string" },
    },
  });
  const [command, target, ...more] = positionals;
  if (more.length > 0 || (command === "copy") !== (target !== undefined)) throw new Error(COPY_USAGE);
  const { DATABASE_URL: url = "" } = process.env;
  if (url === "") throw new Error("DATABASE_URL names no database.");
  const central = createPool({ connectionString: url }, 1);
  try {
    if (target === undefined) return await views(central);
    return await copy(central, target, { from: url, role: null, ...values });
  } finally {
    await central.close();
  }
}

async function copy(
  central: Database,
  target: string,
  options: { readonly from: string; readonly name: string; readonly role: string | null },
): Promise<number> {
  const there = createPool({ connectionString: target }, 1);
  try {
    await makeCopy({
      central,
      copy: there,
      catalogue: await loadCatalogue(),
      ...options,
      say: console.error,
    });
    console.log("The copy is up to date and follows the central database.");
    return 0;
  } finally {
    await there.close();
  }
}

async function views(central: Database): Promise<number> {
  for (const role of await makeViews(central, await loadCatalogue()))
    console.error(`The role ${role} does not exist, so no service can read its views.`);
  console.log("The views are made. Services that read them answer wrongly while this database is away.");
  return 0;
}
