import { rwPermission } from "../../access/rules.ts";
import { OUTSIDE } from "./fqdn.sql.ts";
import { refuse, type Refusal } from "../../faults.ts";
import { together } from "../../db/together.ts";
import { anyOf } from "../../sql/bind.ts";
import { idsByKey } from "../../wapi/write/ids-by-key.ts";
import { textIn, type Json } from "#contract/wire/json";
import type { Placed, WriteRun } from "../../wapi/write/stages.ts";
import { checkEach, firstRefusal } from "../../wapi/write/steps-of-error.ts";
import { addressChecks } from "../nd/ip-subnet.address-use.ts";
import { fits } from "./fqdn.behaviour.ts";
import { checkPlace, PLACE_OF_NAME, refuseOwnTarget, SINGLETONS, type NamePlace } from "./record.places.ts";
import { isAddressType, recordType } from "./record.targets.ts";
import { violation } from "../violation.fault.ts";

interface NameState extends NamePlace {
  readonly id: string;
  readonly type: string;
  readonly records: readonly { readonly id: string; readonly type: string }[];
}

/**
 * Checks that the key is free, an alias stands alone, the type of the name accepts the record, only address records have a reverse name, and the
 * address is usable. A taken key is reported before violated rules about neighbouring records (wire contract 1.7).
 */
export async function checkRules(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const [refused, names, roles] = await together(
    keysTaken(run, works),
    statesOf(run, works),
    ADDRESS.roles(run, works),
  );
  if (refused.length > 0) throw firstRefusal(refused);
  checkEach(works, (work) => {
    checkType(work, names.get(textIn(work.values["fqdn"])));
  });
  await ADDRESS.refuse(run, works, roles);
}

/** Addresses with a role in their subnet have no records; for addresses of routers, holders of `rw` may create them. */
const ADDRESS = addressChecks({
  column: "target_ipaddr",
  isThere: "exists (select from dns.record d where d.name = i.k and d.target_ipaddr = i.a)",
  keyOf: ({ given, before }) => given["fqdn"] ?? before?.["fqdn"] ?? null,
  allowed: (run) =>
    run.actor.permissions.has(rwPermission(run.catalogue.type("dns.record"))) ? ["gateway", "anycast"] : [],
});

const STATE = `select f.id::text as id, f.value, ft.name "type",
  coalesce((
      select json_agg(json_build_object('id', r.id::text, 'type', rt.name))
      from dns.record r join dns.record_type rt on rt.id = r.type
      where r.fqdn = f.id),
    '[]') as records,
  ${PLACE_OF_NAME}
  from dns.fqdn f join dns.fqdn_type ft on ft.id = f.type
  where f.id = ${anyOf("$1::bigint[]", "bigint")}`;

/** The names of the records, by id. */
async function statesOf(run: WriteRun, works: readonly Placed[]): Promise<ReadonlyMap<string, NameState>> {
  const ids = works.map((work) => work.values["fqdn"] ?? null).filter((id) => id !== null);
  const found = ids.length === 0 ? [] : await run.tx.query<NameState>(STATE, [ids], "write-name-state");
  return new Map(found.map((name) => [name.id, name]));
}

function checkType(work: Placed, name: NameState | undefined): void {
  if (name !== undefined) {
    checkBeside(work, name);
    checkPlace(work, name);
  }
  refuseOwnTarget(work);
  const isReverse = work.given["target_is_reverse_unique"] === true;
  if (isReverse && !isAddressType(recordType(work)))
    throw violation("dns.record", "reverse_unique_is_for_addresses", "type", "target_is_reverse_unique");
}

/** Refusals of steps whose key another record has. */
async function keysTaken(
  run: WriteRun,
  works: readonly Placed[],
): Promise<Parameters<typeof firstRefusal>[0]> {
  const concerned = works.filter((work) => work.given["data"] !== undefined);
  const type = run.catalogue.type("dns.record");
  const keys = concerned.map((work) =>
    type.spec.key.map((name) => work.given[name] ?? work.before?.[name] ?? null),
  );
  const ids = keys.length === 0 ? [] : await idsByKey(run, type, keys);
  return ids.flatMap((id, at) => {
    const { plan, id: own } = concerned[at] ?? {};
    if (plan === undefined || id === null || id === own) return [];
    return [{ plan, refusal: taken(type.spec.key, keys[at] ?? []) }];
  });
}

function checkBeside(work: Placed, name: NameState): void {
  const type = recordType(work);
  const others = name.records.filter((record) => record.id !== work.id).map((record) => record.type);
  if (others.includes("CNAME") || (type === "CNAME" && others.length > 0))
    throw refuse("cname_conflict", { fqdn: name.value, type_list: [...new Set(others)].sort() });
  if (SINGLETONS.has(type) && others.includes(type)) throw taken(["fqdn", "type"], [name.value, type]);
  // A plain name becomes an alias with its first record.
  if (type === "CNAME" && !OUTSIDE.has(name.type)) return;
  if (!fits(name.type, type)) throw violation("dns.record", "type_fits_name", "fqdn", "type");
}

function taken(attributes: readonly string[], values: readonly Json[]): Refusal {
  const details = { attribute_list: attributes, value_list: values };
  return refuse("unique_violation", { object_fq_name: "dns.record", ...details });
}
