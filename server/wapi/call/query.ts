import { EVENT_LIMITS } from "#contract/limits";
import { isList, isObject, textIn, type Json, type Params } from "#contract/wire/json";
import { dataType, parseQueryText, readQueryText, type DataType } from "../../catalogue/data-types.ts";
import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import { refuse } from "../../faults.ts";
import { CALL_ID, EXECUTOR_PARAMETERS, METADATA_PARAMETERS, METADATA_QUERY } from "../step.ts";
import { listParameters } from "../list/plan.ts";
import { unknownParameter, valueRefusal } from "../value.ts";

/** Query parameters of the executor (wire contract 3.1). */
export interface ExecutorOptions {
  readonly dictMode: boolean;
  readonly dryRun: boolean;
  /** A dry run also reports the answers of servers. */
  readonly serviceMode: boolean;
  /** A refusal also names the refused steps after the first. */
  readonly allFaults: boolean;
  readonly suLogin: string | null;
  /** Name under which progress is asked for. */
  readonly callId: string | null;
}

export function executorOptions(query: URLSearchParams): ExecutorOptions {
  refuseUnknown(query, new Map(Object.entries(EXECUTOR_PARAMETERS)));
  const isSet = (name: keyof typeof EXECUTOR_PARAMETERS): boolean =>
    queryValue(query, name, EXECUTOR_PARAMETERS[name]) === true;
  const dryRun = isSet("dry_mode");
  const serviceMode = isSet("service_mode");
  if (serviceMode && !dryRun) throw refuse("required_missing", { parameter: "dry_mode", scope: "query" });
  return {
    dictMode: isSet("dict_mode"),
    dryRun,
    serviceMode,
    allFaults: isSet("all_faults"),
    suLogin: query.get("su_login_name"),
    callId: query.has("call_id") ? callIdOf(query) : null,
  };
}

/** The name of a call, also in a request for progress: 1 to 64 characters. */
function callIdOf(query: URLSearchParams): string {
  const callId = query.get("call_id");
  const place = { parameter: "call_id", scope: "query" };
  if (callId === null) throw refuse("required_missing", place);
  if (callId === "") throw refuse("bad_format", { ...place, data_type: CALL_ID.name, pattern: null });
  queryValue(query, "call_id", CALL_ID);
  return callId;
}

/** The call that `wapi.transaction.progress` asks about (wire contract 3.12). */
export function progressQuery(query: URLSearchParams): string {
  refuseUnknown(query, new Map([["call_id", CALL_ID]]));
  return callIdOf(query);
}

/** Parameters of `wapi.object_type.metadata` in one language: the language, and the name of a type or null for all (wire contract 5.1). */
export function shortMetadataQuery(query: URLSearchParams): {
  readonly language: Json;
  readonly name: string | null;
} {
  refuseUnknown(query, new Map(Object.entries(METADATA_QUERY)));
  const { language, object_fq_name } = METADATA_QUERY;
  const name = queryValue(query, "object_fq_name", object_fq_name);
  return {
    language: queryValue(query, "language", language),
    name: name === null ? null : textIn(name),
  };
}

/** Name of the parameter of a stream of events: types whose changes it tells. */
const EVENT_TYPES = "object_fq_name_list";

/** Types whose changes a stream tells; null: all (wire contract 6.11). */
export function eventTypesQuery(
  { types }: Pick<Catalogue, "types">,
  query: URLSearchParams,
): readonly string[] | null {
  const type = dataType("fq_name_array");
  refuseUnknown(query, new Map([[EVENT_TYPES, type]]));
  const given = queryValue(query, EVENT_TYPES, type);
  if (!isList(given)) return null;
  const names = [...new Set(given.map(textIn))];
  if (names.length > EVENT_LIMITS.eventTypes)
    throw refuse("too_many_values", {
      parameter: EVENT_TYPES,
      limit: EVENT_LIMITS.eventTypes,
      found: names.length,
    });
  const unknown = names.find((name) => !types.has(name));
  if (unknown !== undefined)
    throw refuse("referenced_object_not_found", {
      attribute: EVENT_TYPES,
      ref_object_fq_name: "wapi.object_type",
      value: unknown,
    });
  return names;
}

/** Refuses unknown parameters of an address, and repeated ones (wire contract 1.2). */
export function refuseUnknown(query: URLSearchParams, known: ReadonlyMap<string, DataType>): void {
  for (const name of new Set(query.keys())) {
    const type = known.get(name);
    if (type === undefined) throw unknownParameter(name, "query", known.keys());
    if (query.getAll(name).length > 1)
      throw refuse("wrong_type", { parameter: name, scope: "query", data_type: type.name });
  }
}

function queryValue(
  query: URLSearchParams,
  name: string,
  type: DataType,
  read: typeof parseQueryText = parseQueryText,
): Json {
  const text = query.get(name);
  if (text === null) return null;
  const place = { parameter: name, scope: "query" } as const;
  const parsed = read(type, text);
  if (!parsed.ok) throw valueRefusal(parsed, type, place);
  return parsed.value;
}

/** Filters of a list in the query string as JSON. They are planned like those of a step (wire contract 2.2). */
export function listQuery(type: ObjectType, operation: string, query: URLSearchParams): Params {
  const types = new Map<string, DataType>(
    operation === "metadata"
      ? Object.entries(METADATA_PARAMETERS)
      : [...listParameters(type)].map(([name, parameter]) => [name, parameter.dataType]),
  );
  refuseUnknown(query, types);
  const given = [...types].filter(([name]) => query.has(name));
  return Object.fromEntries(given.map(([name, one]) => [name, queryValue(query, name, one, readQueryText)]));
}

/** The one step of a single call (wire contract 2.1). */
export function singleStep(name: string, body: Json): Json {
  if (!isObject(body)) throw refuse("malformed_json", { position: null });
  const unknown = Object.keys(body).find((member) => member !== "old" && member !== "new");
  if (unknown !== undefined) throw unknownParameter(unknown, null, ["old", "new"]);
  return { ...body, name };
}
