import type { DemoCounts } from "./size.ts";
import type { Random } from "./random.ts";
import { RowList } from "./rows.ts";
import type { Row } from "./rows.ts";
import { FIRST_NAMES, LAST_NAMES, ascii } from "./words.ts";

/** Accounts that everybody may try, with the password `demo` (README). Nora signs in and has no row. */
export const DEMO_LOGINS = ["ada", "otto", "greta", "lars", "nora"] as const;

/** Accounts with an API token instead of a password. */
export const TOKEN_LOGINS = ["otto-sub", "svc-dns"] as const;

export interface People {
  readonly accounts: RowList;
  /** Id of an account by its login name. */
  readonly ids: ReadonlyMap<string, number>;
  /** Ids of the main accounts that are no demo accounts. */
  readonly others: readonly number[];
}

const NOBODY: Row = {
  parent_login_name: null,
  sub_id: null,
  is_svc: false,
  svc_id: null,
  kit_status: null,
  first_name: null,
  last_name: null,
  email: null,
  description: null,
  do_copy_roles: true,
  is_adm_locked: false,
  allow_data_manipulation: true,
};

export function makePeople(counts: DemoCounts, random: Random): People {
  const accounts = new RowList();
  const ids = new Map<string, number>();
  const add = (login: string, row: Row): number => {
    const id = accounts.add({ login_name: login, ...NOBODY, ...row });
    ids.set(login, id);
    return id;
  };
  add("ada", named("Ada", "Lindner", "Administratorin des Netzes"));
  const otto = add("otto", named("Otto", "Brandt", "Administrator eines Bereichs"));
  add("greta", named("Greta", "Hölzer", "Mitglied zweier Gruppen"));
  add("lars", { ...named("Lars", "Petersen", "Gesperrtes Konto"), is_adm_locked: true });
  add("otto-sub", {
    parent_login_name: otto,
    sub_id: "sub",
    description: "Pflegt Namen einer Zone",
    do_copy_roles: false,
  });
  add("svc-dns", { is_svc: true, svc_id: "dns", description: "Erneuert Zertifikate" });
  const others: number[] = [];
  for (let index = 0; index < counts.accounts; index++) {
    const first = random.pick(FIRST_NAMES);
    const last = random.pick(LAST_NAMES);
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
