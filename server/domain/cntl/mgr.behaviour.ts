import { textIn, type Json } from "#contract/wire/json";
import { dataType } from "../../catalogue/data-types.ts";
import { refuse } from "../../faults.ts";
import { valueOf } from "../../wapi/value.ts";
import type { Given, Placed, WriteRun } from "../../wapi/write/stages.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";
import { insertLogged } from "../logged.write.ts";
import { violation } from "../violation.fault.ts";

/** Accounts. A main account has a login name of its own; the login names of other accounts are built from their parameters (wire contract 7.3). */
export default defineBehaviour({
  readsAndWrites(plan, set) {
    // The login name of a new subaccount or service account is built from other parameters.
    if (plan.kind === "create") set.isAlone = true;
  },
  fill(run, works) {
    for (const work of works) if (work.plan.kind === "create") nameAccount(run, work);
  },
  async check(run, works) {
    if (works[0]?.plan.kind === "create") await checkParents(run, works);
    if (works[0]?.plan.kind === "delete") works.forEach(refuseMain);
  },
  async settle(run, works) {
    const services = works.filter(({ plan, given }) => plan.kind === "create" && given["is_svc"] === true);
    await insertLogged(run, "cntl.mgr2ou", services, ({ id, extras }) => ({
      login_name: id,
      ou: extras["ou"] ?? null,
    }));
  },
});

function refuseMain({ before }: Placed): void {
  const isOther = before !== null && (before["is_sub"] === true || before["is_svc"] === true);
  if (!isOther) throw refuse("main_account_not_deletable", { login_name: before?.["login_name"] ?? null });
}

function nameAccount(run: WriteRun, { given, plan }: Given): void {
  const [sub, svc] = [textIn(given["sub_id"]), textIn(given["svc_id"])];
  refuseMixture(given, sub, svc);
  if (sub === "" && svc === "") {
    if (textIn(given["login_name"]) === "")
      throw refuse("required_missing", { parameter: "login_name", scope: "new" });
    return;
  }
  if (textIn(plan.new["login_name"]) !== "") throw violation("cntl.mgr", "login_name_follows", "login_name");
  if (sub !== "") {
    const parent = textIn(given["parent_login_name"]) || run.actor.login;
    given["parent_login_name"] = parent;
    given["login_name"] = loginName(`${parent}-${sub}`, "sub_id");
    return;
  }
  if (textIn(given["ou"]) === "") throw refuse("required_missing", { parameter: "ou", scope: "new" });
  given["login_name"] = loginName(`svc-${svc}`, "svc_id");
}

function refuseMixture(given: Given["given"], sub: string, svc: string): void {
  if (sub !== "" && svc !== "") throw violation("cntl.mgr", "one_id", "sub_id", "svc_id");
  if ((given["is_svc"] === true) !== (svc !== ""))
    throw violation("cntl.mgr", "service_account_has_svc_id", "is_svc", "svc_id");
  const hasParent = textIn(given["parent_login_name"]) !== "";
  if (sub === "" && hasParent) throw violation("cntl.mgr", "parent_of_subaccount_only", "parent_login_name");
  if (svc === "" && textIn(given["ou"]) !== "")
    throw violation("cntl.mgr", "ou_of_service_account_only", "ou");
}

/** Builds a login name from an id; refuses the id if the result is not a valid login name. */
function loginName(name: string, parameter: "sub_id" | "svc_id"): Json {
  return valueOf(dataType("login_name"), name, { parameter, scope: "new" });
}

async function checkParents(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const parents = works.map((work) => work.values["parent_login_name"] ?? null).filter((id) => id !== null);
  const sql = `select 1
    from cntl.mgr t
    where t.id = any($1::bigint[]) and (t.is_svc or t.parent_login_name is not null)
    limit 1`;
  const [wrong] = await run.tx.query(sql, [parents]);
  if (wrong !== undefined) throw violation("cntl.mgr", "parent_is_main_account", "parent_login_name");
}
