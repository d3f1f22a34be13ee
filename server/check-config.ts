import { X509Certificate } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadCatalogue } from "./catalogue/load.ts";
import type { Catalogue } from "./catalogue/object-type.ts";
import { placeOfUrl } from "./db/connect-fault.ts";
import { setting, type Environment } from "./http/environment.ts";
import { shownSettings, unknownSettings } from "./http/setting-names.ts";
import { readSettings, type Settings } from "./http/settings.ts";
import { readHub } from "./hub/files.ts";
import { ROOT } from "./open.ts";
import { inTerminal } from "./terminal.ts";
import { readMapGround } from "./tools/map-ground.ts";

/**
 * `npm start -- --check-config`: prints the settings without secrets, and every fault of the settings and of the files that they name. Opens and
 * changes nothing. Answers the exit code.
 */
export async function checkConfig(env: Environment, print: (line: string) => void): Promise<number> {
  for (const line of shownSettings(env)) print(line);
  const { settings, faults } = readAll(env);
  const found = [...unknownSettings(env), ...faults, ...(await faultsOfFiles(settings, env))];
  for (const fault of found) print(fault);
  print(
    inTerminal(
      found.length === 0
        ? FINE
        : { de: `Fehler: ${String(found.length)}`, en: `faults: ${String(found.length)}` },
    ),
  );
  return found.length === 0 ? 0 : 1;
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const FINE = {
  de: "Die Einstellungen haben keinen Fehler. Nichts wurde geöffnet oder geändert.",
  en: "The settings have no fault. Nothing was opened or changed.",
};

/** All faults. Reading ends with the first fault, so each setting with a fault is removed and the others are read again. */
function readAll(env: Environment): { readonly settings: Settings; readonly faults: readonly string[] } {
  const faults: string[] = [];
  const given = { ...env };
  for (const name of Object.keys(given))
    if (name.startsWith("NETPORTAL_") && unknownSettings({ [name]: given[name] }).length > 0)
      delete given[name];
  const left = new Set<string>();
  for (;;) {
    try {
      return { settings: readSettings(given, ROOT), faults };
    } catch (error) {
      const sentence = messageOf(error);
      const named = [...sentence.matchAll(/DATABASE_URL|NETPORTAL_[A-Z_]+/g)].map(([name]) => name);
      // A fault that is caused only by a removed setting is not a fault of the operator.
      if (!named.some((name) => left.has(name))) faults.push(sentence);
      const wrong = named.find((name) => (given[name] ?? "") !== "");
      if (wrong === undefined) throw error;
      left.add(wrong);
      delete given[wrong];
    }
  }
}

/** Object types, templates and maps of the site, files of the database's address, and the built portal. */
async function faultsOfFiles(settings: Settings, env: Environment): Promise<readonly string[]> {
  const faults: string[] = [];
  const tried = async <T>(work: () => T | Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      faults.push(messageOf(error));
      return null;
    }
  };
  const { databaseUrl, map, buildsPortal } = settings;
  const catalogue: Catalogue | null = await tried(() => loadCatalogue());
  if (catalogue !== null) await tried(() => readHub(ROOT, catalogue, (text) => faults.push(text)));
  await tried(() => readMapGround(map.folder));
  const templates = setting(env, "NETPORTAL_TEMPLATES");
  if (templates !== null && !existsSync(templates))
    faults.push(`NETPORTAL_TEMPLATES=${templates} is no folder.`);
  if (databaseUrl !== null) await tried(() => placeOfUrl(databaseUrl));
  await tried(() => checkAuthorities(env["NODE_EXTRA_CA_CERTS"]));
  if (!buildsPortal && !existsSync(join(ROOT, "dist", "index.html")))
    faults.push("NETPORTAL_BUILD=0, but the portal is not built. Run npm run build.");
  return faults;
}

/** Node only warns of a file that it cannot read, and then trusts none of its authorities. */
function checkAuthorities(file = ""): void {
  if (file === "") return;
  try {
    const found = readFileSync(file, "utf8").match(CERTIFICATES) ?? [];
    if (found.length === 0) throw new Error("it has no certificate in PEM");
    for (const pem of found) new X509Certificate(pem);
  } catch (cause) {
    throw new Error(`NODE_EXTRA_CA_CERTS=${file} cannot be used: ${messageOf(cause)}.`, { cause });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
