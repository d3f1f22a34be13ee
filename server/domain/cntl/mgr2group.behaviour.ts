import { defineBehaviour } from "../../wapi/behaviour.ts";
import { accountOf, refuseBeyondMain } from "./mgr.accounts.ts";

/** A subaccount gets only groups that its main account administers. */
export default defineBehaviour({
  async check(run, works) {
    for (const work of works) {
      if (work.plan.kind !== "create") continue;
      const account = await accountOf(run, work.values["login_name"]);
      await refuseBeyondMain(run, account, work, "group_name");
    }
  },
});
