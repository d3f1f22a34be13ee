import { isList, isObject, type Json } from "#contract/wire/json";
import type { Database } from "../../db/database.ts";
import { Refusal } from "../../faults.ts";
import { mergeTold, toldIn, type Feed } from "../../wapi/feed.ts";
import { askKea, KeaFault, type Agent } from "./kea-agent.ts";

const PAGE = 1_000;
const ACTIVE = 0;

/** Reports the leases of a Kea server to the feed of leases. Answers their number. */
export async function fetchLeases(db: Database, feed: Feed, agent: Agent, command: string): Promise<number> {
  let count = 0;
  for (let from = "start"; ;) {
    const page = await askKea(agent, command, { from, limit: PAGE });
    const leases = page?.["leases"];
    if (!isList(leases) || leases.length === 0) return count;
    const told = leases.flatMap(leaseIn);
    await mergeTold(db, feed, readable(feed, told, command));
    count += told.length;
    const last = leases.at(-1);
    const next = isObject(last) ? last["ip-address"] : undefined;
    if (typeof next !== "string" || leases.length < PAGE) return count;
    from = next;
  }
}

/** Reads leases for the feed. The feed refuses leases of a server with a wrong clock, which is reported as a fault of Kea. */
function readable(feed: Feed, told: readonly Json[], command: string): ReturnType<typeof toldIn> {
  try {
    return toldIn(feed, told, Date.now());
  } catch (error) {
    if (error instanceof Refusal) throw new KeaFault("refused", `${command}: ${error.message}`);
    throw error;
  }
}

/** The lease in the form of the feed; none if it was returned or declined, has no MAC address, or is a prefix. */
function leaseIn(lease: Json): readonly Json[] {
  if (!isObject(lease) || lease["state"] !== ACTIVE || lease["type"] === "IA_PD") return [];
  const { "ip-address": ip = null, "hw-address": mac, hostname = null, cltt, "valid-lft": valid } = lease;
  if (typeof mac !== "string" || typeof cltt !== "number" || typeof valid !== "number") return [];
  const at = (seconds: number): string => new Date(seconds * 1000).toISOString();
  return [
    {
      ip_addr: ip,
      mac_addr: mac,
      hostname: hostname === "" ? null : hostname,
      ts_begin: at(cltt),
      ts_end: at(cltt + valid),
    },
  ];
}
