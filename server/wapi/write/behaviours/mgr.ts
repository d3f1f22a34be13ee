import { refuse } from "../../../faults.ts";
import { readRows } from "../rows.ts";
import { insertRows } from "../store.ts";
import { idOf, type Work, type WriteRun } from "../work.ts";
import type { Behaviour } from "./behaviour.ts";

/** Accounts: a main account has a login name of its own, the names of the others follow from what they are (wire contract 7.3). */
export const mgr: Behaviour = {
  touch(plan, touch) {
    // The login name of a new subaccount or service account follows from other parameters.
    if (plan.kind === "create") touch.isAlone = true;
  },
  fill(run, works) {
    for (const work of works) if (work.plan.kind === "create") nameAccount(run, work);
    return Promise.resolve();
  },
  async check(run, works) {
    const kind = works[0]?.plan.kind;
    if (kind === "create") await checkParents(run, works);
    for (const work of works) {
      const { before } = work;
      if (kind === "delete" && before?.["is_sub"] !== true && before?.["is_svc"] !== true)
        throw refuse("main_account_not_deletable", { login_name: before?.["login_name"] ?? null });
    }
  },
  async settle(run, works) {
    const services = works.filter((work) => work.plan.kind === "create" && work.given["is_svc"] === true);
    const link = run.catalogue.type("cntl.mgr2ou");
    for (const work of services) {
      const [id] = await insertRows(run, link, [{ login_name: idOf(work), ou: work.extras["ou"] ?? null }]);
      if (id === undefined) continue;
      const row = (await readRows(run, link, [id])).get(id)?.row ?? null;
      run.log.add(work.plan.position, { type: link, id, fn: "create", old: null, new: row });
    }
  },
};

function nameAccount(run: WriteRun, work: Work): void {
  const { given, plan } = work;
  const text = (name: string): string | null =>
    typeof given[name] === "string" ? String(given[name]) : null;
  const [sub, svc] = [text("sub_id"), text("svc_id")];
  if (sub !== null && svc !== null) throw violation("one_id", ["sub_id", "svc_id"]);
  if ((given["is_svc"] === true) !== (svc !== null))
    throw violation("service_account_has_svc_id", ["is_svc", "svc_id"]);
  if (sub === null && svc === null) {
    if (text("login_name") === null)
      throw refuse("required_missing", { parameter: "login_name", scope: "new" });
    if (text("parent_login_name") !== null)
      throw violation("parent_of_subaccount_only", ["parent_login_name"]);
    return;
  }
  if (typeof plan.new["login_name"] === "string") throw violation("login_name_follows", ["login_name"]);
  if (svc !== null) {
    if (text("ou") === null) throw refuse("required_missing", { parameter: "ou", scope: "new" });
    if (text("parent_login_name") !== null)
      throw violation("parent_of_subaccount_only", ["parent_login_name"]);
    given["login_name"] = `svc-${svc}`;
    return;
  }
  const parent = text("parent_login_name") ?? run.actor.login;
  given["parent_login_name"] = parent;
  given["login_name"] = `${parent}-${sub ?? ""}`;
}

async function checkParents(run: WriteRun, works: readonly Work[]): Promise<void> {
  const parents = works.map((work) => work.values["parent_login_name"] ?? null).filter((id) => id !== null);
  const sql =
    "select 1 from cntl.mgr t where t.id = any($1::bigint[]) and (t.is_svc or t.parent_login_name is not null) limit 1";
  const [wrong] = await run.tx.query(sql, [parents]);
  if (wrong !== undefined) throw violation("parent_is_main_account", ["parent_login_name"]);
}

function violation(rule: string, attributes: readonly string[]): Error {
  return refuse("check_violation", { object_fq_name: "cntl.mgr", rule, attribute_list: attributes });
}
