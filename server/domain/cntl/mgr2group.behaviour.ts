import { defineBehaviour } from "../../wapi/behaviour.ts";
import { accountOf, refuseBeyondMain } from "./mgr.accounts.ts";

/** A subaccount gets only groups that its main account administers. */
export default defineBehaviour({
  async check(run, works) {
    for (const { plan, values, given } of works) {
      if (plan.kind !== "create") continue;
      const account = await accountOf(run, values["login_name"]);
      await refuseBeyondMain(run, account, "groups", values["group_name"], given["group_name"] ?? null);
    }
  },
});
