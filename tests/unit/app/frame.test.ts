import { describe, expect, it } from "vitest";
import type { Visitor } from "#contract/rule";
import { FAULT_TYPES, type Fault } from "#contract/wire/fault";
import { toChunkLoadError } from "#core/fault/chunk-load-error";
import { FaultError } from "#core/fault/fault-error";
import { errorReport, redact, secretsOf } from "../../../src/app/fault/report.ts";
import { firstUnmet } from "../../../src/app/shell/no-page.tsx";
import { noticeLines } from "../../../src/app/shell/notice-lines.tsx";
import { openEntry } from "../../../src/app/shell/navigation.tsx";
import { shortcutOf } from "../../../src/app/shell/shortcut.ts";
import { GO_KEYS } from "../../../src/app/shell/use-shortcuts.ts";
import { initFailure } from "../../../src/app/start/init-failure.ts";
import { afterLogin } from "../../../src/views/login/after-login.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

const FAULT: Fault = {
  type: { name: "internal_error", code: FAULT_TYPES.internal_error },
  code: 1,
  name: "http_status",
  description: "broken",
  details: {},
  hint: null,
  stepIdx: null,
};
const VISITOR: Visitor = {
  signedIn: true,
  inDatabase: true,
  isOuAdmin: false,
  permissions: new Set(),
  modules: new Set(["dnsvs"]),
};

describe("frame", () => {
  it("names the part of a rule that keeps a visitor out", () => {
    expect(firstUnmet({ all: ["signedIn", { permission: "org.rw_oet" }] }, VISITOR)).toEqual({
      permission: "org.rw_oet",
    });
    expect(firstUnmet({ all: [{ module: "dnsvs" }, "signedIn"] }, VISITOR)).toBeNull();
  });

  it("[ERR-16] [ERR-17] a report contains no token, password or key in any place", () => {
    expect(
      redact(
        { password: "a", nested: [{ wpa2_key: "b" }], text: "Bearer abc.def and s3cret" },
        { texts: ["s3cret"], members: ["wpa2_key"] },
      ),
    ).toEqual({
      password: "[redacted]",
      nested: [{ wpa2_key: "[redacted]" }],
      text: "Bearer [redacted] and [redacted]",
    });
    const context = {
      request: { url: "/api/x?t=tok-secret", data: [{ new: { wpa2_key: "geheimes" } }] },
      route: "/home",
      browser: "b",
      login_name: "ada",
      build: "1",
      sysinfo: null,
    };
    const report = errorReport(new Error("with tok-secret inside"), context, {
      texts: ["tok-secret"],
      members: ["wpa2_key"],
    });
    expect(report).not.toContain("tok-secret");
    expect(report).not.toContain("geheimes");
    expect(JSON.parse(report)).toMatchObject({ request: { url: "/api/x?t=[redacted]" }, login_name: "ada" });
  });

  it("[ERR-17] a report has no value of any secret attribute, also if a step takes it from a row under another name", async () => {
    const secrets = secretsOf("tok-secret", await portalCatalogue());
    expect(secrets.members).toEqual(expect.arrayContaining(["wpa2_key", "key_secret", "next_key_secret"]));
    for (const name of secrets.members) {
      const request = { new: { [name]: "S3" }, old: { name: "kept" } };
      expect(redact(request, secrets)).toEqual({ new: { [name]: "[redacted]" }, old: { name: "kept" } });
    }
    const steps = [
      { idx: "rows", _dict_list: [{ k: "S3", m: "kept" }] },
      { name: "macauth.client.create", new_ref_params: { wpa2_key: "k", mac: "m" } },
    ];
    expect(redact(steps, secrets)).toEqual([
      { idx: "rows", _dict_list: [{ k: "[redacted]", m: "kept" }] },
      { name: "macauth.client.create", new_ref_params: { wpa2_key: "[redacted]", mac: "m" } },
    ]);
  });

  it("[SYS-15] a part that cannot be loaded raises a chunk load error with its name", () => {
    const error = toChunkLoadError(
      new TypeError("Failed to fetch dynamically imported module: http://x/assets/home-DTh56_MJ.js"),
    );
    expect(error).toMatchObject({ name: "chunk load error", chunk: "home" });
  });

  it("[SYS-05] [SYS-06] [I18N-08] notices are in the order of their gravity, and there are none in production in German", () => {
    const calm = {
      mode: "production",
      isGerman: true,
      isOnline: true,
      signedIn: true,
      inDatabase: true,
      impersonated: null,
    } as const;
    expect(noticeLines(calm)).toEqual([]);
    const all = noticeLines({
      ...calm,
      mode: "test",
      isGerman: false,
      isOnline: false,
      inDatabase: false,
      impersonated: "otto",
    });
    expect(all.map((line) => line.text.key)).toEqual([
      "app.notice.offline",
      "app.notice.impersonating",
      "app.notice.notInDatabase",
      "app.notice.test",
      "app.notice.notGerman",
    ]);
  });

  it("[ERR-29] a start fails for a bad version and for a session error, but not for a token that has merely expired", () => {
    const ok = { versions: { error: null, isOwn: true }, errors: [], isLocked: false };
    expect(initFailure(ok)).toBeNull();
    expect(initFailure({ ...ok, versions: { error: null, isOwn: false } })).toEqual({
      kind: "badVersion",
      title: { key: "app.init.noVersion" },
      hint: { key: "app.init.unreachableHint", values: { version: "4.2" } },
      fault: null,
    });
    const broken = { ...FAULT, hint: "Ask the operator." };
    expect(initFailure({ ...ok, errors: [new FaultError(broken, 400)] })).toEqual({
      kind: "fault",
      title: broken.description,
      hint: "Ask the operator.",
      fault: broken,
    });
    expect(initFailure({ ...ok, errors: [new FaultError(FAULT, 404)] })).toMatchObject({
      kind: "unreachable",
      fault: FAULT,
    });
    const ended = {
      ...FAULT,
      type: { name: "authentication_error", code: FAULT_TYPES.authentication_error },
    };
    expect(initFailure({ ...ok, errors: [new FaultError(ended, 401)] })).toBeNull();
  });

  it("a path belongs to the entry above it", () => {
    const entries = ["/home", "/dnsvs/bcds", "/org/ou"];
    expect(openEntry(entries, "/dnsvs/fqdns/x")).toBe("/dnsvs/bcds");
    expect(openEntry(entries, "/org/ou/A::B")).toBe("/org/ou");
    expect(openEntry(entries, "/")).toBe("/home");
    expect(openEntry(entries, "/object/x-1")).toBeNull();
  });

  it("[LOGIN-10] signing in leads to the requested page, the default page or home, never out of the portal", () => {
    expect(afterLogin("/org/ou", "/cntl/mgr")).toBe("/org/ou");
    expect(afterLogin(null, "/cntl/mgr")).toBe("/cntl/mgr");
    expect(afterLogin("//evil.example", null)).toBe("/home");
    expect(afterLogin("/login?return=/x", null)).toBe("/home");
  });

  it("[TA-115] single keys can be switched off, undo stays; in fields letters are text", () => {
    const key = (name: string, ctrlKey = false) => ({
      key: name,
      ctrlKey,
      metaKey: false,
      altKey: false,
      shiftKey: false,
    });
    const now = { hasSingleKeys: true, isTyping: false, isSearching: false, isGoing: false };
    expect(shortcutOf(key("f"), now, [])).toEqual({ kind: "press", selector: "[data-key=filter]" });
    expect(shortcutOf(key("/"), now, [])).toEqual({ kind: "search" });
    expect(shortcutOf(key("/"), { ...now, isTyping: true }, [])).toBeNull();
    expect(shortcutOf(key("/"), { ...now, hasSingleKeys: false }, [])).toBeNull();
    expect(shortcutOf(key("k", true), { ...now, hasSingleKeys: false, isTyping: true }, [])).toEqual({
      kind: "search",
    });
    expect(shortcutOf(key("f"), { ...now, hasSingleKeys: false }, [])).toBeNull();
    expect(shortcutOf(key("f"), { ...now, isTyping: true }, [])).toBeNull();
    expect(shortcutOf(key("z", true), { ...now, hasSingleKeys: false }, [])).toEqual({ kind: "undo" });
    expect(shortcutOf(key("t"), now, [])).toEqual({ kind: "test" });
    expect(shortcutOf({ ...key("A"), shiftKey: true }, now, [])).toEqual({ kind: "apply" });
    // Caps Lock.
    expect(shortcutOf(key("A"), now, [])).toBeNull();
    expect(shortcutOf(key("h"), { ...now, isGoing: true }, [{ key: "h", path: "/home" }])).toEqual({
      kind: "go",
      path: "/home",
    });
  });

  it("[PREF-16] every single key can be switched off, and none of them acts while it is typed", () => {
    const printable = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at));
    const on = { hasSingleKeys: true, isTyping: false, isSearching: false, isGoing: false };
    const presses = printable.flatMap((key) =>
      [false, true].flatMap((shiftKey) =>
        [false, true].map((isGoing) => ({
          press: { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey },
          now: { ...on, isGoing },
        })),
      ),
    );
    const acting = presses.filter(({ press, now }) => shortcutOf(press, now, GO_KEYS) !== null);
    const keys = new Set(acting.map(({ press }) => press.key));
    expect([...keys]).toEqual(expect.arrayContaining(["/", "?", "[", "]", "t", "A", "e", "n", "f", "g"]));
    expect([...keys]).toEqual(expect.arrayContaining(GO_KEYS.map(({ key }) => key)));
    for (const change of [{ hasSingleKeys: false }, { isTyping: true }])
      expect(
        acting.filter(({ press, now }) => shortcutOf(press, { ...now, ...change }, GO_KEYS) !== null),
      ).toEqual([]);
  });

  it("letters typed while the search opens are text for it and no shortcuts", () => {
    const key = (name: string, ctrlKey = false) => ({
      key: name,
      ctrlKey,
      metaKey: false,
      altKey: false,
      shiftKey: false,
    });
    const now = { hasSingleKeys: true, isTyping: false, isSearching: true, isGoing: false };
    for (const letter of ["f", "[", "ä"])
      expect(shortcutOf(key(letter), now, [])).toEqual({ kind: "type", text: letter });
    expect(shortcutOf(key("Enter"), now, [])).toBeNull();
    expect(shortcutOf(key("z", true), now, [])).toBeNull();
  });
});
