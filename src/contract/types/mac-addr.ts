import type { PortalSpec, ServerSpec, ValueSpec } from "../data-type.ts";
import { parseMacFilter } from "../values/eui64.ts";
import { parseMac } from "../values/mac.ts";
import { parsedOr } from "../values/parsed.ts";

export const value = {
  jsonName: "string",
  formatLiteral: "mac",
  textLength: 17,
  pattern: "^([0-9a-f]{2}:){5}[0-9a-f]{2}$",
  parse: (text) => parsedOr(parseMac(text)),
} as const satisfies ValueSpec;

export const server = {
  sqlType: "macaddr",
  wireText: (sql) => `(${sql})::text`,
  parseFilter: (text) => parsedOr(parseMacFilter(text)),
  label: { de: "MAC-Adresse", en: "MAC address" },
  help: {
    de: "Sechs Paare von Hexadezimalziffern, getrennt durch Doppelpunkt, Punkt, Bindestrich oder nichts",
    en: "Six pairs of hex digits, separated by colons, dots, hyphens or nothing",
  },
} as const satisfies ServerSpec;

export const portal = {
  widget: "macAddress",
  cell: "code",
  options: { expected: "core.form.expected.mac_addr" },
  invalid: "core.form.invalidMac",
  read: parseMac,
} as const satisfies PortalSpec;
