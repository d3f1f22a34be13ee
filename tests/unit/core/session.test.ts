import { describe, expect, it } from "vitest";
import { FAULT_TYPES, type Fault } from "#contract/wire/fault";
import { LIMITS } from "#contract/limits";
import { alertEntries, alertTone } from "#core/alert/alerts";
import { clearsImpersonation, effectOf, isReported } from "#core/fault/effect";
import { redact } from "#core/fault/redact";
import { pickText } from "#core/text";
import {
  impersonationCheck,
  isIncompatible,
  logoutStep,
  lookupStep,
  SESSION_STEPS,
  sessionInfo,
  sessionState,
  visitorOf,
} from "#core/session/session";

const token = { text: "t", gpk: "tok-1", isTyped: false };

describe("session", () => {
  it("[SESS-01] is in one of four states", () => {
    expect(sessionState(null, "otto", true)).toEqual({ kind: "loggedOut" });
    expect(sessionState(token, null, false)).toEqual({ kind: "loggedIn", token });
    expect(sessionState(token, "otto", false)).toEqual({ kind: "impersonating", token, as: "otto" });
    expect(sessionState(token, "otto", true)).toEqual({ kind: "locked", token, as: "otto" });
  });

  it("[SESS-05] [SESS-06] a token without gpk is incompatible unless it was typed in", () => {
    expect(isIncompatible(token)).toBe(false);
    expect(isIncompatible({ ...token, gpk: null })).toBe(true);
    expect(isIncompatible({ ...token, gpk: null, isTyped: true })).toBe(false);
  });

  it("[SESS-12] [SESS-13] logout deletes the token at the server only if it has a gpk and is a session's", () => {
    expect(logoutStep(token)).toMatchObject({ name: "cntl.wapi_auth.delete", old: { gpk: "tok-1" } });
    expect(logoutStep({ ...token, gpk: null })).toBeNull();
    expect(logoutStep({ ...token, isTyped: true })).toBeNull();
  });

  it("[API-49] the six start-up steps are one call", () => {
    expect(SESSION_STEPS.map((step) => step.name)).toEqual([
      "cntl.mgr.list",
      "cntl.role.list",
      "cntl.permission.list",
      "cntl.ot_lang_attr_val.list",
      "cntl.ot_lang_attr_def.list",
      "cntl.mgr2ou.list",
    ]);
  });

  it("[SESS-07] [SESS-08] [SESS-09] [SESS-10] the answer tells user, permissions, language attributes, administration", () => {
    const definition = { object_fq_name: "org.unit", lang_attr_key: "title" };
    const info = sessionInfo({
      user: [{ login_name: "ada", first_name: "Ada", last_name: "B", email: "a@b.c" }],
      role_list: [{ name: "admin" }],
      permission_list: [{ name: "dns.rw:record" }],
      ot_lang_attr_def_list: [definition],
      mgr2ou_list: [{ ou: "KIT" }],
    });
    expect(info).toEqual({
      user: { login_name: "ada", first_name: "Ada", last_name: "B", email: "a@b.c" },
      permissions: ["dns.rw:record"],
      roles: ["admin"],
      isOuAdmin: true,
      languageAttributes: [definition],
    });
  });

  it("[API-49] without a user row the person is missing from the network database", () => {
    const info = sessionInfo({ user: [], mgr2ou_list: [] });
    expect(info.user).toBeNull();
    expect(visitorOf(info, null)).toMatchObject({ signedIn: true, inDatabase: false, isOuAdmin: false });
    expect(visitorOf(null, null)).toMatchObject({ signedIn: false, inDatabase: false });
  });

  it("[SESS-23] [SESS-24] [SESS-25] the target of impersonation is looked up and checked", () => {
    expect(lookupStep("otto")).toMatchObject({ name: "cntl.mgr.list", old: { login_name_list: ["otto"] } });
    expect(impersonationCheck(null)).toBe("invalid");
    expect(impersonationCheck({ is_adm_locked: true })).toBe("locked");
    expect(impersonationCheck({ is_adm_locked: false })).toBe("ok");
  });
});

describe("faults", () => {
  const fault = (type: keyof typeof FAULT_TYPES, code: number): Fault => ({
    type: { name: type, code: FAULT_TYPES[type] },
    code,
    name: "",
    description: "",
    details: {},
    hint: null,
    stepIdx: null,
  });

  it.each([
    ["[ERR-01] a lost session", fault("authentication_error", 3), 401, "logOut"],
    ["[ERR-03] a locked account", fault("permission_error", 4), 400, "lockedDialog"],
    ["[ERR-04] an authentication error", fault("authentication_error", 1), 400, "logOut"],
    ["[ERR-08] an unknown impersonation target", fault("authentication_error", 2), 400, "none"],
    ["a wrong password", fault("authentication_error", 5), 400, "none"],
    ["a missing right", fault("permission_error", 1), 400, "none"],
  ] as const)("%s", (_, one, status, effect) => {
    expect(effectOf(one, status)).toBe(effect);
  });

  it("[ERR-05] neither of them appears in the global error dialog", () => {
    expect(isReported(fault("permission_error", 4), 400)).toBe(false);
    expect(isReported(fault("authentication_error", 3), 401)).toBe(false);
    expect(isReported(fault("authentication_error", 2), 400)).toBe(false);
    expect(isReported(fault("internal_error", 1), 500)).toBe(true);
  });

  it("[ERR-06] error code 2 of authentication clears impersonation", () => {
    expect(clearsImpersonation(fault("authentication_error", 2))).toBe(true);
    expect(clearsImpersonation(fault("permission_error", 2))).toBe(false);
  });

  it("[ERR-16] [ERR-17] token text, Authorization, passwords and WPA2 keys are redacted anywhere", () => {
    const text = "x".repeat(43);
    const report = redact(
      {
        url: `/api?t=${text}`,
        headers: { Authorization: "Bearer short", other: "Bearer abc" },
        steps: [{ new: { wpa2_key: "12345678", password: "p", token: "t", name: "kept" } }],
        message: "token was s3cret here",
        empty: { token: null },
      },
      ["s3cret"],
    );
    expect(report).toEqual({
      url: "/api?t=[redacted]",
      headers: { Authorization: "[redacted]", other: "Bearer [redacted]" },
      steps: [{ new: { wpa2_key: "[redacted]", password: "[redacted]", token: "[redacted]", name: "kept" } }],
      message: "token was [redacted] here",
      empty: { token: null },
    });
  });
});

describe("alerts", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const window = (begin: string, end: string | null = null, isActive = false) => ({
    gpk: begin,
    subject: "s",
    ts_begin: begin,
    ts_end: end,
    is_active: isActive,
  });
  const shown = (...maintenance: ReturnType<typeof window>[]) =>
    alertEntries({ system: [], maintenance }, "en", now);

  it("[ALERT-01] [ALERT-02] [ALERT-03] the colour follows the gravest alert", () => {
    expect(alertTone(shown())).toBe("success");
    expect(alertTone(shown(window("2026-12-21T12:00:00Z")))).toBe("primary");
    expect(alertTone(shown(window("2026-12-21T12:00:00Z"), window("2026-11-22T12:00:00Z")))).toBe("danger");
  });

  it("[CONST-03] [ALERT-09] critical is what starts within two days, runs or is active; ended windows are gone", () => {
    expect(LIMITS.criticalAhead).toBe(48 * 3600 * 1000);
    expect(shown(window("2026-11-23T12:00:00Z"))[0]?.isCritical).toBe(true);
    expect(shown(window("2026-11-23T12:00:01Z"))[0]?.isCritical).toBe(false);
    expect(shown(window("2026-11-20T12:00:00Z"))[0]?.isCritical).toBe(true);
    expect(shown(window("2026-11-29T12:00:00Z", null, true))[0]?.isCritical).toBe(true);
    expect(shown(window("2026-11-20T12:00:00Z", "2026-11-21T12:00:00Z"))).toEqual([]);
  });

  it("[ALERT-08] a system alert is critical and shown in the chosen language, else in the other", () => {
    const system = [{ gpk: "al-1", title: { de: "Störung", en: null }, content: { de: "x", en: "y" } }];
    expect(alertEntries({ system, maintenance: [] }, "en", now)).toMatchObject([
      { title: "Störung", content: "y", isCritical: true },
    ]);
    expect(alertEntries({ system, maintenance: [] }, "swg", now)[0]?.content).toBe("x");
  });
});

describe("languages", () => {
  it("[I18N-04] [I18N-06] a missing text is taken from the next language", () => {
    expect(pickText({ de: "d", en: "e" }, "swg")).toBe("d");
    expect(pickText({ de: "d" }, "en")).toBe("d");
    expect(pickText({ en: "e", de: "" }, "de")).toBe("e");
    expect(pickText({}, "de")).toBeNull();
  });
});
