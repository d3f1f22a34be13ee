import { rwPermission } from "../../../access/rules.ts";
import { refuse } from "../../../faults.ts";
import type { Work, WriteRun } from "../work.ts";
import { accountOf, accountOfToken, refuseBeyondMain, refuseRole } from "./accounts.ts";
import type { Behaviour } from "./behaviour.ts";

/** A subaccount gets only groups that its main account administers. */
export const mgr2group: Behaviour = {
  async check(run, works) {
    for (const { plan, values, given } of works) {
      if (plan.kind !== "create") continue;
      const account = await accountOf(run, values["login_name"]);
      await refuseBeyondMain(run, account, "groups", values["group_name"], given["group_name"] ?? null);
    }
  },
};

/**
 * Units without managers take service accounts only; a subaccount gets only units that its main account administers. The last unit of a service
 * account stays.
 */
export const mgr2ou: Behaviour = {
  async check(run, works) {
    if (works[0]?.plan.kind === "delete") return refuseLastUnits(run, works);
    for (const { plan, values, given } of works) {
      if (plan.kind !== "create") continue;
      const account = await accountOf(run, values["login_name"]);
      if (account.is_svc) continue;
      const [unit] = await run.tx.query<{ can: boolean }>(
        "select t.can_have_mgr can from org.unit t where t.id = $1::bigint",
        [values["ou"]],
      );
      if (unit?.can !== true) throw refuse("ou_without_managers", { ou: given["ou"] ?? null });
      await refuseBeyondMain(run, account, "units", values["ou"], given["ou"] ?? null);
    }
  },
};

const LAST_UNIT_TEXT = {
  de: "Jedes Service-Konto gehört zu einer OE, und dies ist seine letzte.",
  en: "Every service account belongs to an OE, and this is its last one.",
} as const;
const LAST_UNIT_HINT = {
  de: "Ordnen Sie das Konto zuerst einer anderen OE zu, die Sie verwalten, oder löschen Sie es.",
  en: "Link the account to another OE that you administer first, or delete it.",
} as const;

/** The last link of a service account goes only with the account, or by `rw` (wire contract 7.3). Steps that need a right stand alone in their batch. */
async function refuseLastUnits(run: WriteRun, works: readonly Work[]): Promise<void> {
  for (const { plan, id, before } of works) {
    if (run.actor.permissions.has(rwPermission(plan.type))) continue;
    const sql = `select m.login_name from cntl.mgr2ou t join cntl.mgr m on m.id = t.login_name and m.is_svc
      where t.id = $1::bigint and not exists (select from cntl.mgr2ou o where o.login_name = t.login_name and o.id <> t.id)`;
    const [last] = await run.tx.query<{ login_name: string }>(sql, [id]);
    if (last === undefined) continue;
    const details = {
      login_name: last.login_name,
      parent_login_name: null,
      object_fq_name: "org.unit",
      key: { fq_name: before?.["ou"] ?? null },
    };
    throw refuse("exceeds_main_account", details, undefined, LAST_UNIT_HINT).because(LAST_UNIT_TEXT);
  }
}

/** A service account has no roles, a subaccount only those of its main account. */
export const mgr2role: Behaviour = {
  async check(run, works) {
    for (const { plan, values, given } of works) {
      if (plan.kind !== "create") continue;
      const account = await accountOf(run, values["login_name"]);
      if (account.is_svc || account.parent !== null)
        await refuseRole(
          run,
          account,
          account.parent ?? account.id,
          values["role_name"],
          given["role_name"] ?? null,
        );
    }
  },
};

/** A token has only assignable roles that its account holds. */
export const wapiAuth2role: Behaviour = {
  async check(run, works) {
    for (const { plan, values, given } of works) {
      if (plan.kind !== "create") continue;
      const account = await accountOfToken(run, values["wapi_auth_gfk"]);
      if (account.is_svc) throw refuse("service_account_restricted", { login_name: account.login });
      // Sessions alone belong to a main account: they have its roles, not some of their own.
      if (account.parent === null) throw refuse("api_token_for_main_account", { login_name: account.login });
      const sql = "select t.is_assignable from cntl.role t where t.id = $1::bigint";
      const [role] = await run.tx.query<{ is_assignable: boolean }>(sql, [values["role_name"]]);
      if (role?.is_assignable !== true)
        throw refuse("check_violation", {
          object_fq_name: "cntl.wapi_auth2role",
          rule: "role_is_assignable",
          attribute_list: ["role_name"],
        });
      await refuseRole(run, account, account.id, values["role_name"], given["role_name"] ?? null);
    }
  },
};

/** A role may not contain a role that contains it. */
export const role2role: Behaviour = {
  async check(run, works) {
    for (const { plan, values, given } of works) {
      if (plan.kind !== "create") continue;
      const sql = `with recursive below(id) as (select $2::bigint union select l.sub_role_name from below b join cntl.role2role l on l.role_name = b.id)
        select 1 from below where id = $1::bigint`;
      const [loop] = await run.tx.query(sql, [values["role_name"], values["sub_role_name"]]);
      const key = { role_name: given["role_name"] ?? null, sub_role_name: given["sub_role_name"] ?? null };
      if (loop !== undefined) throw refuse("subtree_loop", { object_fq_name: "cntl.role2role", key });
    }
  },
};
