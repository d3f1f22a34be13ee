import { parseAddress, type IpAddress } from "#contract/values/ip";

/** Scheme, user, host and port, and the rest; a host with several colons is an IPv6 address without brackets. */
const URL_PARTS =
  /^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#\s@]*@)?)(\[[^\]\s]*\]|[^/?#\s@[\]]*?)(:[0-9]{1,5})?([/?#]\S*)?$/i;
const HOST_NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i;
const HIGHEST_PORT = 65_535;

/** The URL with an IPv6 address in brackets as host: its own or the given one. A host of digits and dots must be an IPv4 address. */
export function withAddress(
  url: string,
  address: string | null,
): { readonly url: string } | "invalid" | "needs address" {
  const parts = bareAddress(url) ?? partsOf(url);
  if (parts === null) return "invalid";
  const host = parts.address ?? address;
  if (host === null) return "needs address";
  return { url: `${parts.before}[${host}]${parts.after}` };
}

interface UrlParts {
  readonly before: string;
  /** Short form of the IPv6 address that the URL has as its host; null if the host is a name or missing. */
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
  return host.startsWith("[") ? (ipv6Of(host.slice(1, -1))?.text ?? null) : null;
}

function isPort(port: string | undefined): boolean {
  return port === undefined || Number(port.slice(1)) <= HIGHEST_PORT;
}

/** `http://2001:db8::1/path`: the address ends at the path, so no port can follow. */
function bareAddress(url: string): UrlParts | null {
  const [, before = "", host = "", after = ""] =
    /^([a-z][a-z0-9+.-]*:\/\/)([^/?#\s[\]]+)(.*)$/i.exec(url) ?? [];
  const address = ipv6Of(host)?.text ?? null;
  return address === null || /\s/.test(after) ? null : { before, address, after };
}

export function ipv6Of(text: string): IpAddress | null {
  const address = parseAddress(text, { withIpv4Tail: true });
  return address?.version === 6 ? address : null;
}

function isHost(host: string): boolean {
  if (/^[0-9.]+$/.test(host)) return parseAddress(host) !== null;
  return HOST_NAME.test(host);
}
