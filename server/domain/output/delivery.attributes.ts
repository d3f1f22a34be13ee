/** Why a server does not have what it should have. */
export const DELIVERY_ERROR = {
  type: "text_id",
  label: { de: "Fehler", en: "Error" },
  help: { de: "Was beim letzten Versuch war", en: "What came of the last try" },
  nullable: true,
  values: {
    waiting: { de: "hat noch den alten Stand", en: "still has the old version" },
    unknown: { de: "kennt die Zone nicht", en: "does not know the zone" },
    no_answer: { de: "antwortet nicht", en: "does not answer" },
    key_refused: { de: "nimmt den Schlüssel nicht an", en: "does not accept the key" },
    no_secret: { de: "hat hier keinen Schlüssel", en: "has no key here" },
  },
  hasOtherValues: true,
} as const;

/** Since when one server has a change, or waits for it. */
export const STATE = {
  is_live: {
    type: "boolean",
    label: { de: "Aktuell", en: "Live" },
    help: {
      de: "Der Server hat selbst gezeigt, dass er die Änderung hat",
      en: "The server itself has shown that it has the change",
    },
  },
  since: {
    type: "timestamp",
    label: { de: "Seit", en: "Since" },
    help: {
      de: "Seitdem hat der Server die Änderung oder wird gewartet",
      en: "Since then the server has the change, or is waited for",
    },
    nullable: true,
  },
  error: DELIVERY_ERROR,
} as const;
