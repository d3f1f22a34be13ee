import type { PortalSpec, ServerSpec, ValueSpec } from "../data-type.ts";
import { asTyped, parseAddress } from "../values/ip.ts";
import { parsedOr } from "../values/parsed.ts";

export const value = {
  jsonName: "string",
  formatLiteral: "ip",
  textLength: 39,
  parse: (text) => parsedOr(parseAddress(text, { withIpv4Tail: true })?.text ?? null),
} as const satisfies ValueSpec;

export const server = {
  sqlType: "inet",
  wireText: (sql) => `host(${sql})`,
  operators: "network",
  label: { de: "IP-Adresse", en: "IP address" },
  help: { de: "Eine IPv4- oder IPv6-Adresse ohne Präfix", en: "One IPv4 or IPv6 address without prefix" },
} as const satisfies ServerSpec;

export const portal = {
  widget: "ipAddress",
  cell: "code",
  options: { expected: "core.form.expected.inet" },
  invalid: (text: string) =>
    ({ key: text.includes(":") ? "core.form.invalidIpv6" : "core.form.invalidIp" }) as const,
  read: (text) => asTyped(text, parseAddress),
  sharedUpTo: ".:",
} as const satisfies PortalSpec;
