import { LIMITS } from "#contract/limits";
import type { Json } from "#contract/wire/json";
import type { Catalogue } from "../catalogue/object-type.ts";
import { refuse, type Refusal } from "../faults.ts";
import { constraintOf } from "./ddl.ts";
import {
  CANCELLED,
  isBadRegexp,
  isUnavailable,
  isUnordered,
  isUsedUp,
  toldBy,
  troubleOf,
  UNRESOLVED,
  YIELDED,
} from "./sqlstate.ts";

/** The refusal for an error of the database; null for a bug. Details and messages contain values and are not passed on. */
export function faultOfSql(error: unknown, catalogue: Catalogue): Refusal | null {
  const code = toldBy(error, "code");
  if (!/^[0-9A-Z]{5}$/.test(code)) return null;
  if (isBadRegexp(code))
    return refuse("bad_format", { parameter: "regexp", scope: "old", data_type: "regexp", pattern: null });
  if (code === CANCELLED) return refuse("time_limit", { limit_s: LIMITS.callTime / 1000 });
  if (isUnordered(code)) return refuse("concurrent_change");
  if (code === YIELDED) return refuse("others_wait");
  if (code === UNRESOLVED) return refuse("outcome_unknown");
  if (isUsedUp(code)) return refuse("busy", { retry_after_s: LIMITS.retryAfter });
  const trouble = troubleRefusal(code);
  if (trouble !== null) return trouble;
  if (isUnavailable(code)) return refuse("not_ready");
  return constraintFault(toldBy(error, "constraint"), catalogue);
}

const SENTENCE_OF = {
  disk_full: "diskFull",
  out_of_memory: "databaseTrouble",
  system_error: "databaseTrouble",
} as const;

/** The refusal for a full disk and other troubles below the database; null for all other codes. */
export function troubleRefusal(code: string): Refusal | null {
  const trouble = troubleOf(code);
  return trouble === null ? null : refuse("not_ready").because(SENTENCE_OF[trouble]).causedBy(code);
}

function constraintFault(name: string, catalogue: Catalogue): Refusal | null {
  const known = constraintOf(catalogue, name);
  if (known === null) return null;
  const object_fq_name = known.type.name;
  const { fault } = known;
  switch (fault.kind) {
    case "unique":
      return refuse("unique_violation", {
        object_fq_name,
        attribute_list: fault.attributes,
        value_list: fault.attributes.map((name): Json => fault.where?.[name] ?? null),
      });
    case "check":
      return refuse(
        "check_violation",
        { object_fq_name, rule: fault.rule, attribute_list: fault.attributes },
        undefined,
        fault.hint,
      );
    case "overlap":
      return refuse("overlap", {
        object_fq_name,
        attribute: fault.attribute,
        value: null,
        other: null,
        other_gpk: null,
        other_title: null,
      }).because("overlapsAtOnce");
    default:
      return null;
  }
}
