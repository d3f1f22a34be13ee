import type { Tx } from "../../db/database.ts";
import type { WritePlan } from "../plan.ts";

/** From so many new names on their branches are not locked one by one: the table of locks is bounded. */
const MANY_NAMES = 500;

/**
 * Locks that steps of the call would need in the end, taken before its first: names whose links or zones change, and networks that move, are
 * changed by one transaction at a time. The triggers of the tables take the same locks, but one that is raised halfway may end in a deadlock.
 */
export async function lockTrees(tx: Tx, plans: readonly WritePlan[]): Promise<void> {
  if (plans.some(movesNames) || plans.filter(makesName).length > MANY_NAMES)
    await tx.query("select dns.lock_names()", [], "lock-names");
  if (plans.some(movesNetwork)) await tx.query("select dns.lock_subnets()", [], "lock-subnets");
}

function movesNames({ type, new: values }: WritePlan): boolean {
  if (type.name === "dns.fqdn2group" || type.name === "dns.fqdn2ou") return true;
  return type.name === "dns.fqdn" && values["is_zone_apex"] !== undefined;
}

function makesName({ type, kind, new: values }: WritePlan): boolean {
  if (kind !== "create") return false;
  const named = ["fqdn_type", "fqdn_description"].some((name) => values[name] !== undefined);
  return type.name === "dns.fqdn" || (type.name === "dns.record" && (named || values["type"] === "CNAME"));
}

function movesNetwork({ type, kind, new: values }: WritePlan): boolean {
  if (type.name !== "nd.ip_subnet") return false;
  return kind !== "update" || values["cidr"] !== undefined || values["bcd"] !== undefined;
}
