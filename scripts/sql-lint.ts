import { globSync, readFileSync } from "node:fs";
import { sqlFaultsOf } from "./sql/lint.ts";

/** Names what is wrong with the SQL texts of the server. It ends with 1 if anything is. */
const faults = globSync("server/**/*.ts").flatMap((file) => sqlFaultsOf(file, readFileSync(file, "utf8")));
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
