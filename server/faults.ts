import {
  FAULT_TYPES,
  type FaultStatement,
  type FaultTypeName,
  type WireException,
} from "#contract/wire/fault";
import type { Json, Localised } from "#contract/wire/json";
import CATALOGUE from "./faults/faults.json" with { type: "json" };
import RULE_HINTS from "./faults/rules.json" with { type: "json" };
import SENTENCES from "./faults/sentences.json" with { type: "json" };
import { filled, type FaultWords } from "./faults/words.ts";

export { addressSentences, placeObjects, type AddressPlace } from "./faults/addresses.ts";
export type { FaultWords } from "./faults/words.ts";

/** One fault of wire contract 4.2; `{member}` in a text stands for that member of the details. */
interface FaultEntry {
  readonly code: number;
  /** 400 if absent. */
  readonly status?: number;
  readonly text: Localised;
  readonly hint?: Localised;
}

interface FaultFamily {
  readonly text: Localised;
  readonly faults: Readonly<Record<string, FaultEntry>>;
}

type Families = typeof CATALOGUE;
export type FaultName = { [F in keyof Families]: keyof Families[F]["faults"] }[keyof Families];
export type Language = keyof Localised;

/** A sentence that tells the reason of a fault more exactly than its own text. */
interface Sentence {
  readonly text: Localised;
  readonly hint?: Localised;
}

type SentenceName = keyof typeof SENTENCES;

interface Fault extends FaultEntry {
  readonly type: FaultTypeName;
}

const FAMILIES: Readonly<Record<FaultTypeName, FaultFamily>> = CATALOGUE;
const HINTS: Readonly<Record<string, Localised>> = RULE_HINTS;
const FAULTS = new Map<string, Fault>();
for (const type of typeNames())
  for (const [name, entry] of Object.entries(FAMILIES[type].faults)) FAULTS.set(name, { ...entry, type });

function typeNames(): readonly FaultTypeName[] {
  // `Object.keys` does not know the names.
  return Object.keys(FAULT_TYPES) as readonly FaultTypeName[];
}

function faultNamed(name: FaultName): Fault {
  const fault = FAULTS.get(name);
  if (fault === undefined) throw new Error(`there is no fault ${name}`);
  return fault;
}

export type RefusalParts = Pick<
  Refusal,
  "details" | "at" | "ownHint" | "ownText" | "sentence" | "isComplete"
>;

/** An expected refusal on its way to the answer; thrown by `refuse`, made a body by the outermost room. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly fault: FaultName;
  readonly details: Readonly<Record<string, Json>>;
  readonly at: FaultStatement | null;
  readonly ownHint: Localised | null;
  /** What happened, where the sentence of the catalogue would leave the person without the reason. */
  readonly ownText: Localised | null;
  /** The same by a sentence that is filled with the details. */
  readonly sentence: Partial<Sentence>;
  readonly headers: Readonly<Record<string, string>>;
  /** Refusals of later steps of the same call. */
  readonly further: readonly Refusal[];
  /** Without the refused steps the call would have gone well, so no other step is refused. */
  readonly isComplete: boolean;

  constructor(
    fault: FaultName,
    parts: Pick<Refusal, "details" | "at" | "ownHint"> & Partial<RefusalParts & Pick<Refusal, "further">>,
  ) {
    super(fault);
    this.fault = fault;
    this.details = parts.details;
    this.at = parts.at;
    this.ownHint = parts.ownHint;
    this.ownText = parts.ownText ?? null;
    this.sentence = parts.sentence ?? {};
    this.further = parts.further ?? [];
    this.isComplete = parts.isComplete ?? false;
    this.headers = faultNamed(fault).status === 401 ? { "WWW-Authenticate": "Bearer" } : {};
  }

  get status(): number {
    return faultNamed(this.fault).status ?? 400;
  }

  /** The wire form in German, the language of the API where a request prefers no other. */
  get exception(): WireException {
    return this.inLanguage("de");
  }

  /** The wire form with texts of one language; with `words`, in the names that people know instead of those of the API. */
  inLanguage(language: Language, words: FaultWords | null = null): WireException {
    const { type, code } = faultNamed(this.fault);
    const bare: WireException = {
      error_type: { code: FAULT_TYPES[type], name: type, description: "" },
      error: { code, name: this.fault },
      description: "",
      details: this.details,
      hint: (this.ownHint ?? ruleHint(this.details))?.[language] ?? null,
      traceback: this.at === null ? null : { transaction_statement: this.at },
    };
    const said = localise(bare, language, words, this.sentence);
    return {
      ...said,
      description: this.ownText?.[language] ?? said.description,
      hint: this.ownHint?.[language] ?? said.hint,
      ...this.furtherIn(language, words),
    };
  }

  private furtherIn(
    language: Language,
    words: FaultWords | null,
  ): Pick<WireException, "further_list" | "is_complete"> {
    const list = this.further.map((one) => one.inLanguage(language, words));
    return {
      ...(list.length === 0 ? {} : { further_list: list }),
      ...(this.isComplete ? { is_complete: true } : {}),
    };
  }

  /** The same refusal with a sentence of its own: a named one, filled with the details, or a text. */
  because(sentence: SentenceName | Localised): Refusal {
    if (typeof sentence === "string") return this.with({ sentence: SENTENCES[sentence] });
    return this.with({ ownText: sentence });
  }

  /** The same refusal with those of later steps. */
  withFurther(further: readonly Refusal[]): Refusal {
    return this.with({ further });
  }

  /** The same refusal, which tells that no other step is refused. */
  complete(): Refusal {
    return this.with({ isComplete: true });
  }

  /** The same refusal with its place in the transaction, unless it has one. */
  atStatement(at: FaultStatement): Refusal {
    return this.at === null ? this.with({ at, further: [] }) : this;
  }

  /** What a refusal is made of, apart from those of later steps. */
  get parts(): RefusalParts {
    const { details, at, ownHint, ownText, sentence, isComplete } = this;
    return { details, at, ownHint, ownText, sentence, isComplete };
  }

  private with(parts: Partial<RefusalParts & Pick<Refusal, "further">>): Refusal {
    return new Refusal(this.fault, { ...this.parts, further: this.further, ...parts });
  }
}

function ruleHint({ rule }: Refusal["details"]): Localised | null {
  return typeof rule === "string" ? (HINTS[rule] ?? null) : null;
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

/** Texts of the exception in the given language; a hint that is not of the catalogue stays as it is. `sentence` is said in place of its text. */
export function localise(
  exception: WireException,
  language: Language,
  words: FaultWords | null = null,
  sentence: Partial<Sentence> = {},
): WireException {
  const known = FAULTS.get(exception.error.name);
  if (known?.type !== exception.error_type.name) return exception;
  const { details, traceback } = exception;
  // A faulty request is its programmer's, who knows the names of the API.
  const spoken = known.type === "request_error" ? null : words;
  const fault = { details, language, words: spoken, step: traceback?.transaction_statement.name ?? null };
  const { text, hint } = { ...known, ...sentence };
  return {
    ...exception,
    error_type: { ...exception.error_type, description: FAMILIES[known.type].text[language] },
    description: filled(text[language], fault),
    hint: hint === undefined ? exception.hint : filled(hint[language], fault),
  };
}
