import type { OwnRule } from "../../catalogue/define.ts";

/**
 * Own rows of the log: changes by the account in effect. The log stores names, and a name can be given again. So changes from before the creation of
 * the account do not count. `transaction` is the column with the id of the transaction.
 */
export function doneBySelf(transaction: string): OwnRule {
  // The planner would search a maximum from the newest transaction backwards, which is the whole log for an account of the first day.
  const created = `select c.transaction_gfk
    from wapi.change_log c
    where c.object_gfk = 'mgr-' || {account} and c.function = 'create'
    order by c.id desc
    limit 1`;
  return {
    all: [
      {
        any: [
          { column: "login_name", in: "login_names" },
          { column: "actor_login_name", in: "login_names" },
        ],
      },
      { sql: `t.${transaction} >= coalesce((${created}), 0)` },
    ],
  };
}

/** Changes of tokens that signing in or out made. */
const OF_SESSION = `l.object_fq_name = 'cntl.wapi_auth' and coalesce(l.old, l.new) ->> 'is_session' = 'true'`;

/** SQL over the transaction `t`: it only signed somebody in or out. */
export const IS_SESSION = `(exists (
  select
  from wapi.change_log l
  where l.transaction_gfk = t.id and l.position = 0 and ${OF_SESSION})
  and not exists (
    select
    from wapi.change_log l
    where l.transaction_gfk = t.id and l.position > 0 and not (${OF_SESSION})))`;

/** SQL over an entry `t`: it is so old that earlier entries of its object, and other entries of its transaction, may have been removed. */
export const IS_SHORTENED = `coalesce(t.ts < (select r."before" from netportal.log_removed r), false)`;
