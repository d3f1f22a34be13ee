import { defineObjectType } from "../../catalogue/define.ts";

function person(column: string) {
  const computed = `(select m.${column} from cntl.mgr m where m.id = t.login_name)`;
  return { nullable: true, computed } as const;
}

/** A subaccount administers a unit or group only while its main account does (wire contract 7.1). */
const MAIN_HAS_UNIT = `m.parent_login_name is null
  or exists (select from cntl.mgr2ou k where k.login_name = m.parent_login_name and k.ou = any(u.path))`;
const MAIN_HAS_GROUP = `m.parent_login_name is null
  or exists (
    select
    from cntl.mgr2group k
    where k.login_name = m.parent_login_name and k.group_name = any(g.path)
    union all select
    from cntl.group2ou o join org.unit u on u.id = o.ou join cntl.mgr2ou k on k.ou = any(u.path)
    where o.group_name = any(g.path) and k.login_name = m.parent_login_name)`;

export default defineObjectType({
  name: "cntl.group_admin",
  gpk: "grpadm",
  label: { de: "Gruppenadministrator", en: "Group administrator" },
  plural: { de: "Gruppenadministratoren", en: "Group administrators" },
  description: {
    de: "Wer eine Gruppe verwaltet, durch Mitgliedschaft oder OE",
    en: "Who administers a group, by membership or by OE",
  },
  attributes: {
    group_name: { ref: { to: "cntl.group" } },
    login_name: { label: { de: "Anmeldename", en: "Login name" }, ref: { to: "cntl.mgr" } },
    via: {
      type: "text_id",
      label: { de: "Durch", en: "Via" },
      values: {
        group: { de: "Mitglied der Gruppe", en: "member of the group" },
        ou: { de: "Administrator der OE", en: "administrator of the OE" },
      },
    },
    ou: { label: { de: "OE", en: "OE" }, nullable: true, ref: { to: "org.unit" } },
    first_name: { ...person("first_name"), type: "text_line", label: { de: "Vorname", en: "First name" } },
    last_name: { ...person("last_name"), type: "text_line", label: { de: "Nachname", en: "Last name" } },
    email: { ...person("email"), type: "email", label: { de: "E-Mail", en: "Mail" } },
  },
  key: ["group_name", "login_name", "via", "ou"],
  title: ["login_name", "group_name"],
  own: { column: "group_name", in: "groups" },
  read: "own",
  source: {
    sql: `select g.id || '-' || l.login_name || '-group' as id, g.id as group_name, l.login_name,
      'group' collate "C" as via, null::bigint as ou
      from cntl."group" g
        cross join lateral unnest(g.path) p(id)
        join cntl.mgr2group l on l.group_name = p.id
        join cntl.mgr m on m.id = l.login_name
      where ${MAIN_HAS_GROUP}
      group by g.id, l.login_name
      union all select g.id || '-' || l.login_name || '-ou-' || l.ou, g.id, l.login_name, 'ou', l.ou
      from cntl."group" g
        cross join lateral unnest(g.path) p(id)
        join cntl.group2ou o on o.group_name = p.id
        join org.unit u on u.id = o.ou
        cross join lateral unnest(u.path) a(id)
        join cntl.mgr2ou l on l.ou = a.id
        join cntl.mgr m on m.id = l.login_name and not m.is_svc
      where ${MAIN_HAS_UNIT}
      group by g.id, l.login_name, l.ou`,
  },
});
