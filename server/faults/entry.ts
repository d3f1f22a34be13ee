import type { FaultTypeName } from "#contract/wire/fault";
import type { Localised } from "#contract/wire/json";

/** One fault of wire contract 4.2; `{member}` in a text stands for that member of the details. */
export interface FaultEntry {
  readonly type: FaultTypeName;
  readonly code: number;
  readonly status: number;
  readonly text: Localised;
  readonly hint: Localised | null;
}

type Texts = readonly [de: string, en: string];

/** An entry of the catalogue; texts in German and English. */
export function entry(
  type: FaultTypeName,
  code: number,
  text: Texts,
  hint?: Texts,
  status = 400,
): FaultEntry {
  return {
    type,
    code,
    status,
    text: { de: text[0], en: text[1] },
    hint: hint === undefined ? null : { de: hint[0], en: hint[1] },
  };
}
