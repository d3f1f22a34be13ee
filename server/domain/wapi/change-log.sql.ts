const SELF = "(select m.login_name from cntl.mgr m where m.id = {account})";

/**
 * SQL over a logged row: the account in effect did it. The log keeps names, and names can be given again, so changes from before the account was
 * created do not count. `transaction` is the column with the id of the transaction.
 */
export function doneBySelf(transaction: string): string {
  return `((t.login_name = ${SELF} or t.actor_login_name = ${SELF}) and t.${transaction} >= coalesce((select max(c.transaction_gfk)
    from wapi.change_log c where c.object_gfk = 'mgr-' || {account} and c.function = 'create'), 0))`;
}
