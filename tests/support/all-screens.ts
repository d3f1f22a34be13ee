import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { Screen } from "#core/screen/screen";
import { screenAtPath } from "../../src/screens/object/page-screen.ts";
import { SUBJECT_ROUTES } from "../../src/subjects/subjects.ts";

const FOLDERS = ["screens", "subjects"].map((room) => join(import.meta.dirname, "../../src", room));

/** The screens that the files of the portal's screens export. */
export async function allScreens(): Promise<readonly Screen[]> {
  const screens: Screen[] = [];
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  for (const file of files) {
    if (!file.endsWith(".ts")) continue;
    const module: unknown = await import(pathToFileURL(file).href);
    for (const one of Object.values(module ?? {})) if (isScreen(one)) screens.push(one);
  }
  return screens;
}

/** The screens at paths of the portal that the definition of a type describes, for a reader without permissions. */
export function typeScreens(catalogue: Catalogue): readonly Screen[] {
  const reading = { catalogue, locale: "en", permissions: new Set<string>(), tab: null } as const;
  return SUBJECT_ROUTES.flatMap(({ routes }) => routes).flatMap(({ shows }) => {
    if (typeof shows !== "object") return [];
    const screen = screenAtPath(reading, shows.type);
    if (screen === null) throw new Error(`${shows.type} does not say what its page shows`);
    return [screen];
  });
}

function isScreen(one: unknown): one is Screen {
  return typeof one === "object" && one !== null && "steps" in one && "sections" in one;
}
