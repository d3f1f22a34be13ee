import { describe, expect, it } from "vitest";
import { logFormOf, readSettings } from "../../../server/http/settings.ts";
import { createLog, readable, type Line, type Log } from "../../../server/log.ts";
import { requestScope } from "../../../server/log/scope.ts";
import { createWriter } from "../../../server/log/writer.ts";

const REQUEST = "4d0c8b52-request";

/** Output of a log with this format. */
function written(form: "json" | "text", work: (log: Log) => void): readonly string[] {
  const lines: string[] = [];
  const log = createLog(createWriter(form, { write: (text) => lines.push(text) }));
  requestScope.run({ request: REQUEST }, () => {
    work(log);
  });
  return lines;
}

describe("a line of the log", () => {
  it("[OPER-24] is one JSON object with time, level, message, request and incident if the form is json", () => {
    const [line = "", ...more] = written("json", (log) => {
      log("GET /x", { error: new Error("no rows"), incident: "4711" });
    });
    expect(more).toEqual([]);
    expect(line.endsWith("\n")).toBe(true);
    const told = JSON.parse(line) as Readonly<Record<string, unknown>>;
    expect(told).toMatchObject({ level: "error", message: "GET /x", request: REQUEST, incident: "4711" });
    expect(told["error"]).toMatchObject({ name: "Error", message: "no rows" });
    expect(String(told["time"])).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it("[OPER-24] has time, level, sentence and request if the form is text", () => {
    const [line = ""] = written("text", (log) => {
      log("stopping …");
    });
    expect(line).toMatch(/^\d{4}-\d\d-\d\dT\S+Z info stopping … \[request 4d0c8b52-request\]\n$/);
  });

  it("[OPER-24] is JSON in production and text elsewhere, unless a setting decides", () => {
    expect(logFormOf({ NETPORTAL_MODE: "production" })).toBe("json");
    expect(logFormOf({})).toBe("text");
    expect(logFormOf({ NETPORTAL_MODE: "production", NETPORTAL_LOG: "text" })).toBe("text");
    expect(() => readSettings({ NETPORTAL_LOG: "xml" }, "/srv")).toThrow(/NETPORTAL_LOG=xml .*json, text/);
  });
});

/** An error as PostgreSQL reports it. */
function ofDatabase(): Error {
  return Object.assign(new Error('invalid input syntax for type inet: "SECRET"'), {
    name: "error",
    code: "22P02",
    detail: "Key (x)=(SECRET) exists",
    where: "SECRET",
    internalQuery: "select 'SECRET'",
    table: "site",
    constraint: "site_name_key",
  });
}

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("an error in the log", () => {
  it.each([
    ["of PostgreSQL", ofDatabase],
    ["of a parser of JSON", () => thrownBy(() => JSON.parse('{"a": SECRET}'))],
    ["of a number", () => thrownBy(() => BigInt("SECRET"))],
    ["of a regular expression", () => thrownBy(() => new RegExp(["SECRET", ""].join("(")))],
    ["of an address", () => thrownBy(() => new URL("SECRET"))],
    ["of an argument", () => thrownBy(() => Buffer.alloc("SECRET" as unknown as number))],
    ["of the product", () => new Error('no plan for "SECRET", the "other"')],
    ["whose stack has a line of its own", () => new Error('"SECRET\n    at SECRET (/SECRET:1:1)"')],
    ["that is a text", () => "SECRET"],
  ])("[OPER-25] %s repeats no value", (_what, make) => {
    const lines: Line[] = [];
    createLog((line) => lines.push(line))("call", { error: make() });
    expect(JSON.stringify(lines)).not.toContain("SECRET");
    expect(lines.map(({ level }) => level)).toEqual(["error"]);
  });

  it("[OPER-25] keeps its code, the names of the database and the places in the code", () => {
    const lines: Line[] = [];
    createLog((line) => lines.push(line))("call", { error: ofDatabase() });
    const [text = ""] = lines.map(readable);
    expect(text).toContain(
      'error 22P02 invalid input syntax for type inet: "…" table=site constraint=site_name_key',
    );
    expect(text).toMatch(/\n {4}at .*log\.test\.ts:\d+:\d+/);
  });
});
