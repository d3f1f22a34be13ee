import { matching, type PortalSpec, type ServerSpec, type ValueSpec } from "../data-type.ts";

/** `NN.NN` or `NN.NN.NN`. */
export const BCD_ID_PATTERN = "^[0-9]{2}\\.[0-9]{2}(\\.[0-9]{2})?$";

export const value = {
  jsonName: "string",
  formatLiteral: "NN.NN[.NN]",
  textLength: 8,
  pattern: BCD_ID_PATTERN,
} as const satisfies ValueSpec;

export const server = {
  label: { de: "BCD-ID", en: "BCD id" },
  help: {
    de: "Zwei oder drei Zahlenpaare: NN.NN oder NN.NN.NN",
    en: "Two or three pairs of digits: NN.NN or NN.NN.NN",
  },
} as const satisfies ServerSpec;

export const portal = {
  cell: "code",
  options: { expected: "core.form.expected.bcd_id" },
  invalid: "core.form.invalidBcdId",
  read: matching(BCD_ID_PATTERN),
} as const satisfies PortalSpec;
