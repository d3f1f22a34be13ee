import type { Localised } from "#contract/wire/json";
import type { ObjectName } from "#contract/wire/step";

/** What real services (DHCP, RADIUS) get of a type (docs/services.md). */
export interface ServiceSpec {
  /** Attributes that leave the database for the copy beside a service, besides the id. Nothing else leaves. */
  readonly copied?: readonly string[];
  /** Schema of the views, and the database role that may read them. */
  readonly reader?: string;
  /** Indexes, and views in the schema of `reader` over copied attributes, of this type and others. */
  readonly views?: readonly string[];
  /** What no service can answer as it was applied. */
  readonly unserved?: readonly Unserved[];
  /** What servers answer because of objects of this type. */
  readonly answers?: AnswersSpec;
}

/** A service whose servers answer the world. */
export interface Service {
  readonly name: string;
  /** What is said before the place of an answer: "DHCP, subnet". */
  readonly label: Localised;
}

/** Answers of servers as rows, so that a dry run tells which of them a transaction changes. */
export interface AnswersSpec {
  readonly service: Service;
  /** Types of answers that people do not know by their own name. */
  readonly types?: Readonly<Record<string, Localised>>;
  /** Selects `key` from what the transaction noted (`output.asked`): no other answers may have changed. */
  readonly keys: string;
  /**
   * Selects `place`, `name`, `type`, `ttl`, `data`, `mark`, `id` and `through` for `{keys}` (text[]). `mark` stands for a secret and is
   * compared only. `id` is an object of this type, `through` one of the type below or null: whoever may read both sees the answer.
   */
  readonly rows: string;
  readonly through?: ObjectName;
  /** How these objects reach servers; absent where the publisher of names keeps account of it. */
  readonly delivered?: DeliveredSpec;
}

/** Objects that reach a server as part of a unit, whose versions tell since when the server has each of them. */
export interface DeliveredSpec {
  /** Kind of the notes, whose keys are ids of objects of this type. */
  readonly kind: string;
  /** Tables whose triggers write these notes. */
  readonly tables: readonly string[];
  /** SQL over an answer `a`: the unit (`output.delivery`) that it belongs to. */
  readonly unit: string;
}

export interface Unserved {
  /** Why, with `{object}`. */
  readonly text: Localised;
  /** Selects `object`, the names of what cannot be served, in order. */
  readonly sql: string;
}

/** Words for the answers of a type in a dry run, as its metadata has them (wire contract 5.2). */
export function answerTexts({ answers }: ServiceSpec = {}): Readonly<Record<string, Localised>> {
  if (answers === undefined) return {};
  const { service, types = {} } = answers;
  if (!isNamed(service)) return {};
  const words = Object.entries(types).map(
    ([type, label]) => [`service.${service.name}.${type}`, label] as const,
  );
  return { [`service.${service.name}`]: service.label, ...Object.fromEntries(words) };
}

/** Definitions of a site may leave out anything. */
export function isNamed(service: unknown): boolean {
  return typeof service === "object" && service !== null && "name" in service && "label" in service;
}
