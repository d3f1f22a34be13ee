import { parseRecordData } from "#contract/values/record-data";
import { RECORD_FORMS } from "#contract/values/record-types";
import type { Json } from "#contract/wire/json";
import { toAscii } from "./to-ascii.ts";

/** A text in the canonical form that these record types share. */
export interface Form {
  /** Null for the types without a name (`TYPEnnn`). */
  readonly types: readonly string[] | null;
  readonly text: string;
}

/** Data of a record in the canonical form of its type (wire contract 7.6). Invalid data are returned unchanged and equal no stored data. */
export function inForm(type: Json | undefined, given: Json): Json {
  if (typeof type !== "string" || (given !== null && typeof given !== "string")) return given;
  const parsed = parseRecordData(type, given, toAscii);
  return parsed.ok ? parsed.value : given;
}

/** All types without a name share one form. */
const ANY_GENERIC = "TYPE65280";

/** All canonical forms of a text whose record type is unknown. */
export function formsOf(given: string): readonly Form[] {
  const forms = new Map<string, string[]>();
  for (const type of RECORD_FORMS.keys()) {
    const parsed = parseRecordData(type, given, toAscii);
    const text = parsed.ok && parsed.value !== null ? parsed.value : given;
    forms.set(text, [...(forms.get(text) ?? []), type]);
  }
  const generic = parseRecordData(ANY_GENERIC, given, toAscii);
  const ofOthers = generic.ok && generic.value !== null ? [{ text: generic.value, types: null }] : [];
  return [...[...forms].map(([text, types]) => ({ text, types })), ...ofOthers];
}
