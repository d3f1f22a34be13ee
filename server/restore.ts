/** `npm run restore -- FILE [--replace]`: makes the embedded database from a backup (docs/operating.md). */
import { parseArgs } from "node:util";
import { restoreBackup } from "./db/backup/restore.ts";
import { readBuildInfo } from "./http/build-info.ts";
import { placeIn, ROOT } from "./open.ts";
import { inTerminal, runCommand } from "./terminal.ts";

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { replace: { type: "boolean", default: false } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error("usage: npm run restore -- FILE [--replace]");
  const { dataFolder, databaseUrl } = placeIn(process.env);
  if (databaseUrl !== null) throw new Error(inTerminal(OWN));
  const { version } = readBuildInfo(ROOT, process.env);
  const { facts, aside } = await restoreBackup({ file, dataFolder, version, replaces: values.replace });
  console.log(
    inTerminal({
      de: `${dataFolder} hat die Datenbank von ${facts.began}, geprüft und einmal gestartet.`,
      en: `${dataFolder} has the database of ${facts.began}, checked and started once.`,
    }),
  );
  if (aside !== null)
    console.log(
      inTerminal({
        de: `Die bisherige liegt in ${aside}; lösche sie, wenn sie nicht mehr gebraucht wird.`,
        en: `The one before is in ${aside}; delete it when it is no longer needed.`,
      }),
    );
  return 0;
}

const OWN = {
  de: "DATABASE_URL nennt ein eigenes PostgreSQL: dort stellt pg_restore wieder her (docs/operating.md).",
  en: "DATABASE_URL names a PostgreSQL of your own: restore there by pg_restore (docs/operating.md).",
};

await runCommand(main);
