import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Screen } from "#core/screen/screen";

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

function isScreen(one: unknown): one is Screen {
  return typeof one === "object" && one !== null && "steps" in one && "sections" in one;
}
