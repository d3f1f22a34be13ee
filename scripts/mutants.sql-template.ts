import { loadCatalogue } from "../server/catalogue/load.ts";
import { applyDefinition } from "../server/db/apply.ts";
import { createPool } from "../server/db/pool.ts";
import { describe } from "../server/wapi/describe/metadata.ts";
import { TEMPLATE, adminUrl, urlOf } from "../tests/support/databases.ts";

/** Makes the template database of the tests by the definitions of this tree: `node scripts/mutants.sql-template.ts <server> <prefix>`. */
const [server = "", prefix = ""] = process.argv.slice(2);
const admin = createPool({ connectionString: adminUrl(server) }, 1);
await admin.query(`create database ${prefix}${TEMPLATE}`);
await admin.close();
const catalogue = await loadCatalogue();
const db = createPool({ connectionString: urlOf(server, `${prefix}${TEMPLATE}`) });
await applyDefinition(db, catalogue, describe(catalogue));
await db.close();
