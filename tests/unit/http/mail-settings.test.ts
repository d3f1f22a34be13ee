import { describe, expect, it } from "vitest";
import { readMail } from "../../../server/http/mail-settings.ts";

const SET = {
  NETPORTAL_SMTP_URL: "smtp://user:pass@mail.example.org:587",
  NETPORTAL_SUPPORT_EMAIL: "support@example.org",
};

describe("readMail", () => {
  it("sends no mail without a mail server", () => {
    expect(readMail({})).toBeNull();
    expect(readMail({ ...SET, NETPORTAL_SMTP_URL: " " })).toBeNull();
  });

  it("sends mails from the support address by default", () => {
    expect(readMail(SET)).toEqual({
      url: SET.NETPORTAL_SMTP_URL,
      support: "support@example.org",
      teams: {},
      from: "support@example.org",
    });
    const from = "NETPORTAL <netportal@example.org>";
    expect(readMail({ ...SET, NETPORTAL_MAIL_FROM: from })?.from).toBe(from);
  });

  it("names the team of a form or of a variant", () => {
    const text = "patch/cn=nord@example.org, firewall = fw@example.org,";
    expect(readMail({ ...SET, NETPORTAL_TICKET_EMAILS: text })?.teams).toEqual(
      Object.fromEntries([
        ["patch/cn", "nord@example.org"],
        ["firewall", "fw@example.org"],
      ]),
    );
  });

  it.each([
    [{ NETPORTAL_SMTP_URL: "mail.example.org" }, "NETPORTAL_SMTP_URL"],
    [{ NETPORTAL_SUPPORT_EMAIL: "" }, "NETPORTAL_SUPPORT_EMAIL"],
    [{ NETPORTAL_SUPPORT_EMAIL: "a@b, c@d" }, "NETPORTAL_SUPPORT_EMAIL"],
    [{ NETPORTAL_MAIL_FROM: "nobody" }, "NETPORTAL_MAIL_FROM"],
    [{ NETPORTAL_TICKET_EMAILS: "patch/xx=a@example.org" }, "patch/xx=a@example.org names no request form"],
    [{ NETPORTAL_TICKET_EMAILS: "patch/cn/cs=a@example.org" }, "names no request form"],
    [{ NETPORTAL_TICKET_EMAILS: "patch" }, "names no request form"],
    [{ NETPORTAL_TICKET_EMAILS: "patch/cn=nobody" }, "has no mail address"],
  ])("refuses %j by name", (env, name) => {
    expect(() => readMail({ ...SET, ...env })).toThrow(name);
  });
});
