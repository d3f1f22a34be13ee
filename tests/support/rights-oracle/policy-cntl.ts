import type { Row } from "#contract/wire/json";
import { str, type Facts } from "./facts.ts";
import {
  administersGroup,
  administersUnit,
  both,
  common,
  either,
  isMe,
  isMine,
  meta,
  type Policy,
  type Rule,
} from "./policy.ts";
import { movesGroup } from "./policy-moves.ts";
import { administeredGroups, administeredUnits, kindOf } from "./rights.ts";

/** A subaccount of the account in effect. */
const isMyMain: Rule = ({ login }, row) => row["parent_login_name"] === login;

/** A service account that belongs to a unit which the account in effect administers. */
const isServiceOfMyUnits: Rule = ({ units }, row, facts) =>
  row["is_svc"] === true &&
  facts.where("cntl.mgr2ou", "login_name", row["login_name"]).some((link) => units.has(str(link, "ou")));

const isMemberOfMine: Rule = ({ groups, units }, row, facts) =>
  facts
    .where("cntl.mgr2group", "login_name", row["login_name"])
    .some((link) => groups.has(str(link, "group_name"))) ||
  facts.where("cntl.mgr2ou", "login_name", row["login_name"]).some((link) => units.has(str(link, "ou")));

const administersSomeUnit: Rule = (_, row, facts) => administeredUnits(facts, row).size > 0;

/** Roles that the account holds itself, for its subaccounts. */
const passesOnRole: Rule = ({ login, kind }, row, facts) =>
  kind === "main" &&
  str(facts.first("cntl.mgr", "login_name", row["login_name"]), "parent_login_name") === login &&
  facts.where("cntl.mgr2role", "login_name", login).some((link) => link["role_name"] === row["role_name"]);

/** People may be linked to any unit; a service account must already belong to a unit of the account in effect. */
const servesMine: Rule = ({ units }, row, facts) =>
  facts.first("cntl.mgr", "login_name", row["login_name"])?.["is_svc"] !== true ||
  facts.where("cntl.mgr2ou", "login_name", row["login_name"]).some((link) => units.has(str(link, "ou")));

/** A new group is at the top with a unit, or below another group. Linking a unit needs the administration of both. */
const makesGroup: Rule = ({ units, groups }, row) => {
  const mayLink = row["ou"] === undefined || row["ou"] === null || units.has(str(row, "ou"));
  return row["parent_group_name"] === undefined || row["parent_group_name"] === null
    ? units.has(str(row, "ou"))
    : groups.has(str(row, "parent_group_name")) && mayLink;
};

/** An administrator of a unit that owns the BCD of the network. */
const ownsBcdByUnit: Rule = ({ units }, row, facts) =>
  facts
    .where("nd.bcd2ou", "bcd", facts.subnetOf(str(row, "cidr"))?.["bcd"])
    .some((link) => units.has(str(link, "ou")));

const isTokenOfOther: Rule = ({ login, accounts }, row) =>
  row["login_name"] !== login && accounts.has(str(row, "login_name"));
const isOwnSession: Rule = ({ login }, row) => row["is_session"] === true && row["login_name"] === login;

const tokenOf = (facts: Facts, row: Row): Row =>
  facts.first("cntl.wapi_auth", "gpk", row["wapi_auth_gfk"]) ?? {};
const ofToken =
  (rule: Rule): Rule =>
  (who, row, facts) =>
    rule(who, tokenOf(facts, row), facts);

const isPrivate = (row: Row): boolean => (row["group_name"] ?? null) === null;
const keepsView = either(
  isMe("login_name"),
  both((_, row) => !isPrivate(row), administersGroup("group_name")),
);

const mayLinkBoth = both(administersGroup("group_name"), administersUnit("ou"));

export const CNTL: Readonly<Record<string, Policy>> = {
  "cntl.mgr": {
    key: ["login_name"],
    own: isMine("login_name"),
    read: either(isMemberOfMine, administersSomeUnit),
    readers: ["wapi.su_access"],
    functions: "CUD",
    create: either(
      isMyMain,
      both((_, row) => row["is_svc"] === true, administersUnit("ou")),
    ),
    update: {
      may: either(isMyMain, isServiceOfMyUnits),
      of: ["description", "do_copy_roles", "allow_data_manipulation"],
    },
    delete: either(isMyMain, isServiceOfMyUnits),
  },
  "cntl.mgr2group": {
    key: ["login_name", "group_name"],
    own: isMe("login_name"),
    read: either(isMine("login_name"), administersGroup("group_name")),
    functions: "CD",
    create: administersGroup("group_name"),
    delete: administersGroup("group_name"),
  },
  "cntl.mgr2ou": {
    ...common(["login_name", "ou"], "CD"),
    own: isMe("login_name"),
    create: both(administersUnit("ou"), servesMine),
    delete: administersUnit("ou"),
  },
  "cntl.mgr2role": {
    key: ["login_name", "role_name"],
    own: isMine("login_name"),
    read: "own",
    functions: "CD",
    create: passesOnRole,
    delete: passesOnRole,
  },
  "cntl.pin": {
    key: ["login_name", "object_gfk"],
    own: isMe("login_name"),
    read: "own",
    functions: "CD",
    create: isMe("login_name"),
    delete: isMe("login_name"),
  },
  "cntl.saved_view": {
    key: ["login_name", "name"],
    own: keepsView,
    read: "own",
    functions: "CUD",
    create: both(
      isMe("login_name"),
      either((_, row) => isPrivate(row), administersGroup("group_name")),
    ),
    update: { may: keepsView, of: ["name", "page"] },
    delete: keepsView,
  },
  "cntl.recent_object": {
    key: ["login_name", "object_gfk"],
    own: isMe("login_name"),
    read: "own",
    functions: "CD",
    create: isMe("login_name"),
    delete: isMe("login_name"),
  },
  "cntl.group": {
    key: ["name"],
    own: administersGroup("name"),
    read: "own",
    functions: "CUD",
    create: makesGroup,
    update: {
      may: administersGroup("name"),
      of: ["name", "parent_group_name", "description", "dhcp_domain", "is_idm_sync"],
    },
    delete: administersGroup("name"),
    after: movesGroup,
  },
  "cntl.group2ou": {
    key: ["group_name", "ou"],
    own: administersGroup("group_name"),
    read: administersUnit("ou"),
    functions: "CD",
    create: mayLinkBoth,
    delete: mayLinkBoth,
  },
  "cntl.group_addr_space": {
    key: ["group_name", "cidr"],
    own: administersGroup("group_name"),
    read: "own",
    functions: "CD",
    create: ownsBcdByUnit,
    delete: ownsBcdByUnit,
  },
  "cntl.group_admin": {
    key: ["group_name", "login_name", "via", "ou"],
    own: administersGroup("group_name"),
    read: "own",
    isReadOnly: true,
  },
  "cntl.role": common(["name"]),
  "cntl.role2role": common(["role_name", "sub_role_name"], "CD"),
  "cntl.role2permission": common(["role_name", "permission_name"], "CD"),
  "cntl.permission": { ...common(["name"], ""), isReadOnly: true },
  "cntl.wapi_auth": {
    key: ["gpk"],
    own: isMine("login_name"),
    read: "own",
    functions: "CUD",
    create: isTokenOfOther,
    update: { may: isTokenOfOther, of: ["description", "expiration_date", "deletion_date"] },
    delete: either(isTokenOfOther, isOwnSession),
  },
  "cntl.wapi_auth2role": {
    key: ["wapi_auth_gfk", "role_name"],
    own: ofToken(isMine("login_name")),
    read: "own",
    functions: "CD",
    create: ofToken(isTokenOfOther),
    delete: ofToken(isTokenOfOther),
  },
  "cntl.ot_lang_attr_def": meta("object_fq_name", "lang_attr_key"),
  // Every account reads all objects that have texts. Holders of `rw` of an object write its texts.
  "cntl.ot_lang_attr_val": {
    key: ["object_gfk", "language_tag", "lang_attr_key"],
    own: (who, row, facts) =>
      row["object_fq_name"] === "org.unit" &&
      who.units.has(str(facts.first("org.unit", "gpk", row["object_gfk"]), "fq_name")),
    read: "all",
    functions: "CUD",
    create: maySayOfObject,
    update: { may: maySayOfObject, of: ["value"] },
    delete: maySayOfObject,
  },
};

/** Permission for the texts of a type; nobody changes the texts of the self-description. */
const WRITERS: Readonly<Record<string, string>> = {
  "org.unit": "org.rw:unit",
  "org.unit_type": "org.rw_oet",
  "nd.site": "nd.rw:site",
  "nd.bldg": "nd.rw:bldg",
  "ndcfg.module_type": "ndcfg.rw:module_type",
  "cntl.role": "cntl.rw:role",
};

function maySayOfObject(who: Parameters<Rule>[0], row: Row, facts: Facts): boolean {
  const type = Object.keys(WRITERS).find((name) => facts.first(name, "gpk", row["object_gfk"]) !== undefined);
  return type !== undefined && who.permissions.has(WRITERS[type] ?? "");
}

/** Rows of the view of administrators of groups: by membership in the group or one above, or by the link to a unit that gives the right. */
export function groupAdmins(facts: Facts): readonly Row[] {
  return facts.all("cntl.mgr").flatMap((account) => {
    const [login, groups, units] = [
      account["login_name"] ?? null,
      administeredGroups(facts, account),
      administeredUnits(facts, account),
    ];
    const memberOf = new Set(
      facts.where("cntl.mgr2group", "login_name", login).map((link) => str(link, "group_name")),
    );
    const linked = new Set(
      kindOf(account) === "svc"
        ? []
        : facts.where("cntl.mgr2ou", "login_name", login).map((link) => str(link, "ou")),
    );
    return [...groups].flatMap((group) => {
      const path = pathOf(facts, "cntl.group", "name", "parent_group_name", group);
      const byUnit = path
        .flatMap((one) => facts.where("cntl.group2ou", "group_name", one))
        .filter((link) => units.has(str(link, "ou")))
        .flatMap((link) => pathOf(facts, "org.unit", "fq_name", "parent", str(link, "ou")))
        .filter((unit) => linked.has(unit));
      const byMembership: Row[] = path.some((one) => memberOf.has(one))
        ? [{ group_name: group, login_name: login, via: "group", ou: null }]
        : [];
      return [
        ...byMembership,
        ...[...new Set(byUnit)].map((ou): Row => ({ group_name: group, login_name: login, via: "ou", ou })),
      ];
    });
  });
}

/** The keys of an object and of everything above it. */
function pathOf(facts: Facts, type: string, key: string, parent: string, start: string): readonly string[] {
  const path: string[] = [];
  for (let at = facts.first(type, key, start); at !== undefined; at = facts.first(type, key, at[parent]))
    path.push(str(at, key));
  return path;
}
