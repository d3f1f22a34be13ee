import { randomBytes } from "node:crypto";
import { textIn, type Params, type Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import type { Key } from "../dns/tsig.ts";
import { agentLogin } from "./guide.ts";
import type { NameServerKind } from "./name-server.ts";

/** A name server of a try: what it is, where it listens, and its key. */
export interface Tried {
  readonly kind: NameServerKind;
  readonly port: number;
  readonly key: Key;
}

export const TRY_HOST = "127.0.0.1";

export function triedOf(kind: NameServerKind, port: number): Tried {
  const key = {
    name: `try-${kind}.netportal.`,
    algorithm: "hmac-sha256",
    secret: randomBytes(32).toString("base64"),
  };
  return { kind, port, key };
}

interface There {
  readonly apexes: readonly Row[];
  readonly ns: readonly Row[];
  readonly servers: readonly Row[];
}

/** Steps that give each zone without name server one, so that it can be served, and that tell of the servers of this try. */
export function stepsOf(
  { apexes, ns, servers }: There,
  tried: readonly Tried[],
  agentPort: number | null,
): readonly Step[] {
  const served = new Set(ns.map((row) => textIn(row["fqdn"])));
  const zones = apexes.map((row) => textIn(row["value"]));
  const bare = zones.filter((name) => !served.has(name));
  const forward = zones.find((name) => !name.endsWith(".arpa."));
  const old = servers.map((row) => textIn(row["name"])).filter((name) => name.startsWith("try-"));
  return [
    ...old.map((name) => ({ name: "output.server.delete", old: { name } })),
    ...(bare.length === 0 || forward === undefined ? [] : nameServer(`try-ns.${forward}`, bare)),
    ...tried.map(({ kind, port, key }) => {
      const place = { name: `try-${kind}`, address: TRY_HOST, port };
      return created("output.server", { ...place, key_name: key.name, key_secret: key.secret });
    }),
    ...(agentPort === null ? [] : [keaServer(agentPort)]),
  ];
}

function nameServer(host: string, zones: readonly string[]): readonly Step[] {
  const address = { type: "A", data: TRY_HOST, target_is_reverse_unique: false };
  return [
    created("dns.record", { fqdn: host, fqdn_type: "domain", ...address }),
    ...zones.map((fqdn) => created("dns.record", { fqdn, type: "NS", data: host })),
  ];
}

function keaServer(port: number): Step {
  const { user, password } = agentLogin();
  const place = { name: "try-kea", kind: "kea", address: TRY_HOST, port };
  return created("output.server", { ...place, key_name: user, key_secret: password });
}

function created(type: string, values: Params): Step {
  return { name: `${type}.create`, new: values };
}
