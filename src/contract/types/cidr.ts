import type { PortalSpec, ServerSpec, ValueSpec } from "../data-type.ts";
import { asTyped, networkAround, parseAddress, parseNetwork, widthOf } from "../values/ip.ts";
import { parsed, parsedOr, type Parsed } from "../values/parsed.ts";

export const value = {
  jsonName: "string",
  formatLiteral: "cidr",
  textLength: 43,
  parse,
} as const satisfies ValueSpec;

function parse(text: string): Parsed<string> {
  return parsedOr(parseNetwork(text, { withIpv4Tail: true })?.text ?? null);
}

export const server = {
  sqlType: "cidr",
  wireText: (sql) => `(${sql})::text`,
  operators: "network",
  // A filter also accepts an address as the network of that address alone.
  parseFilter: (text) => {
    const address = parseAddress(text, { withIpv4Tail: true });
    return address === null ? parse(text) : parsed(`${address.text}/${String(widthOf(address.version))}`);
  },
  label: { de: "IP-Netz", en: "IP network" },
  help: {
    de: "Netzadresse mit Präfixlänge, Hostbits null, zum Beispiel 192.0.2.0/24",
    en: "Network address with prefix length, host bits zero, for example 192.0.2.0/24",
  },
} as const satisfies ServerSpec;

export const portal = {
  widget: "ipNetwork",
  cell: "code",
  options: { expected: "core.form.expected.cidr" },
  invalid: problemOf,
  read,
  sharedUpTo: ".:",
} as const satisfies PortalSpec;

/** The network of all addresses is not a subnet: IPv6 prefixes are 1 to 128 (VAL-11). */
function read(text: string): string | null {
  const network = asTyped(text, parseNetwork);
  return network === "::/0" ? null : network;
}

/** Host bits are a frequent mistake, so the message names the network that contains the address. */
function problemOf(text: string) {
  const network = networkAround(text.trim())?.text ?? null;
  if (network !== null && network !== text.trim() && read(network) !== null)
    return { key: "core.form.hostBits", values: { network } } as const;
  return { key: text.includes(":") ? "core.form.invalidIpv6Subnet" : "core.form.invalidCidr" } as const;
}
