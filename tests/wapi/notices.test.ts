import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Params } from "#contract/wire/json";
import {
  codeOf,
  rowsOf,
  smallWorld,
  textIn,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const at = (hours: number): string =>
  `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19)}Z`;

describe.each<readonly [string, Params, Params]>([
  ["wapi.maint_state", { subject: "Umbau" }, { subject: "Umbau im Norden" }],
  [
    "wapi.system_alert",
    { title_de: "Störung", title_en: "Outage", content_de: "Kein Netz.", content_en: null },
    { content_en: "No network." },
  ],
])("%s (wire contract 7.2)", (name, made, changed) => {
  it("is created, changed and deleted by holders of the permission, and is readable for all", async () => {
    const times = { ts_begin: at(-1), ts_end: at(1) };
    const post = { name: `${name}.create`, new: { ...made, ...times } };
    expect(codeOf(await world.execute("otto", [post]))).toBe("-20010/1");
    const [row] = rowsOf(await world.execute("ada", [post]));
    expect(row).toMatchObject({ ...made, ...times, is_active: true, is_own: false });
    const old = { gpk: textIn(row, "gpk") };
    expect(rowsOf(await world.execute("greta", [{ name: `${name}.list`, old }]))).toEqual([row]);
    const update = { name: `${name}.update`, old, new: changed };
    expect(codeOf(await world.execute("otto", [update]))).toBe("-20010/1");
    expect(rowsOf(await world.execute("ada", [update]))).toMatchObject([{ ...made, ...changed }]);
    const gone = { name: `${name}.delete`, old };
    expect(codeOf(await world.execute("otto", [gone]))).toBe("-20010/1");
    expect(codeOf(await world.execute("ada", [gone]))).toBe("200");
    expect(rowsOf(await world.execute("ada", [{ name: `${name}.list`, old }]))).toEqual([]);
  });

  it("cannot end before it begins", async () => {
    const period = (begin: number, end: number): Params => ({ ts_begin: at(begin), ts_end: at(end) });
    const post = (times: Params): SentStep => ({ name: `${name}.create`, new: { ...made, ...times } });
    const [row] = rowsOf(await world.execute("ada", [post(period(1, 1))]));
    const old = { gpk: textIn(row, "gpk") };
    const update = { name: `${name}.update`, old, new: { ts_end: at(0) } };
    for (const step of [post(period(1, 0)), update]) {
      const said = await world.execute("ada", [step]);
      expect([codeOf(said), said.ok ? {} : said.exception.details]).toEqual([
        "-20030/3",
        { object_fq_name: name, rule: "end_behind_begin", attribute_list: ["ts_begin", "ts_end"] },
      ]);
    }
    expect(codeOf(await world.execute("ada", [{ name: `${name}.delete`, old }]))).toBe("200");
  });

  it.each<readonly [string, number, number | null, boolean]>([
    ["has begun and not ended", -1, 1, true],
    ["has begun and has no end", -1, null, true],
    ["has not begun", 1, 2, false],
    ["has ended", -2, -1, false],
  ])("is active when it %s, by the clock of the server", async (_, begin, end, isActive) => {
    const times: Record<string, Json> = { ts_begin: at(begin), ts_end: end === null ? null : at(end) };
    const said = await world.execute("ada", [{ name: `${name}.create`, new: { ...made, ...times } }], {
      dryRun: true,
    });
    expect(rowsOf(said)).toMatchObject([{ is_active: isActive }]);
    const given = { name: `${name}.create`, new: { ...made, ...times, is_active: true } };
    expect(codeOf(await world.execute("ada", [given]))).toBe("-20900/4");
  });
});
