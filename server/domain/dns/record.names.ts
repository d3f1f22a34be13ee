import { textIn, type Json } from "#contract/wire/json";
import { MADE_NAMES } from "./record.ts";
import { isAddressType } from "./record.targets.ts";
import { idOf, type OnTheWay, type Placed, type WriteRun } from "../../wapi/write/stages.ts";
import { ownsAddress } from "../cntl/group-addr-space.sql.ts";

/**
 * Creates names that a record needs in the same step, if the step gives their type or description or a CNAME needs an `alias`. A missing name is
 * otherwise a reference that was not found (wire contract 7.6).
 */
export async function makeMissingNames(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const type = run.catalogue.type("dns.fqdn");
  // A type given for an existing name is ignored, so it may be unknown.
  for (const work of works) remove(work, "fqdn_type");
  const missing = works.flatMap((work) => {
    const named = work.missing.some((one) => one.column === "fqdn") ? nameFor(work) : null;
    return named === null ? [] : [{ work, named }];
  });
  const plans = missing.map(({ work, named }) => ({
    ...work.plan,
    kind: "create" as const,
    type,
    old: {},
    new: named,
  }));
  const ways = missing.map(({ work }) => wayOf(work));
  const made = await run.perform(type, plans, ways);
  for (const [at, one] of made.entries()) {
    const work = missing[at]?.work;
    if (work === undefined) continue;
    work.values["fqdn"] = idOf(one);
    remove(work, "fqdn");
  }
}

/** The name is refused as part of its record, which also needs the right to its address. */
function wayOf(work: Placed): OnTheWay {
  const address = isAddressType(work.given["type"]) ? (work.given["data"] ?? null) : null;
  return {
    of: work,
    needs: [ownsAddress("target_ipaddr")],
    columns: { target_ipaddr: { value: address, cast: "inet" } },
  };
}

function nameFor(work: Placed): Record<string, Json> | null {
  const { given } = work;
  const type = given["fqdn_type"] ?? MADE_NAMES[textIn(given["type"])] ?? null;
  const description = given["fqdn_description"] ?? null;
  if (type === null && description === null) return null;
  return { value: given["fqdn"] ?? null, type: type ?? "domain", description };
}

function remove(work: Placed, column: string): void {
  const at = work.missing.findIndex((one) => one.column === column);
  if (at >= 0) work.missing.splice(at, 1);
}
