import { defineObjectType, linkSql, type Assignable, type Grant } from "../../catalogue/define.ts";
import { ouParameter, UNIT } from "../org/unit.ts";

/** Service accounts are administered through the OEs they belong to. */
export const ACCOUNT: Assignable = {
  type: "cntl.mgr",
  isMine: "{id} = any({accounts})",
  key: `select json_build_object('login_name', m.login_name) as key from cntl.mgr m where m.id = $1::bigint`,
  links: `select ${linkSql("cntl.mgr2ou", "'login_name', m.login_name", "'ou', u.fq_name")}, null::bigint,
    u.id
    from cntl.mgr2ou l join cntl.mgr m on m.id = l.login_name join org.unit u on u.id = l.ou
    where l.login_name = $1`,
};

const SERVED: Grant = {
  all: [
    { isTrue: "is_svc" },
    {
      sql: "exists (select from cntl.mgr2ou l where l.login_name = t.id and l.ou = any({units}))",
      names: { to: ACCOUNT, id: "case when t.is_svc then t.id end" },
    },
  ],
};

/** SQL: the link gives its account rights. A subaccount administers only what its main account administers too (wire contract 7.1). */
const IN_FORCE = `not t.is_svc
  and (t.parent_login_name is null
    or exists (
      select
      from org.unit u cross join cntl.mgr2ou p join org.unit v on v.id = p.ou
      where u.id = l.ou
        and p.login_name = t.parent_login_name
        and (v.id = any(u.path) or u.id = any(v.path))))`;

/** Subaccounts and service accounts never write accounts, whatever their rights (wire contract 7.3). */
const BY_MAIN_ACCOUNT =
  "exists (select from cntl.mgr a where a.id = {account} and a.parent_login_name is null and not a.is_svc)";

export default defineObjectType({
  name: "cntl.mgr",
  gpk: "mgr",
  system: { label: { de: "Verwaltung", en: "Administration" } },
  label: { de: "Manager", en: "Manager" },
  plural: { de: "Manager", en: "Managers" },
  description: {
    de: "Konto der Netzverwaltung: Hauptkonto, Unterkonto oder Service-Konto",
    en: "Account of the network administration: main account, subaccount or service account",
  },
  attributes: {
    login_name: {
      type: "login_name",
      label: { de: "Anmeldename", en: "Login name" },
      help: {
        de: "Nur für Hauptkonten; bei Unter- und Service-Konten folgt er aus der Kennung",
        en: "For main accounts only; that of subaccounts and service accounts follows from their id",
      },
      createOnly: true,
      default: { sql: "null" },
      madeOf: ["{parent_login_name}-{sub_id}", "svc-{svc_id}"],
    },
    parent_login_name: {
      label: { de: "Hauptkonto", en: "Main account" },
      nullable: true,
      createOnly: true,
      ref: { to: "cntl.mgr" },
    },
    is_sub: {
      type: "boolean",
      label: { de: "Unterkonto", en: "Subaccount" },
      computed: "t.parent_login_name is not null",
      isGiven: "parent_login_name",
    },
    sub_id: {
      type: "text_id",
      isDesignation: true,
      label: { de: "Kennung des Unterkontos", en: "Id of the subaccount" },
      nullable: true,
      createOnly: true,
    },
    is_svc: {
      type: "boolean",
      label: { de: "Service-Konto", en: "Service account" },
      default: false,
      createOnly: true,
    },
    svc_id: {
      type: "text_id",
      isDesignation: true,
      label: { de: "Kennung des Service-Kontos", en: "Id of the service account" },
      nullable: true,
      createOnly: true,
    },
    is_self: {
      type: "boolean",
      label: { de: "Eigenes Konto", en: "Own account" },
      computed: "coalesce(t.id = {account}, false)",
      perReader: true,
    },
    kit_status: {
      type: "text_id",
      label: { de: "Status", en: "Status" },
      nullable: true,
      serverWritten: true,
    },
    first_name: { type: "text_line", label: { de: "Vorname", en: "First name" }, nullable: true },
    last_name: { type: "text_line", label: { de: "Nachname", en: "Last name" }, nullable: true },
    full_name: {
      type: "text_line",
      label: { de: "Name", en: "Name" },
      nullable: true,
      computed: "nullif(concat_ws(' ', t.first_name, t.last_name), '')",
    },
    email: { type: "email", label: { de: "E-Mail", en: "Mail" }, nullable: true },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
    do_copy_roles: {
      type: "boolean",
      label: { de: "Rollen übernehmen", en: "Copy roles" },
      help: {
        de: "Das Unterkonto hat alle Rollen seines Hauptkontos",
        en: "The subaccount has all roles of its main account",
      },
      default: true,
    },
    is_adm_locked: { type: "boolean", label: { de: "Gesperrt", en: "Locked" }, default: false },
    allow_data_manipulation: {
      type: "boolean",
      label: { de: "Darf ändern", en: "May change data" },
      default: true,
    },
    is_deletable: {
      type: "boolean",
      label: { de: "Löschbar", en: "Deletable" },
      computed: `(t.parent_login_name is not null or t.is_svc)
        and t.id <> {account}
        and (t.id = any({accounts}) or 'cntl.rw:mgr' = any({permissions}) and ${BY_MAIN_ACCOUNT})`,
      perReader: true,
    },
  },
  key: ["login_name"],
  title: ["login_name", "full_name"],
  functions: {
    create: {
      extra: {
        ou: ouParameter({
          de: "Nur für Service-Konten: wohin das Konto gehört",
          en: "For service accounts only: where the account belongs",
        }),
      },
    },
    update: {},
    delete: {},
  },
  search: {
    rank: 62,
    system: "cntl",
    by: ["login_name_regexp", "full_name_regexp_ic", { words: "description_regexp_ic" }],
    shown: ["first_name", "last_name", "login_name", "email"],
    named: ["first_name", "last_name"],
    // Subaccounts are on /user/tokens and with their main account (SRCH-54).
    filters: { is_sub: false },
  },
  reverse: {
    deletableWith: ["sub_id", "svc_id"],
    linked: { where: "svc_id", link: "cntl.mgr2ou", own: "login_name", other: "ou", parameter: "ou" },
  },
  own: { column: "id", in: "accounts" },
  read: {
    ownOr: {
      sql: `exists (select from cntl.mgr2group l where l.login_name = t.id and l.group_name = any({groups}))
        or exists (
          select
          from cntl.mgr2ou l
          where l.login_name = t.id and (l.ou = any({units}) or ${IN_FORCE}))`,
    },
    permissions: ["wapi.su_access"],
  },
  write: {
    byMainAccounts: true,
    ofOwnRows: true,
    create: {
      any: [{ isAccount: "parent_login_name" }, { all: [{ isTrue: "is_svc" }, { reaches: UNIT, by: "ou" }] }],
    },
    update: {
      grant: { any: [{ isAccount: "parent_login_name" }, SERVED] },
      attributes: ["description", "do_copy_roles", "allow_data_manipulation"],
    },
    delete: { any: [{ isAccount: "parent_login_name" }, SERVED] },
  },
  givesRights: "objects",
  takesAccess: { update: ["is_adm_locked", "allow_data_manipulation"] },
});
