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

/** A sentence that gives the reason of a fault more exactly than its general text. */
interface Sentence {
  readonly text: Localised;
  readonly hint?: Localised;
}

/** One fault of wire contract 4.2; `{member}` in a text stands for that member of the details. */
interface FaultEntry extends Sentence {
  readonly code: number;
  /** 400 if absent. */
  readonly status?: number;
}

interface FaultFamily {
  readonly text: Localised;
  readonly faults: Readonly<Record<string, FaultEntry>>;
}

type Families = typeof CATALOGUE;
export type FaultName = { [F in keyof Families]: keyof Families[F]["faults"] }[keyof Families];
export type Language = keyof Localised;

type SentenceName = keyof typeof SENTENCES;

interface Fault extends FaultEntry {
  readonly type: FaultTypeName;
}

const FAMILIES: Readonly<Record<FaultTypeName, FaultFamily>> = CATALOGUE;
const HINTS: Readonly<Record<string, Localised>> = RULE_HINTS;
// `Object.keys` does not know the names.
const TYPES = Object.keys(FAULT_TYPES) as readonly FaultTypeName[];
const FAULTS = new Map<string, Fault>();
for (const type of TYPES)
  for (const [name, entry] of Object.entries(FAMILIES[type].faults)) FAULTS.set(name, { ...entry, type });

/** Contents of a refusal besides its fault. */
export interface RefusalParts {
  readonly details: Readonly<Record<string, Json>>;
  readonly at: FaultStatement | null;
  readonly ownHint: Localised | null;
  /** Text for a reason that the sentence of the catalogue does not give. */
  readonly ownText: Localised | null;
  /** Like `ownText`, but a sentence that is filled with the details. */
  readonly sentence: Partial<Sentence>;
  /** Refusals of later steps of the same call. */
  readonly further: readonly Refusal[];
  /** True if the call would have succeeded without the refused steps: then no other step is refused. */
  readonly isComplete: boolean;
  /** SQLSTATE of a trouble below the database, which is only logged. */
  readonly sqlState: string | null;
}

const NOTHING_MORE: RefusalParts = {
  details: {},
  at: null,
  ownHint: null,
  ownText: null,
  sentence: {},
  further: [],
  isComplete: false,
  sqlState: null,
};

/** An expected refusal on its way to the answer. `refuse` throws it, and the outermost room makes it a body. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly fault: FaultName;
  readonly parts: RefusalParts;

  constructor(fault: FaultName, parts: Partial<RefusalParts>) {
    super(fault);
    this.fault = fault;
    this.parts = { ...NOTHING_MORE, ...parts };
  }

  get details(): RefusalParts["details"] {
    return this.parts.details;
  }

  get at(): RefusalParts["at"] {
    return this.parts.at;
  }

  get status(): number {
    return this.known.status ?? 400;
  }

  get headers(): Readonly<Record<string, string>> {
    return this.status === 401 ? { "WWW-Authenticate": "Bearer" } : {};
  }

  private get known(): Fault {
    const fault = FAULTS.get(this.fault);
    if (fault === undefined) throw new Error(`there is no fault ${this.fault}`);
    return fault;
  }

  /** The wire form in German, which is the default language of the API. */
  get exception(): WireException {
    return this.inLanguage("de");
  }

  /** The wire form with texts of one language. With `words` it has the labels that people know instead of names of the API. */
  inLanguage(language: Language, words: FaultWords | null = null): WireException {
    const { known, fault } = this;
    const { details, at, ownHint, ownText, sentence, further, isComplete } = this.parts;
    // A hint of the sentence replaces that of the fault, which replaces that of the rule.
    const { text, hint } = { hint: ruleHint(details), ...known, ...sentence };
    const say = this.filling(language, words);
    const list = further.map((one) => one.inLanguage(language, words));
    return {
      error_type: {
        code: FAULT_TYPES[known.type],
        name: known.type,
        description: FAMILIES[known.type].text[language],
      },
      error: { code: known.code, name: fault },
      description: ownText?.[language] ?? say(text),
      details,
      hint: ownHint?.[language] ?? (hint === undefined ? null : say(hint)),
      traceback: at === null ? null : { transaction_statement: at },
      ...(list.length === 0 ? {} : { further_list: list }),
      ...(isComplete ? { is_complete: true } : {}),
    };
  }

  /** Fills a text with the details. Faults of the request itself keep the names of the API, because programmers read them. */
  private filling(language: Language, words: FaultWords | null): (text: Localised) => string {
    const { details, at } = this.parts;
    const spoken = this.known.type === "request_error" ? null : words;
    return (text) => filled(text[language], { details, language, words: spoken, step: at?.name ?? null });
  }

  /** The same refusal with another sentence: a named one that is filled with the details, or a text. */
  because(sentence: SentenceName | Localised): Refusal {
    if (typeof sentence === "string") return this.with({ sentence: SENTENCES[sentence] });
    return this.with({ ownText: sentence });
  }

  /** The same refusal, with the trouble of the machine below the database that caused it. */
  causedBy(sqlState: string): Refusal {
    return this.with({ sqlState });
  }

  /** The same refusal, with those of later steps. */
  withFurther(further: readonly Refusal[]): Refusal {
    return this.with({ further });
  }

  /** The same refusal, with the statement that no other step is refused. */
  complete(): Refusal {
    return this.with({ isComplete: true });
  }

  /** The same refusal with its place in the transaction, unless it already has one. */
  atStatement(at: FaultStatement): Refusal {
    return this.at === null ? this.with({ at, further: [] }) : this;
  }

  private with(parts: Partial<RefusalParts>): Refusal {
    return new Refusal(this.fault, { ...this.parts, ...parts });
  }
}

function ruleHint({ rule }: Refusal["details"]): Localised | undefined {
  return typeof rule === "string" ? HINTS[rule] : undefined;
}

/** Makes a refusal to throw. `ownHint` replaces the hint of the catalogue. */
export function refuse(
  name: FaultName,
  details: RefusalParts["details"] = {},
  at: FaultStatement | null = null,
  ownHint: Localised | null = null,
): Refusal {
  return new Refusal(name, { details, at, ownHint });
}
