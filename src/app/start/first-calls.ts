import { SESSION_STEPS } from "#contract/wire/session-steps";
import { effectiveLocale, languageAt, localeIn } from "#core/locales";
import { DATA_TYPES, executePath, metadataPath, SYSTEM_INFO, VERSIONS } from "../../api/paths.ts";
import { sendAhead } from "../../api/sent-ahead.ts";
import { readStored, STORAGE_KEYS } from "../../state/storage-keys.ts";
import { themeIn } from "../../state/stored-theme.ts";
import { storedToken } from "../../state/stored-token.ts";
import { firstTexts } from "../text-files.ts";
import { showTheme } from "../theme.ts";

/** Sends the calls of every start. The page loads this small file separately, before the code that reads the answers. */
function sendFirstCalls(): void {
  const locale = effectiveLocale(
    localeIn(readStored(localStorage, STORAGE_KEYS.locale.key)),
    navigator.languages,
  );
  void firstTexts(locale);
  showTheme(themeIn(readStored(localStorage, STORAGE_KEYS.theme.key)));
  const token = storedToken({ local: localStorage, tab: sessionStorage })?.text ?? null;
  const language = languageAt(locale).data;
  const as = { token, language };
  const get = (path: string): void => sendAhead(path, { method: "GET", ...as });
  if (token !== null) {
    sendAhead(executePath(), { method: "POST", ...as, body: SESSION_STEPS });
    for (const path of [metadataPath(language), DATA_TYPES]) get(path);
  }
  for (const path of [SYSTEM_INFO, VERSIONS]) get(path);
}

sendFirstCalls();
