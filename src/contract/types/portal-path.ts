import { lengthOf, type ServerSpec, type ValueSpec } from "../data-type.ts";
import { parsedOr, refusedLength } from "../values/parsed.ts";
import { parsePortalPath, PORTAL_PATH } from "../values/portal-path.ts";

const LENGTH = 2000;

export const value = {
  jsonName: "string",
  textLength: LENGTH,
  pattern: PORTAL_PATH,
  parse: (text) =>
    lengthOf(text) > LENGTH ? refusedLength(lengthOf(text)) : parsedOr(parsePortalPath(text)),
} as const satisfies ValueSpec;

export const server = {
  label: { de: "Seite des Portals", en: "Page of the portal" },
  help: {
    de: "Pfad und Abfrage ohne Rechnernamen, zum Beispiel /cntl/groups?q=web",
    en: "Path and query without a host, for example /cntl/groups?q=web",
  },
} as const satisfies ServerSpec;
