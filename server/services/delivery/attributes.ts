import { unservedWords, type Unserved } from "../../catalogue/define-service.ts";
import type { AttributeSpec } from "../../catalogue/define.ts";

/** Why the state of a server differs from the wanted state. */
export const DELIVERY_ERROR = {
  type: "text_id",
  label: { de: "Fehler", en: "Error" },
  help: { de: "Was beim letzten Versuch war", en: "What came of the last try" },
  nullable: true,
  values: {
    waiting: { de: "hat noch den alten Stand", en: "still has the old version" },
    ahead: {
      de: "hat einen späteren Stand als die Datenbank",
      en: "has a later version than the database",
    },
    unknown: { de: "kennt die Zone nicht", en: "does not know the zone" },
    no_answer: { de: "antwortet nicht", en: "does not answer" },
    key_refused: { de: "nimmt den Schlüssel nicht an", en: "does not accept the key" },
    wrong_clock: {
      de: "hat eine falsche Uhr (BADTIME); der Wortlaut sagt, um wie viel sie vorgeht",
      en: "has a wrong clock (BADTIME); its words tell by how much it is ahead",
    },
    refused: { de: "lehnt einen Befehl ab", en: "refuses a command" },
    other_networks: {
      de: "zeigt andere Netze, als er bekommen hat",
      en: "shows other networks than it was given",
    },
    not_kept: {
      de: "hat die Netze, kann seine Datei aber nicht schreiben: nach einem Neustart fehlen sie",
      en: "has the networks, but cannot write its file: they are missing after a restart",
    },
    no_copy: { de: "keine Kopie dieses Namens folgt", en: "no copy of this name follows" },
    no_secret: { de: "hat hier keinen Schlüssel", en: "has no key here" },
  },
} as const;

/** Units that are delivered as a whole. */
export const UNIT = {
  type: "text_line",
  label: { de: "Einheit", en: "Unit" },
  help: {
    de: "Was als Ganzes ausgeliefert wird, bei DNS eine Zone",
    en: "What is delivered as a whole, for DNS a zone",
  },
  values: {
    dhcp4: { de: "Netze von DHCPv4", en: "networks of DHCPv4" },
    dhcp6: { de: "Netze von DHCPv6", en: "networks of DHCPv6" },
    reservations4: { de: "feste Zuweisungen von DHCPv4", en: "static assignments of DHCPv4" },
    reservations6: { de: "feste Zuweisungen von DHCPv6", en: "static assignments of DHCPv6" },
    clients: { de: "MAC-Clients", en: "MAC clients" },
  },
  hasOtherValues: true,
} as const;

/** Source of the information which version a server has. */
export const SHOWN_BY = {
  type: "text_id",
  label: { de: "Gezeigt von", en: "Shown by" },
  help: {
    de: "Woher bekannt ist, was der Server hat",
    en: "From where it is known what the server has",
  },
  values: {
    server: { de: "dem Server selbst", en: "the server itself" },
    copy: { de: "der Kopie, die er liest", en: "the copy that it reads" },
    database: { de: "dieser Datenbank, die er liest", en: "this database, which it reads" },
  },
} as const;

/** Since when one server has a change, or is waited for. */
export const IS_LIVE = { type: "boolean", label: { de: "Aktuell", en: "Live" } } as const;
export const SINCE = {
  type: "timestamp",
  label: { de: "Seit", en: "Since" },
  help: {
    de: "Seitdem hat der Server die Änderung oder wird gewartet",
    en: "Since then the server has the change, or is waited for",
  },
  nullable: true,
} as const;

// No reference, because the page of a server would list every object.
const SERVER = { type: "text_id", label: { de: "Dienstserver", en: "Service server" } } as const;

/** The state of names and records. If no server answers the object, `error` says why. */
export function nameState(unserved: readonly Unserved[]) {
  const help = {
    de: "Der Server hat selbst gezeigt, dass er die Änderung hat",
    en: "The server itself has shown that it has the change",
  };
  return {
    server: { ...SERVER, nullable: true },
    is_live: { ...IS_LIVE, help },
    since: SINCE,
    error: errorOr(unserved),
  } as const;
}

/** The state of objects that reach servers as parts of a unit. The state of an object that no server may answer names no server. */
export function partState(unserved: readonly Unserved[]): Readonly<Record<string, AttributeSpec>> {
  const orNone = unserved.length === 0 ? {} : ({ nullable: true } as const);
  const help = {
    de: "Es ist gezeigt, dass der Server die Änderung hat: von ihm selbst oder von dem, was er bei jeder Frage liest",
    en: "It is shown that the server has the change: by itself, or by what it reads with every question",
  };
  return {
    server: { ...SERVER, ...orNone },
    unit: UNIT,
    is_live: { ...IS_LIVE, help },
    since: SINCE,
    shown_by: { ...SHOWN_BY, ...orNone },
    error: errorOr(unserved),
  };
}

/** The error of a server, or why no server answers an object. */
function errorOr(unserved: readonly Unserved[]): AttributeSpec {
  if (unserved.length === 0) return DELIVERY_ERROR;
  return {
    ...DELIVERY_ERROR,
    help: {
      de: "Was beim letzten Versuch war, oder warum kein Server das Objekt ausgibt",
      en: "What came of the last try, or why no server answers the object",
    },
    values: { ...DELIVERY_ERROR.values, ...unservedWords(unserved) },
  };
}
