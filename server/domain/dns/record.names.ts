import type { Json } from "#contract/wire/json";
import { isAddressType } from "./record.targets.ts";
import { idOf, type Placed, type WriteRun } from "../../wapi/write/stages.ts";
import { ownsAddress } from "../cntl/group-addr-space.sql.ts";

/**
 * Creates names that a record needs in the same step, if the step gives their type or description or a CNAME needs an `alias`. Other missing names
 * stay references that were not found (wire contract 7.6).
 */
export async function makeMissingNames(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const type = run.catalogue.type("dns.fqdn");
  for (const work of works) {
    // A type given for an existing name is ignored, so it may be unknown.
    remove(work, "fqdn_type");
    if (!work.missing.some((one) => one.column === "fqdn")) continue;
    const named = nameFor(work);
    if (named === null) continue;
    const plan = { ...work.plan, kind: "create" as const, type, old: {}, new: named };
    const address = isAddressType(work.given["type"]) ? (work.given["data"] ?? null) : null;
    const [made] = await run.perform(type, [plan], {
      of: work,
      needs: [ownsAddress("target_ipaddr")],
      columns: { target_ipaddr: { value: address, cast: "inet" } },
    });
    if (made === undefined) continue;
    work.values["fqdn"] = idOf(made);
    remove(work, "fqdn");
  }
}

function nameFor(work: Placed): Record<string, Json> | null {
  const { given } = work;
  const isAlias = given["type"] === "CNAME";
  const type = given["fqdn_type"] ?? null;
  const description = given["fqdn_description"] ?? null;
  if (type === null && description === null && !isAlias) return null;
  return { value: given["fqdn"] ?? null, type: type ?? (isAlias ? "alias" : "domain"), description };
}

function remove(work: Placed, column: string): void {
  const at = work.missing.findIndex((one) => one.column === column);
  if (at >= 0) work.missing.splice(at, 1);
}
