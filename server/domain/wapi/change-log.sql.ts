import type { OwnRule } from "../../catalogue/define.ts";

/**
 * Own rows of the log: the account in effect did it. The log keeps names, and names can be given again, so changes from before the account was
 * created do not count. `transaction` is the column with the id of the transaction.
 */
export function doneBySelf(transaction: string): OwnRule {
  // A maximum would be searched from the newest transaction backwards, through the whole log for an account of the first day.
  const created = `select c.transaction_gfk from wapi.change_log c where c.object_gfk = 'mgr-' || {account} and c.function = 'create'
    order by c.id desc limit 1`;
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

/** SQL over the transaction `t`: it did nothing else than sign somebody in or out. */
export const IS_SESSION = `(exists (select from wapi.change_log l where l.transaction_gfk = t.id and l.position = 0 and ${OF_SESSION})
  and not exists (select from wapi.change_log l where l.transaction_gfk = t.id and l.position > 0 and not (${OF_SESSION})))`;

/**
 * SQL over an entry `t`: it is older than what the log keeps in full, so earlier entries of its object and others of its transaction may have been
 * removed.
 */
export const IS_SHORTENED = `coalesce(t.ts < (select r."before" from netportal.log_removed r), false)`;
