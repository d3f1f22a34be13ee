import type { ServerSpec, ValueSpec } from "../data-type.ts";
import { OU_PART } from "./ou-short-name.ts";

export const value = {
  jsonName: "string",
  textLength: 255,
  pattern: `^${OU_PART}(::${OU_PART})*$`,
  partPattern: "^[^/]+$",
} as const satisfies ValueSpec;

export const server = {
  label: { de: "OE-Name", en: "OE name" },
  help: {
    de: "Kurznamen von der Wurzel an, verbunden durch ::, zum Beispiel KIT::SCC::NET",
    en: "Short names from the root, joined by ::, for example KIT::SCC::NET",
  },
} as const satisfies ServerSpec;
