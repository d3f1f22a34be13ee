import { defineObjectType, type Grant, rule } from "../../catalogue/define.ts";
import { ACCOUNT } from "./mgr.ts";
import { WRITTEN_NOW } from "../written.parts.ts";
import { ACCOUNTS, EXPIRED } from "./wapi-auth.accounts.ts";

/** Tokens of own subaccounts, and of service accounts of administered OEs, but not of the account itself. */
const OF_OTHERS: Grant = {
  all: [
    { isOtherAccount: "login_name" },
    {
      sql: "t.login_name = any({accounts})",
      names: { to: ACCOUNT, id: "select m.id from cntl.mgr m where m.id = t.login_name and m.is_svc" },
    },
  ],
};

export default defineObjectType({
  name: "cntl.wapi_auth",
  gpk: "tok",
  label: { de: "Token", en: "Token" },
  plural: { de: "Tokens", en: "Tokens" },
  description: {
    de: "Zugang zur API: Sitzung oder API-Token",
    en: "Access to the API: session or API token",
  },
  attributes: {
    login_name: {
      label: { de: "Konto", en: "Account" },
      // The session of a user who is not in the network database has no account, only the user name.
      createOnly: true,
      ref: { to: "cntl.mgr", otherwise: "user_name" },
    },
    description: { type: "text", label: { de: "Beschreibung", en: "Description" }, nullable: true },
    is_session: {
      type: "boolean",
      label: { de: "Sitzung", en: "Session" },
      default: false,
      serverWritten: true,
    },
    is_current: {
      type: "boolean",
      label: { de: "Token dieses Aufrufs", en: "Token of this call" },
      computed: "t.id = {token}",
      perReader: true,
    },
    expiration_date: {
      type: "timestamp",
      label: { de: "Gültig bis", en: "Expires" },
      help: { de: "Ohne Angabe ein Jahr", en: "One year unless given" },
      nullable: true,
      default: { sql: "date_trunc('second', now() + interval '365 days')" },
    },
    deletion_date: {
      type: "timestamp",
      label: { de: "Löschdatum", en: "Deletion date" },
      nullable: true,
      default: { sql: "date_trunc('second', now() + interval '395 days')" },
    },
    last_used: {
      type: "timestamp",
      label: { de: "Zuletzt benutzt", en: "Last used" },
      nullable: true,
      serverWritten: true,
    },
    last_used_from: {
      type: "cidr",
      label: { de: "Zuletzt benutzt von", en: "Last used from" },
      help: {
        de: "Netz der Adresse, von der die letzte Nutzung kam, so genau, wie der Betreiber es speichert",
        en: "Network of the address of the last use, as exactly as the operator keeps it",
      },
      nullable: true,
      serverWritten: true,
    },
    device: {
      type: "text_line",
      label: { de: "Gerät", en: "Device" },
      help: {
        de: "Browser und Betriebssystem der letzten Nutzung, nach eigener Angabe des Geräts",
        en: "Browser and system of the last use, as the device itself says",
      },
      nullable: true,
      serverWritten: true,
    },
    last_generated: { ...WRITTEN_NOW, label: { de: "Zuletzt erzeugt", en: "Last generated" } },
  },
  key: ["gpk"],
  title: ["login_name", "description"],
  filters: {
    expires_within_days: {
      type: "integer",
      label: { de: "Läuft ab in Tagen", en: "Expires within days" },
      help: {
        de: "Token, die noch gültig sind und in so vielen Tagen nicht mehr",
        en: "Tokens that are still valid and will not be after so many days",
      },
      sql: `t.expiration_date > now()
        and t.expiration_date <= now() + make_interval(days => least(greatest({value}, 0), 36500)::int)`,
    },
  },
  functions: {
    create: {
      makesSecret: true,
      extra: {
        role_name_list: {
          type: "text_id_array",
          label: { de: "Rollen", en: "Roles" },
          names: "cntl.role",
          default: [],
        },
      },
    },
    update: {
      extra: {
        do_generate: {
          type: "boolean",
          makesSecret: true,
          label: { de: "Neu erzeugen", en: "Generate anew" },
          help: { de: "Das alte Token endet sofort", en: "The old token ends at once" },
          default: false,
        },
      },
    },
    delete: {},
  },
  reverse: {
    byServer: {
      flag: "is_session",
      why: {
        de: "eine beendete Sitzung beginnt nur durch Anmelden wieder",
        en: "a session that has ended is begun only by signing in",
      },
    },
    renewed: {
      de: "bekommt einen neuen Text, der nach dem Anwenden einmal gezeigt wird; der alte bleibt ungültig",
      en: "gets a new text, shown once after the apply; the old one stays void",
    },
  },
  own: { column: "login_name", in: "accounts" },
  read: "own",
  write: {
    byMainAccounts: true,
    ofOwnRows: true,
    create: OF_OTHERS,
    update: { grant: OF_OTHERS, attributes: ["description", "expiration_date", "deletion_date"] },
    delete: { any: [OF_OTHERS, { sql: "t.id = {token} or t.is_session and t.login_name = {account}" }] },
  },
  takesAccess: { delete: true },
  vanishesWith: "login_name",
  accounts: ACCOUNTS,
  sweep: EXPIRED,
  isOfInstance: true,
  storage: {
    statements: [
      "create table if not exists cntl.password (login_name text primary key, password_hash text not null)",
    ],
    columns: {
      token_hash: 'text collate "C"',
      user_name: 'text collate "C"',
      generated_by: 'text collate "C"',
      // Subject and session at the identity provider, by which the provider identifies sessions that end.
      idp_sub: 'text collate "C"',
      idp_sid: 'text collate "C"',
    },
    indexes: {
      token_hash_idx: "(token_hash)",
      user_name_idx: "(user_name)",
      idp_sub_idx: "(idp_sub)",
      idp_sid_idx: "(idp_sid)",
      deletion_date_idx: "(deletion_date)",
    },
    constraints: {
      has_account: rule("has_account", ["login_name"], "check (is_session or login_name is not null)", {
        de: "Ein API-Token gehört zu einem Konto.",
        en: "An API token belongs to an account.",
      }),
    },
  },
});
