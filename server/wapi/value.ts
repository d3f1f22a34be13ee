import { LIMITS } from "#contract/limits";
import type { Json } from "#contract/wire/json";
import { parseFilterValue, parseValue, type DataType, type RefusedValue } from "../catalogue/data-types.ts";
import { refuse, type Refusal } from "../faults.ts";
import { regexpFault } from "#contract/values/regexp";
import { hiddenSignIn } from "#contract/values/signs";

/** Place of a value, for faults. */
export interface ValuePlace {
  readonly parameter: string;
  readonly scope: "old" | "new" | "query";
}

/** The refusal of a parameter that is not among the known ones. */
export function unknownParameter(
  parameter: string,
  scope: ValuePlace["scope"] | null,
  known: Iterable<string>,
): Refusal {
  return refuse("unknown_parameter", { parameter, scope, known_list: [...known] });
}

/** The canonical form of a value that is not null; refuses it by wire contract 4.2. */
export function valueOf(
  type: DataType,
  given: Json,
  place: ValuePlace,
  use: "value" | "filter" = "value",
): Json {
  const parsed = use === "filter" ? parseFilterValue(type, given) : parseValue(type, given);
  if (!parsed.ok) throw valueRefusal(parsed, type, place);
  if (use === "value" && place.scope === "new") refuseHiddenSigns(type, parsed.value, place);
  if (Array.isArray(parsed.value)) refuseTooMany(parsed.value, place);
  return parsed.value;
}

/** Refuses hidden characters in new values. Stored values of earlier releases may contain them, so `old` and filters may. */
function refuseHiddenSigns(type: DataType, value: Json, place: ValuePlace): void {
  const found = hiddenSignIn(value, type.value.hasLines === true);
  if (found === null) return;
  const details = {
    parameter: place.parameter,
    scope: place.scope,
    data_type: type.name,
    pattern: type.pattern,
  };
  throw refuse("bad_format", { ...details, ...found }).because("hiddenSign");
}

export function refuseTooMany(list: readonly Json[], { parameter }: Pick<ValuePlace, "parameter">): void {
  if (list.length <= LIMITS.listElements) return;
  throw refuse("too_many_values", { parameter, limit: LIMITS.listElements, found: list.length });
}

/** The refusal that names what is wrong with a value. For a list it names the first faulty element. */
export function valueRefusal(
  { fault, length, of }: RefusedValue,
  whole: DataType,
  place: ValuePlace,
): Refusal {
  const type = of ?? whole;
  const details = { parameter: place.parameter, scope: place.scope, data_type: type.name };
  switch (fault) {
    case "wrong_type":
      return refuse(fault, details);
    case "too_long":
      return refuse(fault, { ...details, text_length: type.textLength, length: length ?? null });
    case "bad_format": {
      const values = type.narrowing?.values ?? null;
      const among = values === null ? {} : { value_list: values };
      return refuse(fault, { ...details, pattern: type.pattern, ...among });
    }
    case "out_of_range":
      return refuse(fault, { ...details, min: type.min, max: type.max });
  }
}

/** A regular expression that may be sent to PostgreSQL (wire contract 2.5). */
export function regexpOf(given: Json, place: ValuePlace): string {
  const details = { parameter: place.parameter, scope: place.scope, data_type: "regexp" };
  if (typeof given !== "string") throw refuse("wrong_type", details);
  const fault = regexpFault(given);
  if (fault === null) return given;
  if (fault === "bad_format") throw refuse(fault, { ...details, pattern: null });
  throw refuse(fault, { ...details, text_length: LIMITS.regexpLength, length: given.length });
}

/** A filter value that equals no stored value (an EUI-64 without MAC address, wire contract 5.5). */
export function equalsNothing(type: DataType, value: Json): boolean {
  return value === "" && type.server.parseFilter !== undefined;
}
