import type { Localised } from "#contract/wire/json";
import type { ObjectName } from "#contract/wire/step";

/** Data that real services (DHCP, RADIUS) get of a type (docs/services.md). */
export interface ServiceSpec {
  /** Attributes that leave the database for the copy beside a service, besides the id. No other data leave it. */
  readonly copied?: readonly string[];
  /** Schema of the views, and the database role that may read them. */
  readonly reader?: string;
  /** Indexes, and views in the schema of `reader`, over copied attributes of this type and others. */
  readonly views?: readonly string[];
  /** Reasons why no service answers an object in its applied state. */
  readonly unserved?: readonly Unserved[];
  /** Answers of servers that depend on objects of this type. */
  readonly answers?: AnswersSpec;
  /** Units that are sent to a server as a whole, by name: SQL of their rows, which the code of the service reads. */
  readonly units?: Readonly<Record<string, string>>;
  /** How objects of this type reach servers. Absent if no part of an object reaches a server, or if the publisher of names records which servers have it. */
  readonly delivered?: DeliveredSpec;
}

/** A service whose servers answer clients outside the product. */
export interface Service {
  readonly name: string;
  /** Text in front of the place of an answer: "DHCP, subnet". */
  readonly label: Localised;
}

/** Answers of servers as rows, by which a dry run finds the changed answers. */
export interface AnswersSpec {
  readonly service: Service;
  /** Labels for types of answers that people do not know by name. */
  readonly types?: Readonly<Record<string, Localised>>;
  /** Selects `key` from the notes of the transaction (`output.asked`). Only answers with these keys can change. */
  readonly keys: string;
  /**
   * Selects `place`, `name`, `type`, `ttl`, `data`, `mark`, `id` and `through` for `{keys}` (text[]). `mark` stands for a secret and is only
   * compared. `id` is an object of this type, `through` one of the type below or null. An account that may read both objects sees the answer.
   */
  readonly rows: string;
  readonly through?: ObjectName;
}

/** Objects that reach a server as part of a unit. The versions of the unit show since when the server has each object. */
export interface DeliveredSpec {
  /** Kind of the notes, whose keys are ids of objects of this type. */
  readonly kind: string;
  /** Tables whose triggers write these notes. */
  readonly tables: readonly string[];
  /**
   * Selects `id`, `unit` and `content` for `{keys}` (text[]). `content` is the part of a unit (`output.delivery`) that comes from an object, as text.
   * All rows of an object in a unit are combined. A unit without a row has no part of the object.
   */
  readonly rows: string;
}

/** `rows` of a `DeliveredSpec` for objects that reach servers as answers; `unit` is SQL over an answer `a`. */
export function deliveredAnswers(
  { service, rows }: Pick<AnswersSpec, "service" | "rows">,
  unit: string,
): string {
  return `select a.id, ${unit} as unit,
    json_build_array('${service.name}', a.place, a.name, a.type, a.data, a.mark)::text as content
    from (${rows}) a`;
}

/** A reason why no server answers an object in its applied state. The state of the object shows the reason while a server of the kind `by` exists. */
export interface Unserved {
  /** A word, unique among those of the type. */
  readonly reason: string;
  /** Kind of the servers (`output.server`) that would answer it. */
  readonly by: string;
  /** The reason, and what to do about it. */
  readonly text: Localised;
  /** SQL condition over the row `o` of the object. */
  readonly when: string;
  /** SQL over `o`: the unit (`output.delivery`) that lacks the object. */
  readonly unit: string;
  /** How `services -- check` reports the object. Absent if it reports the same reason for a part of the object. */
  readonly told?: {
    /** SQL over `o`: the name of the object for people. */
    readonly as: string;
    /** SQL over `o`: columns by which the reported objects are ordered. */
    readonly by: string;
  };
}

/** Words for reasons why objects are not served, as values of an attribute. */
export function unservedWords(unserved: readonly Unserved[]): Readonly<Record<string, Localised>> {
  return Object.fromEntries(unserved.map(({ reason, text }) => [reason, text]));
}

/** Words for the answers of a type in a dry run, as in its metadata (wire contract 5.2). */
export function answerTexts({ answers }: ServiceSpec = {}): Readonly<Record<string, Localised>> {
  if (answers === undefined) return {};
  const { service, types = {} } = answers;
  if (!isNamed(service)) return {};
  const words = Object.entries(types).map(
    ([type, label]) => [`service.${service.name}.${type}`, label] as const,
  );
  return { [`service.${service.name}`]: service.label, ...Object.fromEntries(words) };
}

/** Definitions of a site may omit any member. */
export function isNamed(service: unknown): boolean {
  return typeof service === "object" && service !== null && "name" in service && "label" in service;
}
