import type { DemoCounts } from "./size.ts";
import type { Random } from "./random.ts";
import { RowList, type Row } from "./rows.ts";
import PEOPLE from "./data/people.json" with { type: "json" };

/** Accounts that everybody may try, with the password `demo` (README). Nora can sign in and has no row. */
export const DEMO_LOGINS = ["ada", "otto", "greta", "lars", "nora"] as const;

/** Accounts with an API token instead of a password. */
export const TOKEN_LOGINS = ["otto-sub", "svc-dns"] as const;

export type People = ReturnType<typeof makePeople>;

export function makePeople(counts: DemoCounts, random: Random) {
  const accounts = new RowList("cntl.mgr");
  /** By login names. */
  const ids = new Map<string, number>();
  const add = (login: string, row: Row): number => {
    const id = accounts.add({ login_name: login, ...row });
    ids.set(login, id);
    return id;
  };
  for (const { login, first, last, description, isLocked } of PEOPLE.accounts)
    add(login, { ...named(first, last, description), is_adm_locked: isLocked });
  add("otto-sub", {
    parent_login_name: ids.get("otto") ?? null,
    sub_id: "sub",
    description: "Pflegt Namen einer Zone",
    do_copy_roles: false,
  });
  add("svc-dns", { is_svc: true, svc_id: "dns", description: "Erneuert Zertifikate" });
  /** Main accounts other than the demo accounts. */
  const others: number[] = [];
  for (let index = 0; index < counts.accounts; index++) {
    const first = random.pick(PEOPLE.firstNames);
    const last = random.pick(PEOPLE.lastNames);
    const login = `${ascii(first).slice(0, 1)}${ascii(last).slice(0, 1)}${String(1000 + index)}`;
    const main = add(login, named(first, last, null));
    others.push(main);
    if (index % 7 === 3) {
      const subId = random.pick(["dns", "dhcp", "auto"]);
      add(`${login}-${subId}`, { parent_login_name: main, sub_id: subId });
    }
  }
  return { accounts, ids, others };
}

function named(first: string, last: string, description: string | null): Row {
  const email = `${ascii(first)}.${ascii(last)}@tannmuehl.example`;
  return { kit_status: "active", first_name: first, last_name: last, email, description };
}

/** ASCII spelling for login names and host names. */
function ascii(text: string): string {
  const german: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss", ı: "i" };
  return text
    .toLowerCase()
    .replace(/[äöüßı]/g, (letter) => german[letter] ?? letter)
    .normalize("NFD")
    .replace(/[^a-z0-9]/g, "");
}
