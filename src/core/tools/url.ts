import { parseAddress } from "#contract/values/ip";

/** Scheme, user, host and port, and what follows; a host with several colons is an IPv6 address without brackets. */
const URL_PARTS =
  /^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#\s@]*@)?)(\[[^\]\s]*\]|[^/?#\s@[\]]*?)(:[0-9]{1,5})?([/?#]\S*)?$/i;
const HOST_NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i;
const HIGHEST_PORT = 65_535;

/**
 * The URL with an IPv6 address in brackets as its host: its own where it has one, else the given one. A host of digits and points alone must be an
 * IPv4 address.
 */
export function withAddress(
  url: string,
  address: string | null,
): { readonly url: string } | "invalid" | "needs address" {
  const parts = bareAddress(url) ?? partsOf(url);
  if (parts === null) return "invalid";
  const own = parts.address;
  const host = own ?? address;
  if (host === null) return "needs address";
  return { url: `${parts.before}[${host}]${parts.after}` };
}

interface UrlParts {
  readonly before: string;
  /** Short form of the IPv6 address that is the host already. */
  readonly address: string | null;
  readonly after: string;
}

function partsOf(url: string): UrlParts | null {
  const parts = URL_PARTS.exec(url);
  if (parts === null || !isPort(parts[3])) return null;
  const [, before = "", host = "", port = "", rest = ""] = parts;
  const address = bracketed(host);
  return address === null && !isHost(host) ? null : { before, address, after: port + rest };
}

function bracketed(host: string): string | null {
  return host.startsWith("[") ? ipv6Text(host.slice(1, -1)) : null;
}

function isPort(port: string | undefined): boolean {
  return port === undefined || Number(port.slice(1)) <= HIGHEST_PORT;
}

/** `http://2001:db8::1/path`: all up to the path is the address, so no port can follow. */
function bareAddress(url: string): UrlParts | null {
  const [, before = "", host = "", after = ""] =
    /^([a-z][a-z0-9+.-]*:\/\/)([^/?#\s[\]]+)(.*)$/i.exec(url) ?? [];
  const address = ipv6Text(host);
  return address === null || /\s/.test(after) ? null : { before, address, after };
}

function ipv6Text(text: string): string | null {
  const address = parseAddress(text, { withIpv4Tail: true });
  return address?.version === 6 ? address.text : null;
}

function isHost(host: string): boolean {
  if (/^[0-9.]+$/.test(host)) return parseAddress(host) !== null;
  return HOST_NAME.test(host);
}
