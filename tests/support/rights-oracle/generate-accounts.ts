import type { Draft } from "./draft.ts";
import { str } from "./facts.ts";

const MAINS = 9;
const UNKNOWN = "nora";

/** Units, groups, accounts of every kind, roles and tokens. */
export function makeAccounts(draft: Draft): void {
  makeTrees(draft);
  makePeople(draft);
  makeRoles(draft);
  makeLinks(draft);
  makeTokens(draft);
}

function makeTrees(draft: Draft): void {
  const { random } = draft;
  for (const name of ["abt", "fak"])
    draft.add("org.unit_type", { short_name: name, title: name, position: 1 });
  for (let n = 1; n <= 12; n++) {
    const parent = n === 1 || random.chance(12) ? null : draft.some("org.unit", "fq_name");
    const short = `U${String(n)}`;
    const fq = parent === null ? short : `${parent}::${short}`;
    draft.add("org.unit", {
      short_name: short,
      title: short,
      parent,
      unit_type: "abt",
      fq_name: fq,
      can_have_mgr: random.chance(85),
    });
  }
  for (let n = 1; n <= 18; n++) {
    const parent = n > 1 && random.chance(45) ? draft.some("cntl.group", "name") : null;
    draft.add("cntl.group", { name: `g${String(n)}`, parent_group_name: parent, description: null });
  }
  for (const group of draft.all("cntl.group"))
    if (random.chance(50))
      draft.link("cntl.group2ou", { group_name: str(group, "name"), ou: draft.some("org.unit", "fq_name") });
}

function makePeople(draft: Draft): void {
  const { random } = draft;
  const account = {
    parent_login_name: null,
    sub_id: null,
    is_svc: false,
    svc_id: null,
    do_copy_roles: true,
    is_adm_locked: false,
    allow_data_manipulation: true,
  };
  for (let n = 1; n <= MAINS; n++)
    draft.add("cntl.mgr", {
      ...account,
      login_name: `m${String(n)}`,
      is_adm_locked: n === MAINS,
      allow_data_manipulation: n !== MAINS - 1,
    });
  for (const n of [1, 2, 3, 4, 5, MAINS])
    for (const id of ["a", "b"])
      draft.add("cntl.mgr", {
        ...account,
        login_name: `m${String(n)}-${id}`,
        parent_login_name: `m${String(n)}`,
        sub_id: id,
        do_copy_roles: random.chance(50),
        is_adm_locked: n === 5 && id === "b",
        allow_data_manipulation: !random.chance(10),
      });
  for (let n = 1; n <= 4; n++)
    draft.add("cntl.mgr", {
      ...account,
      login_name: `svc-s${String(n)}`,
      is_svc: true,
      svc_id: `s${String(n)}`,
      allow_data_manipulation: n !== 4,
    });
}

function makeRoles(draft: Draft): void {
  const { random } = draft;
  const permissions = draft.all("cntl.permission").map((row) => str(row, "name"));
  for (let n = 1; n <= 8; n++) {
    draft.add("cntl.role", { name: `r${String(n)}`, description: null, is_assignable: n !== 8 });
    // Role r1 allows everything, r2 allows impersonation, and each of the others a little.
    const given =
      n === 1
        ? permissions
        : [...(n === 2 ? ["wapi.su_access"] : []), ...random.some(permissions, 2 + random.below(8))];
    for (const permission of new Set(given))
      draft.add("cntl.role2permission", { role_name: `r${String(n)}`, permission_name: permission });
  }
  for (let n = 2; n <= 7; n++)
    if (random.chance(50))
      draft.link("cntl.role2role", {
        role_name: `r${String(n)}`,
        sub_role_name: `r${String(n + 1 + random.below(8 - n))}`,
      });
  draft.link("cntl.mgr2role", { login_name: "m1", role_name: "r1" });
  draft.link("cntl.mgr2role", { login_name: "m2", role_name: "r2" });
  for (const row of draft.all("cntl.mgr"))
    if (random.chance(45))
      draft.link("cntl.mgr2role", {
        login_name: str(row, "login_name"),
        role_name: `r${String(2 + random.below(7))}`,
      });
  for (const sub of draft.all("cntl.mgr").filter((row) => row["parent_login_name"] !== null))
    for (const link of draft
      .all("cntl.mgr2role")
      .filter((row) => row["login_name"] === sub["parent_login_name"]))
      if (random.chance(50))
        draft.link("cntl.mgr2role", {
          login_name: str(sub, "login_name"),
          role_name: str(link, "role_name"),
        });
}

/** Subaccounts get a part of the rights of their main account; some got more before the main account lost it. */
function makeLinks(draft: Draft): void {
  const { random } = draft;
  const kinds = [
    ["cntl.mgr2group", "group_name", "cntl.group", "name"],
    ["cntl.mgr2ou", "ou", "org.unit", "fq_name"],
  ] as const;
  for (const [link, attribute, target, name] of kinds)
    for (const row of draft.all("cntl.mgr")) {
      const login = str(row, "login_name");
      const parents = draft.all(link).filter((one) => one["login_name"] === row["parent_login_name"]);
      for (const one of parents)
        if (random.chance(60)) draft.link(link, { login_name: login, [attribute]: str(one, attribute) });
      const isSure = row["is_svc"] === true;
      if (isSure || random.chance(link === "cntl.mgr2ou" ? 40 : 55))
        draft.link(link, { login_name: login, [attribute]: draft.some(target, name) });
      if (random.chance(25)) draft.link(link, { login_name: login, [attribute]: draft.some(target, name) });
    }
}

function makeTokens(draft: Draft): void {
  const { random } = draft;
  const token = { description: null, expiration_date: null, deletion_date: null };
  for (const row of draft.all("cntl.mgr")) {
    const isMain = row["parent_login_name"] === null && row["is_svc"] === false;
    const login = str(row, "login_name");
    const { gpk = null } = draft.add("cntl.wapi_auth", {
      ...token,
      login_name: login,
      is_session: isMain,
      "~user_name": login,
    });
    if (!isMain)
      for (const role of random.some(draft.all("cntl.role"), 3))
        draft.link("cntl.wapi_auth2role", { wapi_auth_gfk: gpk, role_name: str(role, "name") });
  }
  draft.add("cntl.wapi_auth", { ...token, login_name: null, is_session: true, "~user_name": UNKNOWN });
}
