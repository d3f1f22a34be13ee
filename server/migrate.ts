/** `npm run migrate`: brings the database to the present definitions; `-- --check` only reports the changes (docs/operating.md). */
import type { Localised } from "#contract/wire/json";
import type { Catalogue } from "./catalogue/object-type.ts";
import type { Trial } from "./db/migrate.ts";
import { createTrial, type Finding } from "./db/migration-trial.ts";
import { openProduct, placeIn } from "./open.ts";
import { inTerminal, runCommand } from "./terminal.ts";

const USAGE = "usage: npm run migrate [-- --check]";

const TEXTS: Readonly<Record<Finding["kind"], Readonly<Record<keyof Localised, (n: string) => string>>>> = {
  runs: { de: () => "wird ausgeführt", en: () => "would run" },
  skipped: {
    de: () => "nicht nötig: die Datenbank hat nichts davon",
    en: () => "not needed: the database has nothing of it",
  },
  column: { de: (n) => `${n} Werte gehen verloren`, en: (n) => `values lost: ${n}` },
  rows: { de: (n) => `${n} Zeilen gehen verloren`, en: (n) => `rows lost: ${n}` },
  values: { de: (n) => `${n} Werte werden andere`, en: (n) => `values changed: ${n}` },
  unfit: { de: (n) => `${n} Werte passen nicht zum Typ`, en: (n) => `values that do not fit the type: ${n}` },
  empty: { de: (n) => `${n} Zeilen fehlt der Wert`, en: (n) => `rows without the value: ${n}` },
};

async function main(args: readonly string[]): Promise<number> {
  const [option] = args;
  if (args.length > 1 || (option !== undefined && option !== "--check")) throw new Error(USAGE);
  if (option === undefined) {
    // Names new permissions and the roles that have them, as the log of a start does.
    await (await openProduct(placeIn(process.env), { onProgress: (text) => console.log(text) })).db.close();
    console.log(inTerminal(DONE));
    return 0;
  }
  const found = await tried();
  const loses = found.some(({ kind }) => kind !== "runs" && kind !== "skipped");
  console.log(inTerminal(loses ? LOSES : FINE));
  return loses ? 1 : 0;
}

/** Changes the database like a start, rolls back, and answers the findings. */
async function tried(): Promise<readonly Finding[]> {
  let found: readonly Finding[] = [];
  const trialOf = (catalogue: Catalogue): Trial => {
    const trial = createTrial(catalogue);
    ({ found } = trial);
    return trial;
  };
  try {
    await (await openProduct(placeIn(process.env), { trialOf })).db.close();
  } finally {
    for (const one of found) console.log(lineOf(one));
  }
  return found;
}

const DONE = {
  de: "Die Datenbank entspricht den Definitionen.",
  en: "The database is as the definitions say.",
};
const LOSES = {
  de: "Das ginge verloren. Nichts wurde geändert.",
  en: "This would be lost. Nothing was changed.",
};
const FINE = {
  de: "Nichts ginge verloren. Nichts wurde geändert.",
  en: "Nothing would be lost. Nothing was changed.",
};

function lineOf({ kind, file, what, number, examples }: Finding): string {
  const text = inTerminal({ de: TEXTS[kind].de(String(number)), en: TEXTS[kind].en(String(number)) });
  if (kind === "runs" || kind === "skipped") return `${file ?? ""}: ${text}`;
  const shown = examples.map(({ before, after }) =>
    kind === "values" ? `${before} → ${after ?? "–"}` : before,
  );
  return `  ${what}: ${text}${shown.length === 0 ? "" : ` (${shown.join(", ")}${number > shown.length ? ", …" : ""})`}`;
}

await runCommand(main);
