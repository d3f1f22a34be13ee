import type { ToAscii } from "./fqdn.ts";
import { parseRecordData } from "./record-data.ts";
import { recordExample, recordForm } from "./record-types.ts";
import type { Why } from "./record-why.ts";

/** Help for filling in the data of a record. */
export interface RecordHelp {
  /** Names of the parts in their order; none where the data are one value. */
  readonly parts: readonly string[];
  readonly example: string;
  /** Whether the typed text has the form of the type, and if possible why not; null for an empty text. */
  readonly check: { readonly ok: true } | { readonly ok: false; readonly why: Why | null } | null;
}

/** Null for a type without data, and for a type that cannot be kept. */
export function recordHelp(type: string, text: string, toAscii: ToAscii): RecordHelp | null {
  const example = recordExample(type);
  if (example === undefined) return null;
  const parts = Object.keys(recordForm(type)?.fields ?? {});
  const check = text === "" ? null : checkOf(type, text, toAscii);
  return { parts: parts.length > 1 ? parts : [], example, check };
}

function checkOf(type: string, text: string, toAscii: ToAscii): RecordHelp["check"] {
  const parsed = parseRecordData(type, text, toAscii);
  return parsed.ok ? { ok: true } : { ok: false, why: parsed.why ?? null };
}
