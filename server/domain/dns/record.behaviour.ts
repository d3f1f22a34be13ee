import { textIn } from "#contract/wire/json";
import { inForm } from "../../catalogue/forms.ts";
import {
  objectName,
  standAlone,
  type KeysByGpk,
  type ReadWriteSet,
} from "../../wapi/write/read-write-set.ts";
import type { WritePlan } from "../../wapi/plan.ts";
import type { Placed } from "../../wapi/write/stages.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";
import { bringTypes } from "./record.generic.ts";
import { shapeImport, addImport } from "./record.import-data.ts";
import { imp } from "./record.import.ts";
import { makeMissingNames } from "./record.names.ts";
import { canonicalData, isAddressType, placeTargets } from "./record.targets.ts";
import { checkBelowNew, SINGLETONS } from "./record.places.ts";
import { checkLast } from "./record.last.ts";
import { checkPairs, holdAliases } from "./record.pairs.ts";
import { checkRules } from "./record.rules.ts";
import { flipNames, holdSets, spreadTtl } from "./record.settle.ts";
import type { Hold, WriteIntent } from "../../wapi/write/intent.ts";
import { SUBNETS } from "../nd/ip-subnet.sql.ts";
import { NAMES, namesAbove } from "./fqdn.tree.ts";

/** Records: canonical data, names created by the same step, existing targets, exclusive aliases, one TTL for each set (wire contract 7.6). */
export default defineBehaviour({
  holds: holdsOf,
  shape: (plan) => (plan.more === "imp" ? shapeImport(plan) : shapeRecord(plan)),
  readsAndWrites(plan, set, keys) {
    if (plan.more === "imp") addImport(plan, set);
    else addRecord(plan, set, keys);
  },
  namesUniques: true,
  fill(_, works) {
    for (const { plan, given } of works) {
      if (plan.kind === "create" && plan.new["target_is_reverse_unique"] === undefined)
        given["target_is_reverse_unique"] = isAddressType(given["type"]);
    }
  },
  async prepare(run, works) {
    bringTypes(works);
    if (works[0]?.plan.kind === "create") await makeMissingNames(run, works);
    else for (const work of works) keepTtlShown(work);
    await placeTargets(run, works);
  },
  async check(run, works) {
    if (works[0]?.plan.kind === "delete") {
      await checkLast(run, works);
      return;
    }
    holdAliases(run, works);
    holdSets(run, works);
    await checkRules(run, works);
  },
  async settle(run, works) {
    if (works[0]?.plan.kind !== "update") await flipNames(run, works);
    if (works[0]?.plan.kind !== "delete") {
      await spreadTtl(run, works);
      await checkPairs(run, works);
    }
    await checkBelowNew(
      run,
      works.flatMap(({ plan, given }) =>
        plan.kind === "create" && given["type"] === "NS" ? [textIn(given["fqdn"])] : [],
      ),
    );
  },
  functions: { imp },
});

/** Records below a delegation are checked before they are written. A name that is created with its record counts as new. */
function holdsOf(intent: WriteIntent): readonly Hold[] {
  const { fn, executions } = intent;
  if (fn === "delete") return [];
  const place: Hold = { tree: SUBNETS, how: "share" };
  if (fn === "update") return [place];
  const adds = makesName(intent) ? (executions ?? Infinity) : 0;
  return [{ tree: NAMES, how: mayDelegate(intent) ? "alone" : "share", adds }, place];
}

/** An NS record may delegate everything below its name, so nobody may write there at the same time. */
function mayDelegate({ fn, new: values, byRows }: WriteIntent): boolean {
  if (fn === "imp")
    return /"NS"/.test(JSON.stringify(values["import_data"] ?? null)) || byRows.has("import_data");
  return values["type"] === "NS" || byRows.has("type");
}

function makesName({ fn, new: values, byRows }: WriteIntent): boolean {
  const isNamed = ["fqdn_type", "fqdn_description"].some((name) => values[name] !== undefined);
  return fn === "imp" || isNamed || values["type"] === "CNAME" || byRows.has("type");
}

function shapeRecord(plan: WritePlan): WritePlan {
  const isCreate = plan.kind === "create";
  // If a record is updated by its gpk, only the row has its type.
  const type = isCreate ? plan.new["type"] : plan.old["type"];
  const hasData = isCreate || (plan.new["data"] !== undefined && type !== undefined);
  const old =
    plan.old["data"] === undefined ? plan.old : { ...plan.old, data: inForm(type, plan.old["data"]) };
  return {
    ...plan,
    old,
    new: hasData ? { ...plan.new, data: canonicalData(type, plan.new["data"], plan) } : plan.new,
  };
}

/** TTL and reset date are written together: a stored pair whose date has passed is read as null and stays null. */
function keepTtlShown({ plan, values, before }: Placed): void {
  const names = ["ttl", "ttl_reset_date"];
  if (!sets(plan, names)) return;
  for (const name of names) if (plan.new[name] === undefined) values[name] = before?.[name] ?? null;
}

/** A step on a name reads all names above it, which determine the rights. A step that changes the state of a name also writes the name. */
function addRecord(plan: WritePlan, set: ReadWriteSet, keys: KeysByGpk): void {
  const { kind } = plan;
  const [keyName, keyType, keyData] =
    (kind === "create" ? undefined : keys.get(textIn(plan.old["gpk"]))) ?? [];
  const name = textIn(plan.new["fqdn"] ?? plan.old["fqdn"] ?? keyName);
  const type = textIn(plan.new["type"] ?? plan.old["type"] ?? keyType);
  if (name === "" || type === "") {
    standAlone(set);
    return;
  }
  addName(plan, set, name, type);
  for (const data of [plan.new["data"], plan.old["data"], keyData]) addData(set, kind, type, textIn(data));
}

function addName(plan: WritePlan, set: ReadWriteSet, name: string, type: string): void {
  const own = objectName("dns.fqdn", [name]);
  set.reads.add(own);
  for (const above of namesAbove(name)) set.reads.add(objectName("dns.fqdn", [above]));
  const makesName = sets(plan, ["fqdn_type", "fqdn_description"]);
  if (plan.kind === "delete" || type === "NS" || SINGLETONS.has(type) || makesName) set.writes.add(own);
  const records = `record set ${name} ${type}`;
  set.reads.add(records);
  if (sets(plan, ["ttl", "ttl_reset_date"])) set.writes.add(records);
}

function sets(plan: WritePlan, names: readonly string[]): boolean {
  return names.some((name) => plan.new[name] !== undefined);
}

function addData(set: ReadWriteSet, kind: WritePlan["kind"], type: string, data: string): void {
  if (data === "") return;
  if (isAddressType(type)) {
    set.reads.add("subnets").add(`address ${data}`);
    if (kind !== "create") set.writes.add(`address ${data}`);
    return;
  }
  const target = data.split(" ").at(-1) ?? "";
  if (target.endsWith(".")) set.reads.add(objectName("dns.fqdn", [target]));
}
