import type { Tx } from "../../db/database.ts";
import type { WriteIntent } from "./intents.ts";

/** From so many new names on their branches are not locked one by one: the table of locks is bounded. */
const MANY_NAMES = 500;

/**
 * Locks that steps of the call would need in the end, taken before its first: names whose links or zones change, and networks that move, are
 * changed by one transaction at a time. The triggers of the tables take the same locks, but one that is raised halfway may end in a deadlock.
 */
export async function lockTrees(tx: Tx, intents: readonly WriteIntent[]): Promise<void> {
  const made = intents.reduce((sum, intent) => sum + newNames(intent), 0);
  if (intents.some(movesNames) || made > MANY_NAMES)
    await tx.query("select dns.lock_names()", [], "lock-names");
  else if (intents.some(placesRecord)) await tx.query("select dns.share_names()", [], "share-names");
  if (intents.some(movesNetwork)) await tx.query("select dns.lock_subnets()", [], "lock-subnets");
  else if (intents.some(placesAddress)) await tx.query("select dns.share_subnets()", [], "share-subnets");
}

function movesNames(intent: WriteIntent): boolean {
  const { type, new: values } = intent;
  if (type.name === "dns.fqdn2group" || type.name === "dns.fqdn2ou" || delegates(intent)) return true;
  return type.name === "dns.fqdn" && values["is_zone_apex"] !== undefined;
}

/** A name server for a name may hand over what is below, so nobody writes there meanwhile. */
function delegates({ type, fn, new: values, byRows }: WriteIntent): boolean {
  if (type.name !== "dns.record") return false;
  if (fn === "imp")
    return /"NS"/.test(JSON.stringify(values["import_data"] ?? null)) || byRows.has("import_data");
  return fn === "create" && (values["type"] === "NS" || byRows.has("type"));
}

/** What stands below a delegation is looked at before it is written. */
function placesRecord({ type, fn }: WriteIntent): boolean {
  return type.name === "dns.record" && (fn === "create" || fn === "imp");
}

/** How many names the step makes at most; of a step whose rows are not read yet any number. */
function newNames(intent: WriteIntent): number {
  return makesName(intent) ? (intent.executions ?? Infinity) : 0;
}

function makesName({ type, fn, new: values, byRows }: WriteIntent): boolean {
  if (type.name === "dns.record" && fn === "imp") return true;
  if (fn !== "create") return false;
  const named = ["fqdn_type", "fqdn_description"].some((name) => values[name] !== undefined);
  const isAlias = values["type"] === "CNAME" || byRows.has("type");
  return type.name === "dns.fqdn" || (type.name === "dns.record" && (named || isAlias));
}

/** Networks and what is set aside in them: pools, and roles of addresses. */
function movesNetwork({ type, fn, new: values }: WriteIntent): boolean {
  if (type.name === "dhcp.pool") return true;
  if (type.name !== "nd.ip_subnet") return false;
  return fn === "create" || fn === "delete" || Object.keys(values).join() !== "description";
}

const PLACED = new Set(["dns.record", "dhcp.static_assignment", "cntl.group_addr_space"]);

/** What lies in a network has to fit it when it is looked at and still when it is written. */
function placesAddress({ type, fn }: WriteIntent): boolean {
  return fn !== "delete" && PLACED.has(type.name);
}
