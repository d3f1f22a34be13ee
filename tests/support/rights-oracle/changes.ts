import type { Row } from "#contract/wire/json";
import type { Step } from "./court.ts";
import { str, type Facts, type Rows } from "./facts.ts";
import { policyOf } from "./oracle.ts";
import type { Random } from "./random.ts";

/** Links from which rights follow, and the ends that each of them has. */
const LINKS = {
  "cntl.mgr2group": ["login_name", "group_name"],
  "cntl.mgr2ou": ["login_name", "ou"],
  "cntl.mgr2role": ["login_name", "role_name"],
  "cntl.group2ou": ["group_name", "ou"],
  "nd.bcd2group": ["bcd", "group_name"],
  "nd.bcd2ou": ["bcd", "ou"],
  "dns.fqdn2group": ["fqdn", "group_name"],
  "dns.fqdn2ou": ["fqdn", "ou"],
} as const;
type Link = keyof typeof LINKS;
// The names of the object above.
const NAMES = Object.keys(LINKS) as Link[];

const ENDS = {
  login_name: ["cntl.mgr", "login_name"],
  group_name: ["cntl.group", "name"],
  ou: ["org.unit", "fq_name"],
  role_name: ["cntl.role", "name"],
  bcd: ["nd.bcd", "name"],
  fqdn: ["dns.fqdn", "value"],
} as const;

/** Steps of one call by which an administrator gives rights, takes them, or both at once; `logins` are those whose rights should change. */
export function changeOf(facts: Facts, logins: readonly string[], random: Random): readonly Step[] {
  const about = (): string => random.one(logins) ?? "";
  const kinds: readonly (readonly [weight: number, make: () => readonly Step[]])[] = [
    [30, () => [take(facts, about(), random)]],
    [20, () => [give(facts, about(), random)]],
    [25, () => [take(facts, about(), random), give(facts, about(), random)]],
    [12, () => [flip(facts, about(), "is_adm_locked")]],
    [6, () => [flip(facts, about(), "allow_data_manipulation")]],
    [6, () => [moveGroup(facts, random)]],
    [4, () => [endToken(facts, about())]],
  ];
  let left = random.below(kinds.reduce((sum, [weight]) => sum + weight, 0));
  const [, make] = kinds.find(([weight]) => (left -= weight) < 0) ?? [];
  return make?.() ?? [];
}

/** Mostly a link of the account or of one of its groups. */
function take(facts: Facts, login: string, random: Random): Step {
  const groups = new Set(
    facts.where("cntl.mgr2group", "login_name", login).map((row) => str(row, "group_name")),
  );
  const near = NAMES.flatMap((type) =>
    facts
      .all(type)
      .filter((row) => row["login_name"] === login || groups.has(str(row, "group_name")))
      .map((row) => ({ type, row })),
  ).filter(({ row }) => row["login_name"] !== "m1");
  const { type, row } = random.one(near) ?? { type: "cntl.mgr2group" as const, row: {} };
  return { name: `${type}.delete`, old: keyOf(type, row) };
}

function give(facts: Facts, login: string, random: Random): Step {
  const type = random.one(NAMES) ?? "cntl.mgr2group";
  const values = LINKS[type].map((end) => {
    const [of, key] = ENDS[end];
    return [end, end === "login_name" ? login : str(random.one(facts.all(of)), key)] as const;
  });
  return { name: `${type}.create`, new: Object.fromEntries(values) };
}

function flip(facts: Facts, login_name: string, attribute: string): Step {
  const now = facts.first("cntl.mgr", "login_name", login_name)?.[attribute] === true;
  return { name: "cntl.mgr.update", old: { login_name }, new: { [attribute]: !now } };
}

function moveGroup(facts: Facts, random: Random): Step {
  const [name, above] = [random.one(facts.all("cntl.group")), random.one(facts.all("cntl.group"))];
  const to = random.chance(40) ? null : str(above, "name");
  return { name: "cntl.group.update", old: { name: str(name, "name") }, new: { parent_group_name: to } };
}

function endToken(facts: Facts, login: string): Step {
  return {
    name: "cntl.wapi_auth.delete",
    old: { gpk: facts.first("cntl.wapi_auth", "login_name", login)?.["gpk"] ?? null },
  };
}

function keyOf(type: string, row: Row): Row {
  return Object.fromEntries(policyOf(type).key.map((name) => [name, row[name] ?? null]));
}

/** The rows of the world after these steps, by their answer. */
export function rowsAfter(rows: Rows, steps: readonly Step[], answer: readonly (readonly Row[])[]): Rows {
  const after: Record<string, readonly Row[]> = { ...rows };
  for (const [at, { name }] of steps.entries()) {
    const [type, fn] = [name.slice(0, name.lastIndexOf(".")), name.slice(name.lastIndexOf(".") + 1)];
    const [row = {}] = answer[at] ?? [];
    const others = (after[type] ?? []).filter(({ gpk }) => gpk !== row["gpk"]);
    const old = (after[type] ?? []).find(({ gpk }) => gpk === row["gpk"]);
    after[type] = fn === "delete" ? others : [...others, { ...old, ...row }];
    if (fn === "delete" && type === "cntl.wapi_auth")
      after["cntl.wapi_auth2role"] = (after["cntl.wapi_auth2role"] ?? []).filter(
        (one) => one["wapi_auth_gfk"] !== row["gpk"],
      );
  }
  return after;
}
