import { BCD_NAME_PATTERN } from "./bcd.ts";

/** One short name in the path of an organisational unit. */
export const OU_PART = "[^:/ ]([^:/]*[^:/ ])?";

/** Length in characters and form of the texts that request forms ask for as well (wire contract 5.5). */
export const TEXT_TYPES = {
  text: { length: 4000, pattern: null },
  text_line: { length: 255, pattern: "^[^\\r\\n]+$" },
  text_id: { length: 64, pattern: "^[A-Za-z0-9][A-Za-z0-9 _.:/()+-]*$" },
  email: { length: 254, pattern: "^[^@\\s]+@[^@\\s]+$" },
  bcd_name: { length: 23, pattern: BCD_NAME_PATTERN },
  group_name: { length: 64, pattern: "^[A-Za-z0-9][A-Za-z0-9_-]*$" },
  ou_name: { length: 255, pattern: `^${OU_PART}(::${OU_PART})*$` },
  gpk: { length: 64, pattern: "^[A-Za-z0-9_-]+$" },
} as const satisfies Readonly<Record<string, { readonly length: number; readonly pattern: string | null }>>;
