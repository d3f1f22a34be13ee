/** `npm run backup -- FILE-or-FOLDER`: makes a backup of the embedded database, also while the server runs (docs/operating.md). */
import { makeBackup } from "./db/backup/make.ts";
import { readBuildInfo } from "./http/build-info.ts";
import { placeIn, ROOT } from "./open.ts";
import { inTerminal, runCommand } from "./terminal.ts";

async function main([target, ...more]: readonly string[]): Promise<number> {
  if (target === undefined || target.startsWith("-") || more.length > 0)
    throw new Error("usage: npm run backup -- FILE-or-FOLDER");
  const { dataFolder, databaseUrl } = placeIn(process.env);
  if (databaseUrl !== null) throw new Error(inTerminal(OWN));
  const { version } = readBuildInfo(ROOT, process.env);
  const { file, bytes, facts } = await makeBackup(dataFolder, target, version);
  const size = (bytes / 1_000_000).toFixed(1);
  console.log(
    inTerminal({
      de: `${file}: ${size} MB, geprüft. Enthält alles, was vor ${facts.began} bestätigt war.`,
      en: `${file}: ${size} MB, checked. It has everything that was acknowledged before ${facts.began}.`,
    }),
  );
  return 0;
}

const OWN = {
  de: "DATABASE_URL nennt ein eigenes PostgreSQL: das wird mit pg_dump oder pg_basebackup gesichert (docs/operating.md).",
  en: "DATABASE_URL names a PostgreSQL of your own: back it up by pg_dump or pg_basebackup (docs/operating.md).",
};

await runCommand(main);
