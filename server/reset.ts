import { loadCatalogue } from "./catalogue/load.ts";
import { resetFromProduction } from "./db/reset.ts";
import { runCommand } from "./terminal.ts";

/** `npm run reset`: makes the test instance of `DATABASE_URL` a copy of the production of `NETPORTAL_RESET_FROM`. */
async function main(): Promise<number> {
  const { DATABASE_URL: to = "", NETPORTAL_RESET_FROM: from = "", NETPORTAL_MODE: mode } = process.env;
  if (mode !== "test") throw new Error("NETPORTAL_MODE is not test: only a test instance is reset.");
  if (to === "") throw new Error("DATABASE_URL names no database to reset.");
  if (from === "") throw new Error("NETPORTAL_RESET_FROM names no database of production.");
  const catalogue = await loadCatalogue();
  await resetFromProduction({ from, to, catalogue, onProgress: (text) => console.log(text) });
  console.log("The test instance is a copy of production.");
  return 0;
}

await runCommand(main);
