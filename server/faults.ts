import { FAULT_TYPES } from "#contract/wire/fault";
import type { FaultStatement, FaultTypeName, WireException } from "#contract/wire/fault";
import type { Json, Localised } from "#contract/wire/json";
import { ACCOUNT_FAULTS } from "./faults/account.ts";
import { DATA_FAULTS } from "./faults/data.ts";
import { REQUEST_FAULTS } from "./faults/request.ts";
import { RULE_HINTS } from "./faults/rules.ts";

export { addressSentences, placeObjects, type AddressPlace } from "./faults/addresses.ts";
import { filled, type FaultWords } from "./faults/words.ts";

export type { FaultWords } from "./faults/words.ts";

const FAMILIES: Readonly<Record<FaultTypeName, Localised>> = {
  authentication_error: { de: "Anmeldung fehlgeschlagen.", en: "Authentication failed." },
  permission_error: { de: "Fehlende Berechtigung.", en: "Missing permission." },
  not_found: { de: "Objekt nicht gefunden.", en: "Object not found." },
  constraint_violation: {
    de: "Verletzung einer Bedingung der Datenbank.",
    en: "Constraint of the database violated.",
  },
  value_error: { de: "Ungültiger Wert.", en: "Invalid value." },
  conflict: {
    de: "Konflikt mit einer Änderung durch jemand anderen.",
    en: "Conflict with a change by somebody else.",
  },
  rule_violation: { de: "Verletzung einer Regel.", en: "Rule violated." },
  request_error: { de: "Fehlerhafter Aufruf.", en: "Faulty request." },
  limit_exceeded: { de: "Grenze überschritten.", en: "Limit exceeded." },
  access_mode_error: {
    de: "Im jetzigen Betriebsmodus nicht möglich.",
    en: "Not possible in the present access mode.",
  },
  internal_error: { de: "Interner Fehler.", en: "Internal error." },
};

/** Every refusal that the server can utter; the names are unique over all families. */
const FAULTS = { ...ACCOUNT_FAULTS, ...DATA_FAULTS, ...REQUEST_FAULTS } as const;

export type FaultName = keyof typeof FAULTS;
export type Language = keyof Localised;

/** An expected refusal on its way to the answer; thrown by `refuse`, made a body by the outermost room. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly fault: FaultName;
  readonly details: Readonly<Record<string, Json>>;
  readonly at: FaultStatement | null;
  readonly ownHint: Localised | null;
  /** What happened, where the sentence of the catalogue would leave the person without the reason. */
  readonly ownText: Localised | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    fault: FaultName,
    parts: Pick<Refusal, "details" | "at" | "ownHint"> & Partial<Pick<Refusal, "ownText">>,
  ) {
    super(fault);
    this.fault = fault;
    this.details = parts.details;
    this.at = parts.at;
    this.ownHint = parts.ownHint;
    this.ownText = parts.ownText ?? null;
    this.headers = FAULTS[fault].status === 401 ? { "WWW-Authenticate": "Bearer" } : {};
  }

  get status(): number {
    return FAULTS[this.fault].status;
  }

  /** The wire form in German, the language of the API where a request prefers no other. */
  get exception(): WireException {
    return this.inLanguage("de");
  }

  /** The wire form with texts of one language; with `words`, in the names that people know instead of those of the API. */
  inLanguage(language: Language, words: FaultWords | null = null): WireException {
    const { type, code } = FAULTS[this.fault];
    const bare: WireException = {
      error_type: { code: FAULT_TYPES[type], name: type, description: "" },
      error: { code, name: this.fault },
      description: "",
      details: this.details,
      hint: (this.ownHint ?? ruleHint(this.details))?.[language] ?? null,
      traceback: this.at === null ? null : { transaction_statement: this.at },
    };
    const said = localise(bare, language, words);
    return {
      ...said,
      description: this.ownText?.[language] ?? said.description,
      hint: this.ownHint?.[language] ?? said.hint,
    };
  }

  /** The same refusal with a sentence of its own. */
  because(ownText: Localised): Refusal {
    return new Refusal(this.fault, { details: this.details, at: this.at, ownHint: this.ownHint, ownText });
  }

  /** The same refusal with its place in the transaction, unless it has one. */
  atStatement(at: FaultStatement): Refusal {
    if (this.at !== null) return this;
    return new Refusal(this.fault, {
      details: this.details,
      at,
      ownHint: this.ownHint,
      ownText: this.ownText,
    });
  }
}

function ruleHint({ rule }: Refusal["details"]): Localised | null {
  return typeof rule === "string" ? (RULE_HINTS[rule] ?? null) : null;
}

/** Makes the refusal that is then thrown. `hint` replaces the hint of the catalogue (rules say what they want). */
export function refuse(
  name: FaultName,
  details: Readonly<Record<string, Json>> = {},
  at?: FaultStatement,
  hint?: Localised,
): Refusal {
  return new Refusal(name, { details, at: at ?? null, ownHint: hint ?? null });
}

/** Texts of the exception in the given language; a hint that is not of the catalogue stays as it is. */
export function localise(
  exception: WireException,
  language: Language,
  words: FaultWords | null = null,
): WireException {
  const known = Object.entries(FAULTS).find(
    ([name, { type }]) => name === exception.error.name && type === exception.error_type.name,
  )?.[1];
  if (known === undefined) return exception;
  const { details, traceback } = exception;
  // A faulty request is its programmer's, who knows the names of the API.
  const spoken = known.type === "request_error" ? null : words;
  const fault = { details, language, words: spoken, step: traceback?.transaction_statement.name ?? null };
  return {
    ...exception,
    error_type: { ...exception.error_type, description: FAMILIES[known.type][language] },
    description: filled(known.text[language], fault),
    hint: known.hint === null ? exception.hint : filled(known.hint[language], fault),
  };
}
