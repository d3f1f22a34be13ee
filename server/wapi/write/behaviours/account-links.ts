import { refuse } from "../../../faults.ts";
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

/** Units without managers take service accounts only; a subaccount gets only units that its main account administers. */
export const mgr2ou: Behaviour = {
  async check(run, works) {
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
