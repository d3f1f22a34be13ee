import { describe, expect, it } from "vitest";
import { createAttempts } from "../../../server/http/attempts.ts";
import { readSettings } from "../../../server/http/settings.ts";
import { Refusal } from "../../../server/faults.ts";

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
  ])("with %j the demo campus is made: %s", (env, withDemo) => {
    expect(readSettings(env, "/srv").withDemo).toBe(withDemo);
  });

  it.each([
    [{ NETPORTAL_PORT: "http" }, /NETPORTAL_PORT=http/],
    [{ NETPORTAL_PORT: "65536" }, /NETPORTAL_PORT/],
    [{ NETPORTAL_MODE: "prod" }, /NETPORTAL_MODE=prod .*devel, test, production/],
    [{ NETPORTAL_ACCESS_MODE: "readonly" }, /NETPORTAL_ACCESS_MODE/],
    [{ NETPORTAL_MODE: "production", NETPORTAL_DEMO: "1" }, /NETPORTAL_DEMO/],
  ])("%j ends the start with a sentence that names it", (env, sentence) => {
    expect(() => readSettings(env, "/srv")).toThrow(sentence);
  });
});

describe("createAttempts", () => {
  it("lets ten failures of an address pass in a minute, and others go on", () => {
    let now = 0;
    const attempts = createAttempts(() => now);
    for (let count = 0; count < 10; count += 1) {
      attempts.begin("192.0.2.1");
      now += 1000;
    }
    expect(() => {
      attempts.begin("192.0.2.1");
    }).toThrow(Refusal);
    attempts.begin("192.0.2.2");
    now = 60_001;
    attempts.begin("192.0.2.1");
  });

  it("tells how long to wait", () => {
    const attempts = createAttempts(() => 0, 1);
    attempts.begin("a");
    try {
      attempts.begin("a");
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ fault: "too_many_requests", details: { retry_after_s: 60 } });
    }
  });

  it("does not count sign-ins that were right", () => {
    const attempts = createAttempts(() => 0, 1);
    for (let count = 0; count < 5; count += 1) {
      attempts.begin("a");
      attempts.takeBack("a");
    }
  });
});
