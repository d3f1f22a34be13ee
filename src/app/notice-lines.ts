import type { Text } from "#core/text";

export interface Circumstances {
  readonly mode: "devel" | "test" | "production" | null;
  readonly isGerman: boolean;
  readonly isOnline: boolean;
  readonly signedIn: boolean;
  readonly inDatabase: boolean;
  readonly impersonated: string | null;
}

export interface NoticeLine {
  readonly tone: "bad" | "warn" | "info";
  readonly text: Text;
}

/** Notices that stay, the gravest first; the frame shows one and keeps the rest behind a button. */
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
