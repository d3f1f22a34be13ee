import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAttempts } from "../../server/access/attempts.ts";
import { testDatabase, type TestDatabase } from "../support/postgres.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const RULE = { kind: "test", limit: 3, seconds: 2 } as const;
const isCounted = (attempt: object): boolean => !("retryAfter" in attempt);

describe("attempts", () => {
  it("counts attempts of several processes together", async () => {
    const [one, two] = [
      createAttempts(database.db.reserved, RULE),
      createAttempts(database.db.reserved, RULE),
    ];
    const tried = await Promise.all(
      Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? one : two).tryBegin("192.0.2.1")),
    );
    expect(tried.filter(isCounted)).toHaveLength(3);
    expect(isCounted(await two.tryBegin("192.0.2.2"))).toBe(true);
  });

  it("reports how long to wait, and accepts attempts after that time", async () => {
    const attempts = createAttempts(database.db.reserved, { ...RULE, kind: "wait", limit: 1, seconds: 1 });
    await attempts.begin("a");
    await expect(attempts.begin("a")).rejects.toMatchObject({
      fault: "too_many_requests",
      details: { retry_after_s: 1 },
    });
    await new Promise((resolve) => setTimeout(resolve, 1050));
    await attempts.begin("a");
  });

  it("waits for the oldest attempt that still counts, until another one or several at once are possible", async () => {
    const attempts = createAttempts(database.db.reserved, { kind: "oldest", limit: 3, seconds: 60 });
    for (const pause of [1100, 1100, 0]) {
      await attempts.begin("a");
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    const [row] = await database.db.query<{ kept: number }>(
      "select extract(epoch from kept_until - clock_timestamp())::float8 as kept from netportal.attempt where kind = 'oldest'",
    );
    expect(Math.abs((row?.kept ?? 0) - 60)).toBeLessThan(5);
    const waits = await Promise.all([1, 2, 3, 9].map((count) => attempts.tryBegin("a", count)));
    const [one = 0, two = 0, three = 0, more] = waits.map((said) =>
      "retryAfter" in said ? said.retryAfter : 0,
    );
    // The attempts began more than a second apart.
    expect(one).toBeGreaterThan(1);
    expect(two).toBeGreaterThan(one);
    expect(three).toBeGreaterThan(two);
    expect(more).toBe(three);
  });

  it("does not count attempts that are taken back, and can forget a subject", async () => {
    const attempts = createAttempts(database.db.reserved, { ...RULE, kind: "back" });
    for (let count = 0; count < 5; count += 1) await (await attempts.begin("a")).takeBack();
    await attempts.begin("a");
    await attempts.begin("a");
    await (await attempts.begin("a")).forgetAll();
    for (let count = 0; count < 3; count += 1) await attempts.begin("a");
    expect(isCounted(await attempts.tryBegin("a"))).toBe(false);
  });

  it("counts, takes back and forgets one subject of one kind alone", async () => {
    const rule = { limit: 3, seconds: 60 };
    const [mine, other] = ["mine", "other"].map((kind) =>
      createAttempts(database.db.reserved, { ...rule, kind }),
    );
    if (mine === undefined || other === undefined) throw new Error("two kinds");
    const used = async (attempts: typeof mine, subject: string) => {
      for (let count = 0; count < 2; count += 1) await attempts.begin(subject);
      return attempts.begin(subject);
    };
    for (const [attempts, subject] of [
      [other, "a"],
      [mine, "b"],
    ] as const)
      await used(attempts, subject);
    // The others began earlier, so that a wait that is read from one of them is shorter.
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const last = await used(mine, "a");
    expect(await mine.tryBegin("a")).toEqual({ retryAfter: 60 });
    const areLeft = async (): Promise<readonly boolean[]> => {
      const tried = [await mine.tryBegin("a"), await mine.tryBegin("b"), await other.tryBegin("a")];
      return tried.map(isCounted);
    };
    await last.takeBack();
    expect(await areLeft()).toEqual([true, false, false]);
    expect(await areLeft()).toEqual([false, false, false]);
    await last.forgetAll();
    expect(await areLeft()).toEqual([true, false, false]);
  });

  it("counts so many at once, all or none, up to the limit", async () => {
    const attempts = createAttempts(database.db.reserved, { ...RULE, kind: "many", seconds: 60 });
    expect(isCounted(await attempts.tryBegin("a", 4))).toBe(false);
    expect(isCounted(await attempts.tryBegin("a", 3))).toBe(true);
    expect(isCounted(await attempts.tryBegin("b", 2))).toBe(true);
    expect(isCounted(await attempts.tryBegin("b", 2))).toBe(false);
    expect(isCounted(await attempts.tryBegin("b", 1))).toBe(true);
    expect(isCounted(await attempts.tryBegin("b", 1))).toBe(false);
  });
});
