import type { Localised } from "#contract/wire/json";
import { inTerminal } from "../terminal.ts";
import {
  administrators,
  createAdministrator,
  grantAdministrator,
  rightsOf,
  setLocked,
  type Administrator,
  type Rights,
} from "./accounts.ts";
import { keysOf, setKey, type Keys } from "./keys.ts";
import type { Operator } from "./operator.ts";
import { keepSecret } from "./secrets.ts";
import {
  apiTokens,
  deleteToken,
  endSessions,
  makeToken,
  MOST_LISTED,
  sessionsOf,
  type Token,
} from "./tokens.ts";

/** Options of the command line, as `parseArgs` reads them. */
export interface Given {
  readonly [option: string]: string | boolean | readonly (string | boolean)[] | undefined;
}

/** Result of a command for people and for scripts (`--json`). `told` is written to standard error, so that standard output has only the text. */
export interface Result {
  readonly json: unknown;
  readonly text: readonly string[];
  readonly told?: string;
}

export interface Command {
  /** Arguments after the name, for the usage. */
  readonly usage: string;
  readonly takes: readonly [least: number, most: number];
  readonly options?: readonly string[];
  /** Creates a missing or empty database; all other commands need an existing one. */
  readonly makes?: true;
  readonly run: (operator: Operator, args: readonly string[], more: More) => Promise<Result>;
}

interface More {
  readonly given: Given;
  /** The secret on standard input. */
  readonly secret: () => Promise<string>;
}

const MOST_SHOWN = 100;
const LINKS_SHOWN = 500;
const DAYS = 365;

/** All commands of `npm run admin`, in the order of the usage. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  create: {
    usage: "create LOGIN [--first-name NAME] [--last-name NAME] [--email ADDRESS]",
    takes: [1, 1],
    options: ["first-name", "last-name", "email"],
    makes: true,
    async run(operator, [login = ""], { given }) {
      const values = Object.entries(given).flatMap(([name, value]): [string, string][] =>
        typeof value === "string" ? [[name.replace("-", "_"), value]] : [],
      );
      const role = await createAdministrator(operator, login, Object.fromEntries(values));
      return done({ login_name: login, role }, isAdministrator(login, role));
    },
  },
  grant: {
    usage: "grant LOGIN",
    takes: [1, 1],
    async run(operator, [login = ""]) {
      const role = await grantAdministrator(operator, login);
      return done({ login_name: login, role }, isAdministrator(login, role));
    },
  },
  list: {
    usage: "list",
    takes: [0, 0],
    async run(operator) {
      const found = await administrators(operator);
      const none = { de: "Niemand ist Administrator.", en: "Nobody is an administrator." };
      return { json: found, text: found.length === 0 ? [inTerminal(none)] : found.map(administratorLine) };
    },
  },
  rights: {
    usage: "rights LOGIN",
    takes: [1, 1],
    async run(operator, [login = ""]) {
      const rights = await rightsOf(operator, login);
      return { json: rights, text: rightsLines(rights) };
    },
  },
  lock: locking(true),
  unlock: locking(false),
  tokens: {
    usage: "tokens [LOGIN]",
    takes: [0, 1],
    run: async (operator, [login]) => listed(await apiTokens(operator, login ?? null)),
  },
  "make-token": {
    usage: "make-token LOGIN [--role NAME]... [--days N] [--description TEXT] [--sub ID] [--to FILE]",
    takes: [1, 1],
    options: ["role", "days", "description", "sub", "to"],
    async run(operator, [login = ""], { given }) {
      const wish = {
        roles: textsOf(given["role"]),
        days: daysOf(given["days"]),
        description: textOf(given["description"]) ?? "npm run admin",
        sub: textOf(given["sub"]) ?? "api",
      };
      const file = textOf(given["to"]);
      const { token, ...made } = await keepSecret(file, () => makeToken(operator, login, wish));
      const where = file === null ? "" : ` (${file})`;
      const roles = made.role_list.join(", ") || "–";
      const told = inTerminal({
        de: `Token ${made.gpk} von ${made.login_name}, gültig bis ${made.expiration_date}, Rollen: ${roles}${where}`,
        en: `Token ${made.gpk} of ${made.login_name}, valid until ${made.expiration_date}, roles: ${roles}${where}`,
      });
      return file === null
        ? { json: { ...made, token }, text: [token], told }
        : { json: made, text: [], told };
    },
  },
  "delete-token": {
    usage: "delete-token GPK",
    takes: [1, 1],
    async run(operator, [gpk = ""]) {
      await deleteToken(operator, gpk);
      return done({ gpk }, { de: `${gpk} ist gelöscht.`, en: `${gpk} is deleted.` });
    },
  },
  sessions: {
    usage: "sessions LOGIN",
    takes: [1, 1],
    run: async (operator, [login = ""]) => listed(await sessionsOf(operator, login)),
  },
  "end-sessions": {
    usage: "end-sessions LOGIN",
    takes: [1, 1],
    async run(operator, [login = ""]) {
      const count = await endSessions(operator, login);
      return done(
        { login_name: login, session_count: count },
        { de: `Beendete Sitzungen: ${String(count)}`, en: `Sessions ended: ${String(count)}` },
      );
    },
  },
  keys: {
    usage: "keys [TYPE]",
    takes: [0, 1],
    async run(operator, [type]) {
      const found = await keysOf(operator, type ?? null, type === undefined ? MOST_SHOWN : 10_000);
      return { json: found, text: found.flatMap(keyLines) };
    },
  },
  "set-key": {
    usage: "set-key GPK [--attribute NAME] < FILE",
    takes: [1, 1],
    options: ["attribute"],
    async run(operator, [gpk = ""], { given, secret }) {
      await setKey(operator, gpk, textOf(given["attribute"]), await secret());
      return done({ gpk }, { de: `${gpk} hat den neuen Schlüssel.`, en: `${gpk} has the new key.` });
    },
  },
};

function locking(isLocked: boolean): Command {
  const name = isLocked ? "lock" : "unlock";
  return {
    usage: `${name} LOGIN`,
    takes: [1, 1],
    async run(operator, [login = ""]) {
      await setLocked(operator, login, isLocked);
      const text = isLocked
        ? { de: `${login} ist gesperrt.`, en: `${login} is locked.` }
        : { de: `${login} ist nicht gesperrt.`, en: `${login} is not locked.` };
      const able = (await administrators(operator)).filter((one) => !one.is_locked && one.may_write);
      const last = { de: "Kein Administrator kann handeln.", en: "No administrator can act." };
      const result = done({ login_name: login, is_locked: isLocked }, text);
      return able.length === 0 ? { ...result, told: inTerminal(last) } : result;
    },
  };
}

function done(json: Result["json"], text: Localised): Result {
  return { json, text: [inTerminal(text)] };
}

function isAdministrator(login: string, role: string): Localised {
  return {
    de: `${login} ist Administrator (Rolle ${role}).`,
    en: `${login} is an administrator (role ${role}).`,
  };
}

function textOf(value: Given[string]): string | null {
  return typeof value === "string" ? value : null;
}

function textsOf(value: Given[string]): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function daysOf(value: Given[string]): number {
  const days = Number(value ?? DAYS);
  if (Number.isInteger(days) && days >= 1 && days <= 3_650) return days;
  throw new Error(
    inTerminal({
      de: "--days ist eine ganze Zahl von 1 bis 3650.",
      en: "--days is a whole number from 1 to 3650.",
    }),
  );
}

function administratorLine({ login_name: login, is_locked, may_write, ...one }: Administrator): string {
  const marks = [
    ...(is_locked ? [inTerminal({ de: "gesperrt", en: "locked" })] : []),
    ...(may_write ? [] : [inTerminal({ de: "darf nur lesen", en: "may only read" })]),
  ];
  return [login, one.full_name, one.role_list.join(", "), ...marks].filter(Boolean).join("\t");
}

function rightsLines(rights: Rights): readonly string[] {
  const { login_name: login, kind, main, is_locked, may_write } = rights;
  const shown = (label: Localised, list: readonly string[]): string => {
    const more = list.length > LINKS_SHOWN ? ", …" : "";
    return `${inTerminal(label)} (${String(list.length)}): ${list.slice(0, LINKS_SHOWN).join(", ")}${more}`;
  };
  return [
    [login, kind, main, is_locked ? inTerminal({ de: "gesperrt", en: "locked" }) : null]
      .filter(Boolean)
      .join("\t"),
    inTerminal(
      may_write
        ? { de: "darf ändern", en: "may change data" }
        : { de: "darf nur lesen", en: "may only read" },
    ),
    shown({ de: "Rollen", en: "Roles" }, rights.role_list),
    shown({ de: "Gruppen", en: "Groups" }, rights.group_list),
    shown({ de: "OEs", en: "OUs" }, rights.ou_list),
    shown({ de: "Berechtigungen", en: "Permissions" }, rights.permission_list),
  ];
}

/** Lists at most this number; standard error says if there are more. */
function listed(tokens: readonly Token[]): Result {
  const text = tokens.map(({ gpk, login_name, description, role_list, expiration_date, last_used, device }) =>
    [gpk, login_name, description, role_list.join(","), expiration_date, last_used, device]
      .map((part) => part ?? "–")
      .join("\t"),
  );
  const most = String(MOST_LISTED);
  const cut = { de: `Nur die ersten ${most} sind genannt.`, en: `Only the first ${most} are listed.` };
  return { json: tokens, text, ...(tokens.length < MOST_LISTED ? {} : { told: inTerminal(cut) }) };
}

function keyLines({ type, attribute, count, set_count, key_list }: Keys): readonly string[] {
  const lines = key_list.map(({ gpk, title, is_set }) => {
    const state = is_set
      ? { de: "hat einen Schlüssel", en: "has a key" }
      : { de: "ohne Schlüssel", en: "without key" };
    return `  ${gpk}\t${title}\t${inTerminal(state)}`;
  });
  return [
    `${type} ${attribute}: ${String(set_count)}/${String(count)}`,
    ...lines,
    ...(count > key_list.length ? ["  …"] : []),
  ];
}
