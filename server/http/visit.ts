import type { FastifyRequest } from "fastify";
import { networkAround, parseAddress, widthOf } from "#contract/values/ip";
import type { Visit } from "../access/resolve.ts";
import type { Origin } from "../wapi/call/observed.ts";
import type { Settings } from "./settings.ts";

type Kept = Pick<Settings, "keptAddress">;

/** Bits of an address that identify its network but no machine. */
const NETWORK_BITS = { 4: 24, 6: 48 } as const;

/** Origin and program of a request in few words: enough to recognise an own device, too little to track a person. */
export function visitOf({ ip, headers }: Pick<FastifyRequest, "ip" | "headers">, kept: Kept): Visit {
  return { from: networkOf(ip, kept), device: deviceOf(headers["user-agent"]) };
}

/** The whole address, for audit alone. */
export function originOf({ ip, id }: Pick<FastifyRequest, "ip" | "id">): Origin {
  return { address: ip, request: id };
}

/** The network of an address as text, or null. IPv4 addresses that were mapped to IPv6 count as IPv4. */
export function networkOf(ip: string, { keptAddress }: Kept): string | null {
  if (keptAddress === "none") return null;
  const [plain = ""] = ip.replace(/^::ffff:(?=\d+\.)/i, "").split("%");
  const address = parseAddress(plain, { withIpv4Tail: true });
  if (address === null) return null;
  const { version, text } = address;
  const bits = keptAddress === "whole" ? widthOf(version) : NETWORK_BITS[version];
  return networkAround(`${text}/${String(bits)}`)?.text ?? null;
}

/** The first match is the browser, because browsers also name those that they resemble. */
const BROWSERS = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/Vivaldi\//, "Vivaldi"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/iPhone|iPad|iPod/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux|X11/, "Linux"],
] as const;

/** Browser and system, or the name of another program, without versions. No other part of the header is stored, because the sender chooses its text. */
export function deviceOf(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null;
  const named = (list: typeof BROWSERS | typeof SYSTEMS): string | undefined =>
    list.find(([form]) => form.test(userAgent))?.[1];
  const program = named(BROWSERS) ?? /^[A-Za-z][\w.-]{0,39}/.exec(userAgent)?.[0];
  const parts = [program, named(SYSTEMS)].filter((part) => part !== undefined);
  return parts.length === 0 ? null : parts.join(", ");
}
