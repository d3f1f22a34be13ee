import { defineBehaviour } from "../../wapi/behaviour.ts";
import { accountOf, refuseRole } from "./mgr.accounts.ts";

/** A service account has no roles; a subaccount has only roles of its main account. */
export default defineBehaviour({
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
});
