import { defineBehaviour } from "../../wapi/behaviour.ts";
import { accountOf, refuseRole } from "./mgr.accounts.ts";

/** A service account has no roles, and a subaccount has only roles of its main account. */
export default defineBehaviour({
  async check(run, works) {
    for (const work of works) {
      if (work.plan.kind !== "create") continue;
      const account = await accountOf(run, work.values["login_name"]);
      if (account.is_svc || account.parent !== null)
        await refuseRole(run, account, account.parent ?? account.id, work);
    }
  },
});
