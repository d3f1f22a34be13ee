import { LIMITS } from "#contract/limits";
import { isObject, type Json } from "#contract/wire/json";
import { parseValue, type DataType } from "../catalogue/data-types.ts";
import type { FeedSpec } from "../catalogue/define-feed.ts";
import { attributeOf, type Catalogue, type ObjectType } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import { refuse } from "../faults.ts";
import { hiddenSignIn } from "#contract/values/signs";
import { refuseTooMany, unknownParameter, valueOf, type ValuePlace } from "./value.ts";

/** An object type that other servers report, and the form of the reports. */
export interface Feed {
  readonly type: ObjectType;
  readonly spec: FeedSpec;
}

/** All feeds for reports of other servers. */
export function feedsOf(catalogue: Catalogue): readonly Feed[] {
  return [...catalogue.types.values()].flatMap((type) =>
    type.spec.feed === undefined ? [] : [{ type, spec: type.spec.feed }],
  );
}

/** A reported object in the form of its feed. */
export type Told = Readonly<Record<string, Json>>;

/** Number of stored objects, and the keys that belong to no known object. */
export interface Merged {
  readonly taken: number;
  readonly unknown: readonly string[];
}

/** Stores the reported objects, all or none. */
export async function mergeTold(db: Database, { spec }: Feed, told: readonly Told[]): Promise<Merged> {
  const options = { mode: "read write", statementTimeout: LIMITS.callTime, dryRun: false } as const;
  const [merged] = await db.transaction(options, (tx) =>
    tx.query<Merged>(spec.merge, [JSON.stringify(told)]),
  );
  if (merged === undefined) throw new Error(`the feed ${spec.name} answers one row`);
  return merged;
}

/** Time in ms by which the clock of a sender may be ahead. */
const AHEAD = 5 * 60_000;

/** The objects of a list, or a refusal that names the object and the value. */
export function toldIn(feed: Feed, list: readonly Json[] | undefined, now: number): readonly Told[] {
  const place = { parameter: feed.spec.list, scope: "new" } as const;
  if (list === undefined) throw refuse("required_missing", place);
  refuseTooMany(list, place);
  return list.map((one, at) => {
    const where = `${feed.spec.list}[${String(at)}]`;
    // If objects have the same key and time, the last one in the list counts.
    return { ...objectOf(feed, one, where, now), place: at };
  });
}

function objectOf(feed: Feed, one: Json, where: string, now: number): Told {
  const { attributes } = feed.spec;
  if (!isObject(one)) throw refuse("wrong_type", { parameter: where, scope: "new", data_type: "object" });
  const unknown = Object.keys(one).find((name) => !attributes.includes(name));
  if (unknown !== undefined) throw unknownParameter(`${where}.${unknown}`, "new", attributes);
  return Object.fromEntries(
    attributes.map((name) => [name, memberOf(feed, name, one[name], `${where}.${name}`, now)]),
  );
}

function memberOf(
  { type, spec }: Feed,
  name: string,
  given: Json | undefined,
  parameter: string,
  now: number,
): Json {
  const attribute = attributeOf(type, name);
  const place = { parameter, scope: "new" } as const;
  const isUnsure = spec.unsure?.includes(name) === true;
  if (given === undefined || given === null) {
    if (isUnsure) return null;
    throw refuse(given === null ? "null_not_allowed" : "required_missing", place);
  }
  if (isUnsure) return keepable(attribute.written, given);
  const value = valueOf(attribute.written, given, place);
  if (spec.past.includes(name)) refuseAhead(value, place, now);
  return value;
}

/** The value, or null if it cannot be stored, because devices may send anything. */
function keepable(type: DataType, given: Json): Json {
  const parsed = parseValue(type, given);
  return parsed.ok && hiddenSignIn(parsed.value, type.value.hasLines === true) === null ? parsed.value : null;
}

function refuseAhead(value: Json, place: ValuePlace, now: number): void {
  const latest = now + AHEAD;
  if (typeof value !== "string" || Date.parse(value) <= latest) return;
  throw refuse("out_of_range", {
    ...place,
    data_type: "timestamp",
    min: null,
    max: new Date(latest).toISOString(),
  }).because("clockAhead");
}
