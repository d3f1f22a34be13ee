import { textIn, type Json } from "#contract/wire/json";
import { parseRecordData, targetName } from "#contract/values/record-data";
import { addressVersion, isKept, isTextType, recordExample } from "#contract/values/record-types";
import { whySentence, type Why } from "#contract/values/record-why";
import { toAscii } from "../../catalogue/to-ascii.ts";
import { refuse, type Refusal } from "../../faults.ts";
import type { WritePlan } from "../../wapi/plan.ts";
import { idsByKey } from "../../wapi/write/ids-by-key.ts";
import type { Placed, WriteRun } from "../../wapi/write/stages.ts";

export function isAddressType(type: Json | undefined): boolean {
  return typeof type === "string" && addressVersion(type) !== null;
}

/** `data` in the canonical form of its record type. Unknown types are reported by the check of references. */
export function canonicalData(type: Json | undefined, data: Json | undefined, plan: WritePlan): Json {
  const given = data ?? null;
  if (typeof type !== "string" || !isKept(type)) return given;
  if (given !== null && typeof given !== "string") return given;
  const parsed = parseRecordData(type, given, toAscii);
  if (!parsed.ok) throw badData({ type, given, why: parsed.why }, plan);
  return parsed.value;
}

/** Explains a text that begins with a quotation mark, and how to write a text that contains the mark. */
const QUOTING = {
  de: 'Ein Text, der mit " beginnt, besteht aus Zeichenketten in Anführungszeichen mit Leerzeichen dazwischen ("eins" "zwei"). Jedes " braucht sein Ende; im Text stehen \\" für ", \\\\ für \\ und \\DDD für ein Byte von 001 bis 255 in UTF-8. Ohne " am Anfang gilt der Text, wie er dasteht.',
  en: 'A text that begins with " consists of quoted strings with blanks between them ("one" "two"). Every " needs its end; inside the text \\" stands for ", \\\\ for \\ and \\DDD for a byte from 001 to 255 in UTF-8. Without " at its beginning a text is taken as it stands.',
} as const;

interface BadData {
  readonly type: string;
  readonly given: string | null;
  readonly why: Why | undefined;
}

function badData({ type, given, why }: BadData, plan: WritePlan): Error {
  const place = { parameter: "data", scope: "new" };
  if (given !== null) {
    const details = { ...place, data_type: "text", pattern: null, record_type: type };
    const example = recordExample(type);
    const examples =
      example === undefined ? [] : [{ de: `Zum Beispiel: ${example}`, en: `For example: ${example}` }];
    const hint = isTextType(type) ? QUOTING : examples[0];
    const clause = why === undefined ? null : whySentence(why, type);
    return refuse("bad_format", details, undefined, hint).because({
      de: `Der Wert von data hat nicht die Form des Eintragstyps ${type}${clause === null ? "" : `: ${clause.de}`}.`,
      en: `The value of data does not have the form of the record type ${type}${clause === null ? "" : `: ${clause.en}`}.`,
    });
  }
  const isAbsent = plan.kind === "create" && plan.new["data"] === undefined;
  return refuse(isAbsent ? "required_missing" : "null_not_allowed", place);
}

/** Fills exactly one target column from `data`; a name in it must exist. */
export async function placeTargets(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const concerned = works.filter((work) => work.given["data"] !== undefined);
  const names = concerned.flatMap((work) => {
    const name = fillTargets(work);
    return name === null ? [] : [{ work, name }];
  });
  if (names.length === 0) return;
  const type = run.catalogue.type("dns.fqdn");
  const keys = names.map(({ name }) => [name]);
  const ids = await idsByKey(run, type, keys);
  for (const [at, { work, name }] of names.entries()) {
    const id = ids[at] ?? null;
    work.values["target_fqdn"] = id;
    if (id !== null) continue;
    const refusal = (): Refusal =>
      refuse("referenced_object_not_found", {
        object_fq_name: "dns.record",
        attribute: "data",
        value: name,
        reference_name: "api_fkey_dns_record_target_fqdn",
        ref_object_fq_name: "dns.fqdn",
      });
    work.missing.push({ column: "target_fqdn", refusal });
  }
}

/** Fills target columns that need no look-up and answers the name to look up, or null. */
function fillTargets(work: Placed): string | null {
  const type = recordType(work);
  // If a record is updated by its gpk, only the row has its type.
  const data = canonicalData(type, work.given["data"], work.plan);
  work.given["data"] = data;
  const name = typeof data === "string" ? targetName(type, data) : null;
  const isAddress = isAddressType(type);
  Object.assign(work.values, {
    data,
    target_ipaddr: isAddress ? data : null,
    target_data_unref: isAddress || name !== null ? null : data,
    target_fqdn: null,
  });
  return name;
}

/** The record type of the step, or that of the changed row. */
export function recordType(work: Placed): string {
  return textIn(work.given["type"] ?? work.before?.["type"]);
}
