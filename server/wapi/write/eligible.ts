import type { Actor } from "../../access/actor.ts";
import { gpkOf } from "../../catalogue/gpk.ts";
import { refuse } from "../../faults.ts";
import type { WritePlan } from "../plan.ts";
import type { WriteContext } from "./session.ts";

/** Types that a subaccount or service account may not write (wire contract 7.3). */
const MAIN_ONLY = new Set(["cntl.mgr", "cntl.mgr2role", "cntl.wapi_auth", "cntl.wapi_auth2role"]);

/** Refuses steps that the account in effect may not send at all, whatever the object (wire contract 1.5). Ending the own token is free. */
export function refuseWriting(context: WriteContext, actor: Actor, plan: WritePlan): void {
  if (isOwnToken(actor, plan)) return;
  if (actor.account === null) throw refuse("account_unknown", { login_name: actor.login });
  if (!actor.allowsWriting) throw refuse("data_manipulation_not_allowed", { login_name: actor.login });
  if (actor.kind !== "main" && MAIN_ONLY.has(plan.type.name))
    throw refuse("main_account_required", { login_name: actor.login });
  if (actor.isImpersonating && !context.dryRun && wantsSecret(plan))
    throw refuse("not_while_impersonating", { login_name: actor.actorLogin, su_login_name: actor.login });
}

/** Whether the step deletes the token of its own call. */
export function isOwnToken(actor: Actor, plan: WritePlan): boolean {
  return (
    plan.kind === "delete" &&
    plan.type.name === "cntl.wapi_auth" &&
    plan.old["gpk"] === gpkOf(plan.type, actor.token)
  );
}

function wantsSecret(plan: WritePlan): boolean {
  if (plan.type.name === "cntl.wapi_auth" && plan.kind === "create") return true;
  if (plan.new["do_generate"] === true) return true;
  return [...plan.type.attributes.values()].some(
    ({ secret, name }) => secret === true && (plan.kind === "create" || plan.new[name] !== undefined),
  );
}
