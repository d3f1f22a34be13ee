import { describe, expect, it } from "vitest";
import { FAULT_TYPES, type Fault } from "#contract/wire/fault";
import type { Maintenance } from "#contract/wire/system";
import { LIMITS } from "#contract/limits";
import { alertList, alertTone } from "#core/alerts";
import { effectOf } from "../../../src/app/fault/fault-policy.ts";
import { redact } from "../../../src/app/fault/report.ts";

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
    ["[ERR-01] an answer 401 of whatever kind", fault("internal_error", 1), 401, "logOut"],
    ["[ERR-01] an answer 403 of whatever kind", fault("internal_error", 1), 403, "logOut"],
    ["an answer 405", fault("internal_error", 1), 405, "shown"],
    ["an address that is not there", fault("internal_error", 1), 404, "unreachable"],
    ["no network", fault("internal_error", 1), 0, "unreachable"],
    ["[ERR-03] a locked account", fault("permission_error", 4), 400, "locked"],
    ["[ERR-04] an authentication error", fault("authentication_error", 1), 400, "logOut"],
    ["[ERR-08] an unknown impersonation target", fault("authentication_error", 2), 400, "stopImpersonating"],
    ["a wrong password", fault("authentication_error", 5), 400, "shown"],
    ["a missing right", fault("permission_error", 1), 400, "shown"],
  ] as const)("%s", (_, one, status, effect) => {
    expect(effectOf(one, status)).toBe(effect);
  });

  it("[ERR-16] [ERR-17] token text, Authorization, passwords and WPA2 keys are redacted anywhere", () => {
    const text = "x".repeat(43);
    const report = redact(
      {
        url: `/api?t=${text}`,
        headers: { Authorization: "Bearer short", other: "Bearer abc" },
        steps: [
          { new: { wpa2_key: "12345678", key_secret: "c2VjcmV0", password: "p", token: "t", name: "kept" } },
        ],
        message: "token was s3cret here",
        empty: { token: null },
      },
      { texts: ["s3cret", text], members: ["wpa2_key"] },
    );
    expect(report).toEqual({
      url: "/api?t=[redacted]",
      headers: { Authorization: "[redacted]", other: "Bearer [redacted]" },
      steps: [
        {
          new: {
            wpa2_key: "[redacted]",
            key_secret: "[redacted]",
            password: "[redacted]",
            token: "[redacted]",
            name: "kept",
          },
        },
      ],
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
    alertList({ system: [], maintenance }, now, "en");

  it("[ALERT-01] [ALERT-02] [ALERT-03] the colour follows the gravest alert", () => {
    expect(alertTone(shown())).toBe("ok");
    expect(alertTone(shown(window("2026-12-21T12:00:00Z")))).toBe("accent");
    expect(alertTone(shown(window("2026-12-21T12:00:00Z"), window("2026-11-22T12:00:00Z")))).toBe("bad");
  });

  it("[CONST-03] [ALERT-09] critical alerts start within two days, run or are active; windows that have ended are not shown", () => {
    expect(LIMITS.criticalAhead).toBe(48 * 3600 * 1000);
    expect(shown(window("2026-11-23T12:00:00Z"))[0]?.isCritical).toBe(true);
    expect(shown(window("2026-11-23T12:00:01Z"))[0]?.isCritical).toBe(false);
    expect(shown(window("2026-11-20T12:00:00Z"))[0]?.isCritical).toBe(true);
    expect(shown(window("2026-11-29T12:00:00Z", null, true))[0]?.isCritical).toBe(true);
    expect(shown(window("2026-11-20T12:00:00Z", "2026-11-21T12:00:00Z"))).toEqual([]);
  });

  it("[ALERT-09] a system alert is not critical: the notice of the demo and a window of next week have the other colour", () => {
    const system = [{ gpk: "al-1", title: { de: "x", en: "x" }, content: { de: null, en: null } }];
    const told = { system, maintenance: [window("2026-11-28T12:00:00Z")] };
    expect(alertTone(alertList({ system, maintenance: [] }, now, "en"))).toBe("accent");
    expect(alertTone(alertList(told, now, "en"))).toBe("accent");
    const graver = alertList({ system, maintenance: [window("2026-11-22T12:00:00Z")] }, now, "en");
    expect(alertTone(graver)).toBe("bad");
    expect(graver.map(({ id }) => id)).toEqual(["2026-11-22T12:00:00Z", "al-1"]);
  });

  it("[ALERT-11] windows of the alerts and of the list of windows become one list, each window once, running ones first", () => {
    const early = window("2026-11-25T12:00:00Z");
    const late = window("2026-11-27T12:00:00Z");
    const running = window("2026-11-28T12:00:00Z", null, true);
    const ended = window("2026-11-01T12:00:00Z", "2026-11-02T12:00:00Z");
    const ids = (told: readonly Maintenance[], listed: readonly Maintenance[]) =>
      alertList({ system: [], maintenance: told }, now, "en", listed).map(({ id }) => id);
    expect(ids([late], [early, late, running, ended])).toEqual([running.gpk, early.gpk, late.gpk]);
    expect(ids([late, early], [])).toEqual([early.gpk, late.gpk]);
    expect(ids([], [late])).toEqual([late.gpk]);
  });

  it("[ALERT-08] a system alert is shown in the chosen language, in German for Swabian, else in the other", () => {
    const system = [{ gpk: "al-1", title: { de: "Störung", en: null }, content: { de: "x", en: "y" } }];
    expect(alertList({ system, maintenance: [] }, now, "en")).toMatchObject([
      { title: "Störung", text: "y", isCritical: false },
    ]);
    expect(alertList({ system, maintenance: [] }, now, "de")).toMatchObject([
      { title: "Störung", text: "x" },
    ]);
    expect(alertList({ system, maintenance: [] }, now, "swg")[0]?.text).toBe("x");
    const english = [{ gpk: "al-2", title: { de: null, en: "Outage" }, content: { de: null, en: "y" } }];
    for (const locale of ["de", "swg"] as const)
      expect(alertList({ system: english, maintenance: [] }, now, locale)).toMatchObject([
        { title: "Outage", text: "y" },
      ]);
  });
});
