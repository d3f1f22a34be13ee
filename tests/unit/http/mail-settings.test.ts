import { describe, expect, it } from "vitest";
import { readMail } from "../../../server/http/mail-settings.ts";

const SET = {
  NETPORTAL_SMTP_URL: "smtp://user:pass@mail.example.org:587",
  NETPORTAL_SUPPORT_EMAIL: "support@example.org",
};

describe("readMail", () => {
  it("sends no mail without mail server", () => {
    expect(readMail({})).toBeNull();
    expect(readMail({ ...SET, NETPORTAL_SMTP_URL: " " })).toBeNull();
  });

  it("mails come from the support address where nothing else is said", () => {
    expect(readMail(SET)).toEqual({
      url: SET.NETPORTAL_SMTP_URL,
      support: "support@example.org",
      from: "support@example.org",
    });
    const from = "NETPORTAL <netportal@example.org>";
    expect(readMail({ ...SET, NETPORTAL_MAIL_FROM: from })?.from).toBe(from);
  });

  it.each([
    [{ NETPORTAL_SMTP_URL: "mail.example.org" }, "NETPORTAL_SMTP_URL"],
    [{ NETPORTAL_SUPPORT_EMAIL: "" }, "NETPORTAL_SUPPORT_EMAIL"],
    [{ NETPORTAL_SUPPORT_EMAIL: "a@b, c@d" }, "NETPORTAL_SUPPORT_EMAIL"],
    [{ NETPORTAL_MAIL_FROM: "nobody" }, "NETPORTAL_MAIL_FROM"],
  ])("%j is refused by name", (env, name) => {
    expect(() => readMail({ ...SET, ...env })).toThrow(name);
  });
});
