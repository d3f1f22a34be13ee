import type { Actor } from "../../access/actor.ts";
import { gpkOf } from "../../catalogue/gpk.ts";
import { refuse } from "../../faults.ts";
import { functionName, type WritePlan } from "../plan.ts";
import { extraParameters } from "./plan.ts";
import type { WriteContext } from "./stages.ts";

/** Refuses steps that the account in effect may never send, whatever their object is (wire contract 1.5). An account may always end its own token. */
export function refuseWriting(context: WriteContext, actor: Actor, plan: WritePlan): void {
  if (isOwnToken(actor, plan)) return;
  if (actor.account === null) throw refuse("account_unknown", { login_name: actor.login });
  if (!actor.allowsWriting) throw refuse("data_manipulation_not_allowed", { login_name: actor.login });
  const { write } = plan.type.spec;
  // Accounts that are neither subaccounts nor service accounts (wire contract 7.3).
  if (actor.kind !== "main" && write !== "nobody" && write.byMainAccounts === true)
    throw refuse("main_account_required", { login_name: actor.login });
  if (actor.isImpersonating && !context.dryRun && wantsSecret(plan))
    throw refuse("not_while_impersonating", { login_name: actor.actorLogin, su_login_name: actor.login });
}

/** Whether the step deletes the token of its own call. */
export function isOwnToken(actor: Actor, plan: WritePlan): boolean {
  return (
    plan.kind === "delete" &&
    plan.type.spec.accounts !== undefined &&
    plan.old["gpk"] === gpkOf(plan.type, actor.token)
  );
}

function wantsSecret(plan: WritePlan): boolean {
  const { kind, type, new: values } = plan;
  if (kind === "create" && type.spec.functions.create?.makesSecret === true) return true;
  const parameters = Object.entries(extraParameters(type, functionName(plan)));
  if (parameters.some(([name, { makesSecret }]) => makesSecret === true && values[name] === true))
    return true;
  return [...type.attributes.values()].some(
    ({ secret, name }) => secret === true && (kind === "create" || values[name] !== undefined),
  );
}
