import type { StorageSpec } from "../../catalogue/define.ts";
import { rule } from "../../catalogue/define.ts";
import type { Localised } from "#contract/wire/json";

/** A limit on the rows of an account, by the attribute `login_name`. A trigger raises the fault, because the rule counts rows. */
export function atMost(
  table: string,
  count: number,
  hint: Localised,
): Required<Pick<StorageSpec, "constraints" | "statements">> {
  const most = String(count);
  return {
    constraints: { few: rule("few", ["login_name"], "check (true)", hint) },
    statements: [
      `create or replace function ${table}_check() returns trigger language plpgsql as $body$
      begin
        -- Creations of one account take turns, because each would count without the other.
        perform from cntl.mgr a
          where a.id in (select m.login_name from made m)
          order by a.id
          for no key update;
        if exists (
          select
          from ${table} p
          where p.login_name in (select m.login_name from made m)
          group by p.login_name
          having count(*) > ${most}) then
          raise exception 'the account has as many rows of ${table} as it may'
            using errcode = 'check_violation', constraint = '${table.replace(".", "_")}_few';
        end if;
        return null;
      end $body$`,
      `create or replace trigger ${table.replace(/^.*\./, "")}_check after insert on ${table}
        referencing new table as made
        for each statement execute function ${table}_check()`,
    ],
  };
}
