import type { Localised } from "../wire/json.ts";

/** States of a ticket (wire contract 7.8). Each of them may follow any other. */
export const TICKET_STATES = {
  open: { de: "offen", en: "open" },
  in_work: { de: "in Arbeit", en: "in progress" },
  done: { de: "erledigt", en: "done" },
  refused: { de: "abgelehnt", en: "refused" },
} as const satisfies Readonly<Record<string, Localised>>;
