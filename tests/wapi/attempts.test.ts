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

  it("does not count attempts that are taken back, and can forget a subject", async () => {
    const attempts = createAttempts(database.db.reserved, { ...RULE, kind: "back" });
    for (let count = 0; count < 5; count += 1) await (await attempts.begin("a")).takeBack();
    await attempts.begin("a");
    await attempts.begin("a");
    await (await attempts.begin("a")).forgetAll();
    for (let count = 0; count < 3; count += 1) await attempts.begin("a");
    expect(isCounted(await attempts.tryBegin("a"))).toBe(false);
  });
});
