import { refuse } from "../../faults.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";
import { violation } from "../violation.fault.ts";
import { accountOfToken, refuseRole } from "./mgr.accounts.ts";

/** A token has only assignable roles of its account. */
export default defineBehaviour({
  async check(run, works) {
    for (const work of works) {
      const { plan, values } = work;
      if (plan.kind !== "create") continue;
      const account = await accountOfToken(run, values["wapi_auth_gfk"]);
      if (account.is_svc) throw refuse("service_account_restricted", { login_name: account.login });
      // Only sessions belong to main accounts, and a session has the roles of its account.
      if (account.parent === null) throw refuse("api_token_for_main_account", { login_name: account.login });
      const sql = "select t.is_assignable from cntl.role t where t.id = $1::bigint";
      const [role] = await run.tx.query<{ is_assignable: boolean }>(sql, [values["role_name"]]);
      if (role?.is_assignable !== true)
        throw violation("cntl.wapi_auth2role", "role_is_assignable", "role_name");
      await refuseRole(run, account, account.id, work);
    }
  },
});
