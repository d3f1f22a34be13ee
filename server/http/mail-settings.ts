import { addressOf, isMailAddress, type MailSettings } from "../requests/mail.ts";
import { textOf, type Environment } from "./environment.ts";

/** Where mail goes; null where no mail server is set. Throws a sentence that names the setting when one is missing or wrong. */
export function readMail(env: Environment): MailSettings | null {
  const url = textOf(env, "NETPORTAL_SMTP_URL");
  if (url === null) return null;
  if (!/^smtps?:\/\/[^\s/]+\/?(\?\S*)?$/.test(url))
    throw new Error("NETPORTAL_SMTP_URL is not of the form smtp://user:password@host:port.");
  const support = textOf(env, "NETPORTAL_SUPPORT_EMAIL") ?? "";
  const from = textOf(env, "NETPORTAL_MAIL_FROM") ?? support;
  if (!isMailAddress(support))
    throw new Error(
      "NETPORTAL_SMTP_URL needs NETPORTAL_SUPPORT_EMAIL, the mail address of who works on tickets.",
    );
  if (!isMailAddress(addressOf(from)))
    throw new Error(`NETPORTAL_MAIL_FROM=${from} is neither an address nor of the form Name <address>.`);
  return { url, support, from };
}
