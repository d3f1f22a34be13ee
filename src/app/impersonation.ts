import type { Notice } from "../state/notices.ts";

/** Why an account cannot be impersonated: it is missing or locked. The person keeps the own account (SESS-24, SESS-25). */
export function notImpersonated(reason: "invalid" | "locked", login: string): Omit<Notice, "id"> {
  const isInvalid = reason === "invalid";
  return {
    tone: "warning",
    title: { key: isInvalid ? "app.impersonate.invalidTitle" : "app.impersonate.lockedTitle" },
    text: { key: isInvalid ? "app.impersonate.invalid" : "app.impersonate.locked", values: { login } },
  };
}
