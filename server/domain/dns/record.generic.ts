import { textIn, type Localised } from "#contract/wire/json";
import { GENERIC_TYPE, isNeverKept } from "#contract/values/generic-types";
import { namedType } from "#contract/values/record-codes";
import { RECORD_FORMS, unnamedCode } from "#contract/values/record-types";
import { refuse, type Refusal } from "../../faults.ts";
import type { Placed } from "../../wapi/write/stages.ts";
import UNKEPT from "./record.unkept.json" with { type: "json" };

const IS_NUMBERED = new RegExp(GENERIC_TYPE);

/**
 * A type that is given by its number (RFC 3597) is created with its first record, and the database makes its row. Types that cannot be stored are
 * refused with the reason.
 */
export function bringTypes(works: readonly Placed[]): void {
  for (const { given, values, missing } of works) {
    const at = missing.findIndex(({ column }) => column === "type");
    const [unknown] = at < 0 ? [] : missing.splice(at, 1);
    if (unknown === undefined) continue;
    const type = textIn(given["type"]);
    if (unnamedCode(type) !== null) values["type"] = type;
    else missing.push({ ...unknown, refusal: () => explained(unknown.refusal(), type) });
  }
}

function explained(refusal: Refusal, type: string): Refusal {
  if (!IS_NUMBERED.test(type)) return refusal;
  const name = namedType(type);
  const { text, hint } = UNKEPT[RECORD_FORMS.has(name) ? "named" : isNeverKept(type) ? "never" : "other"];
  const fill = (said: string): string => said.replaceAll("{type}", type).replaceAll("{name}", name);
  const filled = ({ de, en }: Localised): Localised => ({ de: fill(de), en: fill(en) });
  return refuse(refusal.fault, refusal.details, null, filled(hint)).because(filled(text));
}
