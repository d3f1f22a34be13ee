import type { Json } from "#contract/wire/json";
import { isAddressType } from "./record.targets.ts";
import { idOf, type Work, type WriteRun } from "../../wapi/write/work.ts";
import { ownsAddress } from "../cntl/group-addr-space.sql.ts";

/**
 * Names that a record brings with it: made in the same step when the step says what they are, or as `alias` for a CNAME. What is not made stays
 * a reference that was not found (wire contract 7.6).
 */
export async function makeMissingNames(run: WriteRun, works: readonly Work[]): Promise<void> {
  const type = run.catalogue.type("dns.fqdn");
  for (const work of works) {
    // What a request says of a name that exists is ignored, so it need not exist either.
    remove(work, "fqdn_type");
    if (!work.missing.some((one) => one.column === "fqdn")) continue;
    const named = nameFor(work);
    if (named === null) continue;
    const plan = { ...work.plan, kind: "create" as const, type, old: {}, new: named };
    const [made] = await run.perform(type, [plan], {
      of: work,
      needs: [ownsAddress("target_ipaddr")],
      columns: { target_ipaddr: { value: addressIn(work), cast: "inet" } },
    });
    if (made === undefined) continue;
    work.values["fqdn"] = idOf(made);
    remove(work, "fqdn");
  }
}

function addressIn({ given }: Work): Json {
  return isAddressType(given["type"]) ? (given["data"] ?? null) : null;
}

function nameFor(work: Work): Record<string, Json> | null {
  const { given } = work;
  const isAlias = given["type"] === "CNAME";
  const type = given["fqdn_type"] ?? null;
  const description = given["fqdn_description"] ?? null;
  if (type === null && description === null && !isAlias) return null;
  return { value: given["fqdn"] ?? null, type: type ?? (isAlias ? "alias" : "domain"), description };
}

function remove(work: Work, column: string): void {
  const at = work.missing.findIndex((one) => one.column === column);
  if (at >= 0) work.missing.splice(at, 1);
}
