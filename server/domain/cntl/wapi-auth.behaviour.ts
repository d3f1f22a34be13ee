import { timestampOf } from "#contract/values/timestamp";
import { isList, type Json, textIn } from "#contract/wire/json";
import { newToken, tokenHash } from "../../access/token.ts";
import { gpkOf } from "../../catalogue/gpk.ts";
import { refuse } from "../../faults.ts";
import { idOf, type Found, type Given, type Placed, type WriteRun } from "../../wapi/write/stages.ts";
import { accountOf, accountOfToken } from "./mgr.accounts.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";
import { violation } from "../violation.fault.ts";

const DAY = 24 * 60 * 60 * 1000;
const LIFETIME = 365 * DAY;
const KEPT_AFTER = 30 * DAY;
const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59);
const DATES = ["expiration_date", "deletion_date"] as const;

/** API tokens belong to subaccounts and service accounts. Only the step that generates a token answers its text. */
export default defineBehaviour({
  readsAndWrites(_, set) {
    set.isBarrier = true;
    set.isAlone = true;
  },
  fill(_, works) {
    for (const work of works) if (work.plan.kind === "create") fillDates(work);
  },
  async barred(run, work) {
    if (wantsText(work)) await refuseMain(run, work);
  },
  async check(run, works) {
    for (const work of works) {
      moveDeletion(work);
      refuseEarlyDeletion(work);
      if (!wantsText(work)) continue;
      await refuseMain(run, work);
      generate(run, work);
    }
  },
  async settle(run, works) {
    for (const work of works) {
      const roles = work.plan.kind === "create" ? work.plan.new["role_name_list"] : undefined;
      if (!isList(roles)) continue;
      const link = run.catalogue.type("cntl.wapi_auth2role");
      const gpk = gpkOf(work.plan.type, work.id);
      const plans = [...new Set(roles.map(textIn))].map((role) => ({
        ...work.plan,
        kind: "create" as const,
        type: link,
        old: {},
        new: { wapi_auth_gfk: gpk, role_name: role },
      }));
      if (plans.length > 0) await run.perform(link, plans);
    }
  },
});

function wantsText({ plan }: Given): boolean {
  return plan.kind === "create" || (plan.kind === "update" && plan.new["do_generate"] === true);
}

/** Refuses API tokens of main accounts, whoever asks for them (wire contract 7.3). */
async function refuseMain(run: WriteRun, work: Found | Placed): Promise<void> {
  const account = await (work.plan.kind === "create" && "values" in work
    ? accountOf(run, work.values["login_name"])
    : accountOfToken(run, idOf(work)));
  if (account.parent === null && !account.is_svc)
    throw refuse("api_token_for_main_account", { login_name: account.login });
}

/** A token is valid for one year from now, or until its deletion date if that is sooner. */
function fillDates({ given, plan: { new: asked } }: Given): void {
  const deletion = asked["deletion_date"] === undefined ? undefined : given["deletion_date"];
  const year = Date.now() + LIFETIME;
  const end = typeof deletion === "string" ? Math.min(year, Date.parse(deletion)) : year;
  if (asked["expiration_date"] === undefined) given["expiration_date"] = timestampOf(end);
  if (asked["deletion_date"] === undefined) given["deletion_date"] = deletionAfter(given["expiration_date"]);
}

function deletionAfter(expiration: Json | undefined): string | null {
  return typeof expiration === "string"
    ? timestampOf(Math.min(Date.parse(expiration) + KEPT_AFTER, LAST_MOMENT))
    : null;
}

/** A prolonged token is kept after its end for as long as a new one. */
function moveDeletion({ plan, given, values, before }: Placed): void {
  if (plan.kind !== "update" || given["deletion_date"] !== undefined) return;
  const end = given["expiration_date"];
  if (end !== undefined && end !== before?.["expiration_date"]) values["deletion_date"] = deletionAfter(end);
}

/** A token cannot be valid for longer than it is kept. */
function refuseEarlyDeletion({ plan, given, values, before }: Placed): void {
  if (DATES.every((name) => given[name] === undefined)) return;
  const [end, deletion] = DATES.map((name) => values[name] ?? (name in values ? null : before?.[name]));
  if (typeof end !== "string" || typeof deletion !== "string" || Date.parse(deletion) >= Date.parse(end))
    return;
  throw violation(plan.type.name, "deletion_after_expiration", ...DATES);
}

/** The old text becomes invalid at once, because only the hash of the new text is stored. */
function generate(run: WriteRun, work: Placed): void {
  const text = newToken();
  work.values["token_hash"] = tokenHash(text);
  // The operator who runs a command is no person of the database.
  work.values["generated_by"] = run.actor.person === "" ? null : run.actor.person;
  work.values["last_generated"] = timestampOf(Date.now());
  if (work.plan.kind === "create") work.values["is_session"] = false;
  work.answerOnly["token"] = run.context.showsTokens ? text : null;
}
