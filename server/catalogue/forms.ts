import { parseRecordData, RECORD_FORMS } from "#contract/values/record-data";
import type { Json } from "#contract/wire/json";
import { toAscii } from "./to-ascii.ts";

/** A text in the canonical form of these kinds (`types`), which is one for all of them. */
export interface Form {
  readonly types: readonly string[];
  readonly text: string;
}

/** Data of a record in the canonical form of its type (wire contract 7.6), as it was given where it has none: then it equals no stored one. */
export function inForm(type: Json | undefined, given: Json): Json {
  if (typeof type !== "string" || (given !== null && typeof given !== "string")) return given;
  const parsed = parseRecordData(type, given, toAscii);
  return parsed.ok ? parsed.value : given;
}

/** The same for a text whose type is not known: every form that it can have. */
export function formsOf(given: string): readonly Form[] {
  const forms = new Map<string, string[]>();
  for (const type of RECORD_FORMS.keys()) {
    const parsed = parseRecordData(type, given, toAscii);
    const text = parsed.ok && parsed.value !== null ? parsed.value : given;
    forms.set(text, [...(forms.get(text) ?? []), type]);
  }
  return [...forms].map(([text, types]) => ({ text, types }));
}
