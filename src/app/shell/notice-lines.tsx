import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { languageOf, OWN_LANGUAGE } from "#core/catalogue/languages";
import type { SystemInfo } from "#contract/wire/system";
import { useAccount } from "../../editor/portal/account.ts";
import { sayText, useLocale, useText } from "../../ui/text.ts";
import { useMode } from "../use-system.ts";
import type { Text } from "#core/text";
import { useShell } from "../../editor/portal/stores.ts";
import { useSession } from "../session-ports.ts";

/** Lasting notices as quiet lines, the gravest first. */
export function NoticeLines(): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { session } = useSession();
  const shell = useShell();
  const { visitor } = useAccount();
  const { isOnline } = useSnapshot(shell.state);
  const { current } = useSnapshot(session.state);
  const lines = noticeLines({
    mode: useMode(),
    isGerman: languageOf(locale) === OWN_LANGUAGE,
    isOnline,
    signedIn: visitor.signedIn,
    inDatabase: visitor.inDatabase,
    impersonated: current.kind === "impersonating" ? current.as : null,
  });
  if (lines.length === 0) return null;
  return (
    <aside className="notice-lines" aria-label={say("app.notice.label")}>
      <ul>
        {lines.map((line) => (
          <li key={line.text.key} className={`notice-${line.tone}`}>
            {sayText(say, line.text)}
          </li>
        ))}
      </ul>
    </aside>
  );
}

interface Circumstances {
  readonly mode: SystemInfo["host_oper_mode"]["mode"] | null;
  readonly isGerman: boolean;
  readonly isOnline: boolean;
  readonly signedIn: boolean;
  readonly inDatabase: boolean;
  readonly impersonated: string | null;
}

interface NoticeLine {
  readonly tone: "bad" | "warn" | "info";
  readonly text: Text;
}

/** Lasting notices, gravest first. */
export function noticeLines(now: Circumstances): readonly NoticeLine[] {
  const lines: readonly (NoticeLine | null)[] = [
    now.isOnline ? null : { tone: "bad", text: { key: "app.notice.offline" } },
    now.impersonated === null
      ? null
      : { tone: "warn", text: { key: "app.notice.impersonating", values: { login: now.impersonated } } },
    now.signedIn && !now.inDatabase ? { tone: "warn", text: { key: "app.notice.notInDatabase" } } : null,
    now.mode === "devel" ? { tone: "warn", text: { key: "app.notice.devel" } } : null,
    now.mode === "test" ? { tone: "warn", text: { key: "app.notice.test" } } : null,
    now.isGerman ? null : { tone: "info", text: { key: "app.notice.notGerman" } },
  ];
  return lines.filter((line) => line !== null);
}
