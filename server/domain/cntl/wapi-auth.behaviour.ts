import { timestampOf } from "#contract/values/timestamp";
import { isList, type Json } from "#contract/wire/json";
import { newToken, tokenHash } from "../../access/token.ts";
import { gpkOf } from "../../catalogue/gpk.ts";
import { refuse } from "../../faults.ts";
import type { Work, WriteRun } from "../../wapi/write/work.ts";
import { idOf } from "../../wapi/write/work.ts";
import { textOf } from "../../wapi/write/text.ts";
import { accountOf, accountOfToken } from "./mgr.accounts.ts";
import { defineBehaviour } from "../../wapi/write/behaviour.ts";

const DAY = 24 * 60 * 60 * 1000;
const LIFETIME = 365 * DAY;
const KEPT_AFTER = 30 * DAY;
/** The last moment that can be written. */
const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59);
const DATES = ["expiration_date", "deletion_date"] as const;

/** API tokens: made for subaccounts and service accounts only, their text is answered by the step that generates it and nowhere else. */
export default defineBehaviour({
  touch(_, touch) {
    touch.isBarrier = true;
    touch.isAlone = true;
  },
  fill(_, works) {
    for (const { plan, given } of works) if (plan.kind === "create") fillDates(given, plan.new);
    return Promise.resolve();
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
      const gpk = gpkOf(work.plan.type, idOf(work));
      const plans = [...new Set(roles.map(textOf))].map((role) => ({
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

function wantsText({ plan }: Work): boolean {
  return plan.kind === "create" || (plan.kind === "update" && plan.new["do_generate"] === true);
}

/** API tokens are for subaccounts and service accounts, whoever asks (wire contract 7.3). */
async function refuseMain(run: WriteRun, work: Work): Promise<void> {
  const account = await (work.plan.kind === "create"
    ? accountOf(run, work.values["login_name"])
    : accountOfToken(run, idOf(work)));
  if (account.parent === null && !account.is_svc)
    throw refuse("api_token_for_main_account", { login_name: account.login });
}

function fillDates(given: Work["given"], asked: Readonly<Record<string, unknown>>): void {
  const removed = asked["deletion_date"] === undefined ? undefined : given["deletion_date"];
  if (asked["expiration_date"] === undefined) given["expiration_date"] = endBefore(removed);
  if (asked["deletion_date"] === undefined) given["deletion_date"] = deletionAfter(given["expiration_date"]);
}

/** One year from now, or when the token is removed if that is sooner. */
function endBefore(deletion: Json | undefined): string {
  const year = Date.now() + LIFETIME;
  return timestampOf(typeof deletion === "string" ? Math.min(year, Date.parse(deletion)) : year);
}

function deletionAfter(expiration: Json | undefined): string | null {
  return typeof expiration === "string"
    ? timestampOf(Math.min(Date.parse(expiration) + KEPT_AFTER, LAST_MOMENT))
    : null;
}

/** A token that is prolonged is kept as long behind its new end as a new one. */
function moveDeletion({ plan, given, values, before }: Work): void {
  if (plan.kind !== "update" || given["deletion_date"] !== undefined) return;
  const end = given["expiration_date"];
  if (end !== undefined && end !== before?.["expiration_date"]) values["deletion_date"] = deletionAfter(end);
}

/** Otherwise it would say to be valid for longer than it is there. */
function refuseEarlyDeletion({ plan, given, values, before }: Work): void {
  if (DATES.every((name) => given[name] === undefined)) return;
  const [end, deletion] = DATES.map((name) => values[name] ?? (name in values ? null : before?.[name]));
  if (typeof end !== "string" || typeof deletion !== "string" || Date.parse(deletion) >= Date.parse(end))
    return;
  throw refuse("check_violation", {
    object_fq_name: plan.type.name,
    rule: "deletion_after_expiration",
    attribute_list: [...DATES],
  });
}

/** The old text ends at once: only the hash of the new one is kept. */
function generate(run: WriteRun, work: Work): void {
  const text = newToken();
  work.values["token_hash"] = tokenHash(text);
  work.values["last_generated"] = timestampOf(Date.now());
  if (work.plan.kind === "create") work.values["is_session"] = false;
  work.answerOnly["token"] = run.context.showsTokens ? text : null;
}
