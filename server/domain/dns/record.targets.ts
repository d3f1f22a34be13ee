import type { Json } from "#contract/wire/json";
import { parseRecordData, RECORD_FORMS, targetName } from "#contract/values/record-data";
import { toAscii } from "../../catalogue/to-ascii.ts";
import { refuse } from "../../faults.ts";
import type { WritePlan } from "../../wapi/plan.ts";
import { idsByKey } from "../../wapi/write/locate.ts";
import type { Work, WriteRun } from "../../wapi/write/work.ts";

/** Whether records of this type point to an address. */
export function isAddressType(type: Json | undefined): boolean {
  return typeof type === "string" && RECORD_FORMS.get(type)?.kind === "address";
}

/** `data` to be stored, in the canonical form of its record type; a type that does not exist is left for the check of references. */
export function canonicalData(type: Json | undefined, data: Json | undefined, plan: WritePlan): Json {
  const given = data ?? null;
  if (typeof type !== "string" || RECORD_FORMS.get(type) === undefined) return given;
  if (given !== null && typeof given !== "string") return given;
  const parsed = parseRecordData(type, given, toAscii);
  if (!parsed.ok) throw badData(type, given, plan);
  return parsed.value;
}

/** How a text that begins with a quotation mark is read, and how it is written where it is meant so. */
const QUOTING = {
  de: 'Ein Text, der mit " beginnt, besteht aus Zeichenketten in Anführungszeichen mit Leerzeichen dazwischen ("eins" "zwei"). Jedes " braucht sein Ende; im Text stehen \\" für ", \\\\ für \\ und \\DDD für ein Byte von 001 bis 255 in UTF-8. Ohne " am Anfang gilt der Text, wie er dasteht.',
  en: 'A text that begins with " consists of quoted strings with blanks between them ("one" "two"). Every " needs its end; inside the text \\" stands for ", \\\\ for \\ and \\DDD for a byte from 001 to 255 in UTF-8. Without " at its beginning a text is taken as it stands.',
} as const;

function badData(type: string, given: string | null, plan: WritePlan): Error {
  const place = { parameter: "data", scope: "new" };
  if (given !== null) {
    const details = { ...place, data_type: "text", pattern: null, record_type: type };
    const hint = RECORD_FORMS.get(type)?.kind === "text" ? QUOTING : undefined;
    return refuse("bad_format", details, undefined, hint).because({
      de: `Der Wert von data hat nicht die Form des Eintragstyps ${type}.`,
      en: `The value of data does not have the form of the record type ${type}.`,
    });
  }
  const isAbsent = plan.kind === "create" && plan.new["data"] === undefined;
  return refuse(isAbsent ? "required_missing" : "null_not_allowed", place);
}

/** Exactly one of the target columns is filled from `data`; a name there has to exist. */
export async function placeTargets(run: WriteRun, works: readonly Work[]): Promise<void> {
  const concerned = works.filter((work) => work.given["data"] !== undefined);
  const names = concerned.flatMap((work) => {
    const name = fillTargets(work);
    return name === null ? [] : [{ work, name }];
  });
  if (names.length === 0) return;
  const type = run.catalogue.type("dns.fqdn");
  const ids = await idsByKey(
    run.tx,
    run.catalogue,
    type,
    names.map((one) => [one.name]),
  );
  for (const [at, { work, name }] of names.entries()) {
    const id = ids[at] ?? null;
    work.values["target_fqdn"] = id;
    if (id === null) work.missing.push({ column: "target_fqdn", refusal: targetMissing(name) });
  }
}

/** The target columns that need no look-up; answers the name that the data point to. */
function fillTargets(work: Work): string | null {
  const type = recordType(work);
  // A record that is updated by its gpk shows its type only now.
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

function targetMissing(name: string): ReturnType<typeof refuse> {
  return refuse("referenced_object_not_found", {
    object_fq_name: "dns.record",
    attribute: "data",
    value: name,
    reference_name: "api_fkey_dns_record_target_fqdn",
    ref_object_fq_name: "dns.fqdn",
  });
}

/** Type of the record: of the step, or of the row it changes. */
export function recordType(work: Work): string {
  const type = work.given["type"] ?? work.before?.["type"];
  return typeof type === "string" ? type : "";
}
