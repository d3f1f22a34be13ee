import type { InstanceLinks } from "#contract/wire/system";
import { isMailAddress } from "../requests/mail.ts";
import { readTeams } from "./mail-settings.ts";
import { setting, type Environment, type Mode } from "./environment.ts";

/** Where the portal leads people besides its own pages; throws a sentence that names the setting when one is wrong (docs/operating.md). */
export function readLinks(env: Environment, mode: Mode): InstanceLinks {
  return {
    documentation: addressIn(env, "NETPORTAL_DOCS_URL", mode),
    chat: addressIn(env, "NETPORTAL_CHAT_URL", mode),
    bug_tracker: addressIn(env, "NETPORTAL_BUGS_URL", mode),
    production: addressIn(env, "NETPORTAL_PRODUCTION_URL", mode),
    test: addressIn(env, "NETPORTAL_TEST_URL", mode),
    support: supportIn(env),
    teams: readTeams(env),
  };
}

/** `{mode}` stands for the mode of the instance, so that one file of settings serves all of them. */
function addressIn(env: Environment, name: string, mode: Mode): string | null {
  const url = setting(env, name)?.replaceAll("{mode}", mode) ?? null;
  if (url !== null && (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)))
    throw new Error(`${name}=${url} is no address that begins with https:// or http://.`);
  return url;
}

function supportIn(env: Environment): string | null {
  const address = setting(env, "NETPORTAL_SUPPORT_EMAIL");
  if (address !== null && !isMailAddress(address))
    throw new Error(`NETPORTAL_SUPPORT_EMAIL=${address} is no mail address.`);
  return address;
}
