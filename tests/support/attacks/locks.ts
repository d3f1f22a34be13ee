import { again, EXECUTE, post, type Attack } from "./attack.ts";

const ZONE = "locks.attack.example.";
const ROOMS = Array.from({ length: 40 }, () => ({ name: "nd.room.list" }));
/** Locks the tree of names exclusively. */
const TREE = {
  name: "dns.fqdn.create",
  new: { value: ZONE, type: "domain", is_zone_apex: true },
};
/** Locks the rights exclusively. */
const RIGHTS = { name: "cntl.mgr2group.create", new: { login_name: "lars", group_name: "iag" } };

/** Calls with an exclusive lock that writers normally share, which then read for a long time. */
export const LOCKS: readonly Attack[] = [
  holding("dry runs that have the tree of names alone", "?dry_mode=true", [TREE]),
  holding("calls that have the tree of names alone", "", [
    TREE,
    { name: "dns.fqdn.delete", old: { value: ZONE } },
  ]),
  holding("dry runs that change rights", "?dry_mode=true", [RIGHTS]),
];

function holding(name: string, query: string, writes: readonly object[]): Attack {
  const body = JSON.stringify([...writes, ...ROOMS]);
  return {
    name: `6 × ${name} and read 500,000 rows`,
    send: (target, signal) => again(6, signal, () => post(target, "ada", body, signal, `${EXECUTE}${query}`)),
  };
}
