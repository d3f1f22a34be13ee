import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, smallWorld, type Said, type SentStep, type SmallWorld } from "../support/small-world.ts";
import { LOCK_WAITERS } from "../support/lock-waiters.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

/** Much less than the time limit of a call, with room for a busy machine. */
const SOON_MS = 5_000;
const LATE: SentStep = {
  name: "nd.bcd.update",
  old: { name: "scc-other-1" },
  new: { description: "late" },
};
const record = (name: string, type: string, data: string): SentStep => ({
  name: "dns.record.create",
  new: { fqdn: name, type, data, fqdn_type: "domain" },
});
/** Takes the tree of names alone. */
const ALONE = record("cut.example.com.", "NS", "example.org.");
const SLOW_LIST: SentStep = { name: "nd.site.list" };
const locked = (login_name: string, is_adm_locked = true): SentStep => ({
  name: "cntl.mgr.update",
  old: { login_name },
  new: { is_adm_locked },
});

async function waiting(): Promise<number> {
  const [row] = await world.db.query<{ n: number }>(`select count(*)::int n from ${LOCK_WAITERS}`);
  return row?.n ?? 0;
}

/** Runs the work while a slow call waits in its last step for a row or a table. The work gets its answer after that. */
async function whileHeld(
  what: "row" | "table",
  slow: () => Promise<Said>,
  work: () => Promise<void>,
): Promise<Said> {
  const options = { mode: "read write", statementTimeout: 60_000, dryRun: false } as const;
  const { answer } = await world.db.transaction(options, async (tx) => {
    await tx.query(
      what === "row"
        ? "select from nd.bcd where name = 'scc-other-1' for update"
        : "lock table nd.site in access exclusive mode",
    );
    const answer = slow();
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    await work();
    return { answer };
  });
  return answer;
}

async function soon(said: Promise<Said>, code = "200"): Promise<void> {
  const began = performance.now();
  expect(codeOf(await said)).toBe(code);
  expect(performance.now() - began).toBeLessThan(SOON_MS);
}

let made = 0;
const newName = (): SentStep => record(`n${String(++made)}.example.com.`, "TXT", "x");

describe("[API-69] nobody waits long for locks that a call holds", () => {
  it("a dry run that locks the tree of names: writers of names continue, and the dry run ends after them", async () => {
    const said = await whileHeld(
      "row",
      () => world.dry("ada", ALONE, LATE),
      () => soon(world.execute("otto", [newName()])),
    );
    expect(codeOf(said)).toBe("200");
  });

  it("a dry run that never gets its locks says that others were waiting", async () => {
    let said: Said | null = null;
    await whileHeld(
      "row",
      () =>
        world.dry("ada", ALONE, LATE).then((answer) => {
          said = answer;
          return answer;
        }),
      async () => {
        const ends = performance.now() + 60_000;
        while (said === null && performance.now() < ends) await soon(world.execute("otto", [newName()]));
      },
    );
    expect(said === null ? "" : codeOf(said)).toBe("-20050/3");
  }, 120_000);

  it("a call that applies and lists for a long time behind an exclusive lock ends", async () => {
    const said = await whileHeld(
      "table",
      () => world.execute("ada", [ALONE, SLOW_LIST]),
      () => soon(world.execute("otto", [newName()])),
    );
    expect(codeOf(said)).toBe("200");
  });

  it("a call that changes rights waits for long writers, and nobody waits behind it", async () => {
    await whileHeld(
      "row",
      () => world.execute("ada", [LATE]),
      async () => {
        const given = world.execute("ada", [
          { name: "cntl.mgr2group.create", new: { login_name: "otto", group_name: "other" } },
        ]);
        await expect.poll(waiting, { timeout: 20_000 }).toBe(2);
        for (let round = 0; round < 3; round++) await soon(world.execute("otto", [newName()]));
        void given.catch(() => undefined);
      },
    );
  });
});

describe("[API-70] locks of accounts and ends of tokens wait for nobody", () => {
  it("neither for a call that writes, nor for a waiting call that changes rights", async () => {
    await whileHeld(
      "row",
      () => world.execute("ada", [LATE]),
      async () => {
        const given = world.execute("ada", [
          { name: "cntl.mgr2group.delete", old: { login_name: "otto", group_name: "other" } },
        ]);
        await soon(world.execute("ada", [locked("greta")]));
        expect(codeOf(await world.get("greta", "nd.bcd.list"))).toBe("-20010/4");
        await soon(world.execute("ada", [locked("greta", false)]));
        void given.catch(() => undefined);
      },
    );
  });

  it("nor for a call that holds the row of the account: that call is undone at once, even if it applies", async () => {
    const said = await whileHeld(
      "row",
      () =>
        world.execute("ada", [
          { name: "cntl.mgr.update", old: { login_name: "greta" }, new: { description: "x" } },
          LATE,
        ]),
      () => soon(world.execute("ada", [locked("greta")])),
    );
    expect(["200", "-20050/3"]).toContain(codeOf(said));
    expect(codeOf(await world.execute("ada", [locked("greta", false)]))).toBe("200");
  });

  it("a token ends while a call that changes rights runs", async () => {
    const [{ gpk } = { gpk: "" }] = await world.db.query<{ gpk: string }>(
      "select 'tok-' || a.id as gpk from cntl.wapi_auth a where a.user_name = 'greta'",
    );
    await whileHeld(
      "row",
      () =>
        world.execute("ada", [
          { name: "cntl.group.update", old: { name: "other" }, new: { description: "x" } },
          LATE,
        ]),
      () => soon(world.execute("ada", [{ name: "cntl.wapi_auth.delete", old: { gpk } }])),
    );
    expect(codeOf(await world.get("greta", "nd.bcd.list"))).toBe("-20001/3");
  });
});
