import { isIP } from "node:net";
import type { DnsListen } from "../output/dns/listener.ts";
import { setting, type Environment } from "./environment.ts";

/** Where the hidden primary listens; null where it does not. */
export function readDnsListen(env: Environment): DnsListen | null {
  const given = setting(env, "NETPORTAL_DNS_LISTEN");
  if (given === null) return null;
  const [, host = "", port = ""] = /^\[?([0-9a-fA-F.:]+?)\]?:(\d{1,5})$/.exec(given) ?? [];
  if (isIP(host) === 0 || Number(port) > 65_535)
    throw new Error(
      `NETPORTAL_DNS_LISTEN=${given} is no address and port, like 192.0.2.1:5353 or [2001:db8::1]:5353.`,
    );
  return { host, port: Number(port) };
}
