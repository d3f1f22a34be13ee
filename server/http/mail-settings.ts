import { REQUEST_FORMS } from "#contract/requests/forms";
import type { TicketTeams } from "#contract/requests/teams";
import { addressOf, isMailAddress, type MailSettings } from "../requests/mail.ts";
import { setting, type Environment } from "./environment.ts";

/** Settings for sending mail; null if no mail server is set. Throws a sentence that names a missing or wrong setting. */
export function readMail(env: Environment): MailSettings | null {
  const url = setting(env, "NETPORTAL_SMTP_URL");
  if (url === null) return null;
  if (!/^smtps?:\/\/[^\s/]+\/?(\?\S*)?$/.test(url))
    throw new Error("NETPORTAL_SMTP_URL is not of the form smtp://user:password@host:port.");
  const support = setting(env, "NETPORTAL_SUPPORT_EMAIL") ?? "";
  const from = setting(env, "NETPORTAL_MAIL_FROM") ?? support;
  if (!isMailAddress(support))
    throw new Error(
      "NETPORTAL_SMTP_URL needs NETPORTAL_SUPPORT_EMAIL, the mail address of who works on tickets.",
    );
  if (!isMailAddress(addressOf(from)))
    throw new Error(`NETPORTAL_MAIL_FROM=${from} is neither an address nor of the form Name <address>.`);
  return { url, support, teams: readTeams(env), from };
}

const TEAMS = "NETPORTAL_TICKET_EMAILS";
/** `patch`, `patch/cn` … */
const TICKETS: ReadonlySet<string> = new Set(
  [...REQUEST_FORMS.values()].flatMap(({ name, variants = [] }) => [
    name,
    ...variants.map(({ value }) => `${name}/${String(value)}`),
  ]),
);

/** `patch/cn=address,firewall=address`: addresses of the teams that work on the tickets of a form, or of one variant of it. */
export function readTeams(env: Environment): TicketTeams {
  const entries = (setting(env, TEAMS) ?? "").split(",").filter((entry) => entry.trim() !== "");
  return Object.fromEntries(
    entries.map((entry) => {
      const [, name = "", address = ""] = /^\s*([^=\s]+)\s*=\s*(\S+)\s*$/.exec(entry) ?? [];
      if (!TICKETS.has(name))
        throw new Error(
          `${TEAMS}: ${entry.trim()} names no request form (patch) or variant of one (patch/cn).`,
        );
      if (!isMailAddress(address)) throw new Error(`${TEAMS}: ${entry.trim()} has no mail address after =.`);
      return [name, address];
    }),
  );
}
