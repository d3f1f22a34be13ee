import { describe, expect, it } from "vitest";
import { subjectOfAddress } from "../../../server/access/attempts.ts";
import { readSettings } from "../../../server/http/settings.ts";

describe("readSettings", () => {
  it("needs no setting at all", () => {
    expect(readSettings({}, "/srv")).toMatchObject({
      host: "127.0.0.1",
      port: 8080,
      dataFolder: "/srv/.data",
      databaseUrl: null,
      mode: "devel",
      accessMode: "rw",
      withDemo: true,
    });
  });

  it.each([
    [{ NETPORTAL_DEMO: "0" }, false],
    [{ NETPORTAL_MODE: "production" }, false],
    [{ DATABASE_URL: "postgres://x" }, false],
    [{ DATABASE_URL: "postgres://x", NETPORTAL_DEMO: "1" }, true],
  ])("with %j the demo campus is created: %s", (env, withDemo) => {
    expect(readSettings(env, "/srv").withDemo).toBe(withDemo);
  });

  it("[NAV-49] a demo has addresses for the entries that lead out of the portal, and addresses of the operator replace these", () => {
    const demo = readSettings({}, "/srv");
    expect(demo.adminBase).toBe("https://admin.tannmuehl.example");
    expect(demo.links).toMatchObject({
      chat: "https://chat.tannmuehl.example",
      bug_tracker: "https://bugs.tannmuehl.example",
      support: "support@tannmuehl.example",
    });
    const own = readSettings(
      { NETPORTAL_CHAT_URL: "https://chat.example.org", NETPORTAL_BUGS_URL: "" },
      "/srv",
    );
    expect(own.links).toMatchObject({ chat: "https://chat.example.org", bug_tracker: null });
    const real = readSettings({ NETPORTAL_DEMO: "0" }, "/srv");
    expect([real.adminBase, real.links.chat, real.links.support]).toEqual(["", null, null]);
  });

  it("[SYS-01] an instance has one of three modes, devel if none is set, and an unknown mode ends the start", () => {
    expect(readSettings({}, "/srv").mode).toBe("devel");
    for (const mode of ["devel", "test", "production"])
      expect(readSettings({ NETPORTAL_MODE: mode }, "/srv").mode).toBe(mode);
    for (const mode of ["prod", "Test", "staging"])
      expect(() => readSettings({ NETPORTAL_MODE: mode }, "/srv")).toThrow("devel, test, production");
  });

  it("[TOK-11] of an address the network is kept, or all of it or nothing if a setting says so", () => {
    expect(readSettings({}, "/srv").keptAddress).toBe("network");
    for (const kept of ["network", "whole", "none"])
      expect(readSettings({ NETPORTAL_KEPT_ADDRESS: kept }, "/srv").keptAddress).toBe(kept);
    expect(() => readSettings({ NETPORTAL_KEPT_ADDRESS: "all" }, "/srv")).toThrow("NETPORTAL_KEPT_ADDRESS");
  });

  it("[OPER-75] the history is kept for ever, or for the given months", () => {
    expect(readSettings({}, "/srv").historyMonths).toBeNull();
    expect(readSettings({ NETPORTAL_HISTORY_MONTHS: "24" }, "/srv").historyMonths).toBe(24);
  });

  it("the hidden primary listens nowhere, or at each given address", () => {
    expect(readSettings({}, "/srv").dns).toEqual([]);
    const env = { NETPORTAL_DNS_LISTEN: "192.0.2.1:5300, [2001:db8::1]:5301" };
    expect(readSettings(env, "/srv").dns).toEqual([
      { host: "192.0.2.1", port: 5300 },
      { host: "2001:db8::1", port: 5301 },
    ]);
  });

  it.each([
    [{ NETPORTAL_PORT: "http" }, /NETPORTAL_PORT=http/],
    [{ NETPORTAL_PORT: "65536" }, /NETPORTAL_PORT/],
    [{ NETPORTAL_METRICS_LISTEN: "9464" }, /NETPORTAL_METRICS_LISTEN=9464: .*192\.0\.2\.1:9464/],
    [{ NETPORTAL_METRICS_TOKEN: "short" }, /^(?!.*short)NETPORTAL_METRICS_TOKEN has to have 32/],
    [{ NETPORTAL_AUDIT: "audit.log" }, /NETPORTAL_AUDIT=audit\.log is no place/],
    [{ NETPORTAL_HISTORY_MONTHS: "2" }, /NETPORTAL_HISTORY_MONTHS=2 is no number of months from 3 to 600/],
    [{ NETPORTAL_HISTORY_MONTHS: "1 year" }, /NETPORTAL_HISTORY_MONTHS=1 year/],
    [{ NETPORTAL_MODE: "prod" }, /NETPORTAL_MODE=prod .*devel, test, production/],
    [{ NETPORTAL_ACCESS_MODE: "readonly" }, /NETPORTAL_ACCESS_MODE/],
    [{ DATABASE_URL: "postgres://u:p@db1,db2:5432/n" }, /several hosts \(db1,db2:5432\).*HAProxy/],
    [{ DATABASE_URL: "postgres://u@/n?host=db1,db2" }, /several hosts \(db1,db2\)/],
    [{ NETPORTAL_MODE: "production", NETPORTAL_DEMO: "1" }, /NETPORTAL_DEMO/],
    [{ NETPORTAL_CHAT_URL: "chat.example.org" }, /NETPORTAL_CHAT_URL=chat.example.org /],
    [{ NETPORTAL_DOCS_URL: "javascript:alert(1)" }, /NETPORTAL_DOCS_URL/],
    [{ NETPORTAL_SUPPORT_EMAIL: "support" }, /NETPORTAL_SUPPORT_EMAIL=support /],
    [
      { NETPORTAL_DNS_LISTEN: "192.0.2.1:53, ns1:53" },
      /NETPORTAL_DNS_LISTEN=.*: ns1:53 is no address and port/,
    ],
    [{ NETPORTAL_DNS_LISTEN: "192.0.2.1:53," }, /NETPORTAL_DNS_LISTEN/],
    [{ NETPORTAL_DNS_LISTEN: "192.0.2.1:65536" }, /NETPORTAL_DNS_LISTEN/],
  ])("%j ends the start with a sentence that names it", (env, sentence) => {
    expect(() => readSettings(env, "/srv")).toThrow(sentence);
  });
});

describe("the access mode", () => {
  it.each([
    ["rw", "rw", false],
    ["ro", "ro", false],
    ["auto", "rw", true],
  ])("%s", (access, accessMode, followsDatabase) => {
    expect(readSettings({ NETPORTAL_ACCESS_MODE: access }, "/srv")).toMatchObject({
      accessMode,
      followsDatabase,
    });
  });
});

describe("settings of the identity provider", () => {
  const ISSUER = { NETPORTAL_OIDC_ISSUER: "https://idp.example.org/realms/campus" };
  const ALL = {
    ...ISSUER,
    NETPORTAL_OIDC_CLIENT_ID: "netportal",
    NETPORTAL_PUBLIC_URL: "https://netportal.example.org",
  };

  it("are issuer, client and the public address of the instance; the rest has defaults", () => {
    expect(readSettings(ALL, "/srv").identity).toMatchObject({
      clientId: "netportal",
      clientSecret: null,
      scope: "openid profile",
      loginClaim: "preferred_username",
      acr: null,
    });
    expect(readSettings({}, "/srv").identity).toBeNull();
  });

  it.each([
    [{ NETPORTAL_OIDC_CLIENT_ID: "netportal" }, /CLIENT_ID is set, but NETPORTAL_OIDC_ISSUER is not/],
    [{ ...ISSUER }, /NETPORTAL_OIDC_CLIENT_ID is not set/],
    [{ ...ALL, NETPORTAL_PUBLIC_URL: "" }, /NETPORTAL_PUBLIC_URL is not set/],
    [{ ...ALL, NETPORTAL_OIDC_SCOPE: "profile" }, /NETPORTAL_OIDC_SCOPE/],
    [{ ...ALL, NETPORTAL_OIDC_ISSUER: "idp" }, /NETPORTAL_OIDC_ISSUER=idp/],
    [{ ...ALL, NETPORTAL_OIDC_ISSUER: "http://idp.example.org" }, /https:/],
    [{ ...ALL, NETPORTAL_OIDC_ISSUER: "http://127.0.0.1:1", NETPORTAL_MODE: "production" }, /https:/],
    [{ NETPORTAL_PUBLIC_URL: "https://netportal.example.org/portal" }, /NETPORTAL_PUBLIC_URL/],
    [{ NETPORTAL_PUBLIC_URL: "javascript:alert(1)" }, /NETPORTAL_PUBLIC_URL/],
  ])("%j ends the start with a sentence that names it", (env, sentence) => {
    expect(() => readSettings(env, "/srv")).toThrow(sentence);
  });
});

describe("subjectOfAddress", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:0DB8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("%s stands for %s", (address, subject) => {
    expect(subjectOfAddress(address)).toBe(subject);
  });
});
