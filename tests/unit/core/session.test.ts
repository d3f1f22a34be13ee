import { SESSION_STEPS } from "#contract/wire/session-steps";
import { describe, expect, it } from "vitest";
import type { SystemInfo } from "#contract/wire/system";
import { LOGIN_FORMS } from "#core/session/login-form";
import { pickText } from "#core/text";
import {
  impersonationCheck,
  isIncompatible,
  endsTokens,
  logoutStep,
  lookupStep,
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

  it("[SESS-05] [SESS-06] a token without gpk is incompatible unless it was entered by hand", () => {
    expect(isIncompatible(token)).toBe(false);
    expect(isIncompatible({ ...token, gpk: null })).toBe(true);
    expect(isIncompatible({ ...token, gpk: null, isTyped: true })).toBe(false);
  });

  it("[SESS-12] [SESS-13] signing out deletes only session tokens with a gpk on the server", () => {
    expect(logoutStep(token)).toMatchObject({ name: "cntl.wapi_auth.delete", old: { gpk: "tok-1" } });
    expect(logoutStep({ ...token, gpk: null })).toBeNull();
    expect(logoutStep({ ...token, isTyped: true })).toBeNull();
    expect(endsTokens([{ name: "cntl.pin.delete" }, { name: "cntl.wapi_auth.delete" }])).toBe(true);
    expect(endsTokens([{ name: "cntl.wapi_auth.update" }, { name: "cntl.wapi_auth2role.delete" }])).toBe(
      false,
    );
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

  it("[SESS-07] [SESS-08] [SESS-09] [SESS-10] the answer has user, permissions, language attributes and administration", () => {
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

  it("[API-49] [SESS-10] an account without a user row counts as missing from the network database", () => {
    const info = sessionInfo({ user: [], mgr2ou_list: [] });
    expect(info.user).toBeNull();
    expect(info.isOuAdmin).toBe(false);
    expect(visitorOf(info, null)).toMatchObject({ signedIn: true, inDatabase: false, isOuAdmin: false });
    const nobody = { isOuAdmin: false, permissions: new Set(), modules: new Set() };
    expect(visitorOf(null, null)).toEqual({ ...nobody, signedIn: false, inDatabase: false });
    expect(visitorOf(sessionInfo({}), null)).toEqual({ ...nobody, signedIn: true, inDatabase: false });
    expect(sessionInfo({}).languageAttributes).toEqual([]);
    // The link decides, not the row of the user.
    const user = [{ login_name: "greta" }];
    expect(sessionInfo({ user, mgr2ou_list: [] }).isOuAdmin).toBe(false);
  });

  it("rules depend on rights and administration of the account, and on the modules of the server", () => {
    const info = sessionInfo({
      user: [{ login_name: "ada" }],
      permission_list: [{ name: "dns.rw:record" }, { name: null }, {}],
      mgr2ou_list: [{ ou: "KIT" }],
    });
    // Only the modules count.
    const system = { js_mods: ["dnsvs"] } as unknown as SystemInfo;
    expect(visitorOf(info, system)).toEqual({
      signedIn: true,
      inDatabase: true,
      isOuAdmin: true,
      permissions: new Set(["dns.rw:record"]),
      modules: new Set(["dnsvs"]),
    });
  });

  it("both ways to sign in require texts, and browsers may fill in the password but not the token", () => {
    const asked = Object.values(LOGIN_FORMS).map(({ fields, schema }) => [
      fields.map(({ name, widget, options }) => [name, widget, options.autoComplete]),
      schema,
    ]);
    const text = { type: "string" };
    expect(asked).toEqual([
      [
        [
          ["username", "text", "username"],
          ["password", "secret", "current-password"],
        ],
        {
          type: "object",
          properties: { username: text, password: text },
          required: ["username", "password"],
          additionalProperties: false,
        },
      ],
      [
        [["token", "secret", "off"]],
        { type: "object", properties: { token: text }, required: ["token"], additionalProperties: false },
      ],
    ]);
  });

  it("[SESS-23] [SESS-24] [SESS-25] the target of impersonation is looked up and checked", () => {
    expect(lookupStep("otto")).toMatchObject({ name: "cntl.mgr.list", old: { login_name_list: ["otto"] } });
    expect(impersonationCheck(null)).toBe("invalid");
    expect(impersonationCheck({ is_adm_locked: true })).toBe("locked");
    expect(impersonationCheck({ is_adm_locked: false })).toBe("ok");
  });
});

describe("languages", () => {
  it("[I18N-06] a text that is missing in a language is taken from the next language", () => {
    expect(pickText({ de: "d", en: "e" }, "swg")).toBe("d");
    expect(pickText({ de: "d" }, "en")).toBe("d");
    expect(pickText({ en: "e", de: "" }, "de")).toBe("e");
    expect(pickText({}, "de")).toBeNull();
  });
});
