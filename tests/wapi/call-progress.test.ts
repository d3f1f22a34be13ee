import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LIMITS } from "#contract/limits";
import type { Json, Row } from "#contract/wire/json";
import {
  column,
  fresh,
  openCalls,
  site,
  sites,
  type Calls,
  type Heard,
  type Sent,
} from "../support/sent-calls.ts";
import { tokenOf, type SentStep } from "../support/small-world.ts";

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls();
});
afterAll(() => calls.close());

const execute = (steps: unknown, sent?: Sent): Promise<Heard> => calls.execute(steps, sent);
const single = (name: string, body: Json, sent?: Sent): Promise<Heard> => calls.single(name, body, sent);

describe("progress of a call", () => {
  const asked = async (callId: string, sent?: Sent): Promise<readonly Row[] | undefined> =>
    (await single("wapi.transaction.progress", null, { ...sent, query: `call_id=${callId}` })).lists?.[0];
  const named = (callId: string, steps: readonly SentStep[], more = ""): Promise<Heard> =>
    execute([...steps], { query: `call_id=${callId}${more}` });

  it("is shown to the token that sent the call, and has the state at its end", async () => {
    const callId = fresh("call");
    const taken = fresh();
    expect(await asked(callId)).toEqual([]);
    await named(callId, [sites({}), site(taken)]);
    const row = { call_id: callId, step_count: 2, step_done: 2 };
    expect(await asked(callId)).toEqual([{ ...row, state: "committed" }]);
    expect(await asked(callId, { token: tokenOf("greta") })).toEqual([]);
    await named(callId, [sites({}), sites({}), site(fresh())], "&dry_mode=true");
    expect(await asked(callId)).toEqual([{ ...row, step_count: 3, step_done: 3, state: "rolled_back" }]);
    expect((await named(callId, [sites({}), sites({}), site(taken), sites({}), site(fresh())])).fault).toBe(
      "unique_violation",
    );
    expect(await asked(callId)).toEqual([{ call_id: callId, step_count: 5, step_done: 2, state: "failed" }]);
    await named(callId, [sites({})]);
    expect(await asked(callId)).toEqual([
      { call_id: callId, step_count: 1, step_done: 1, state: "committed" },
    ]);
    await execute([sites({})], { by: calls.readOnly, query: `call_id=${callId}` });
    expect(await asked(callId)).toMatchObject([{ state: "rolled_back" }]);
  });

  it("a malformed call with a name counts as failed, and its steps are counted", async () => {
    const callId = fresh("call");
    expect((await execute([7, 8], { query: `call_id=${callId}` })).fault).toBe("malformed_step");
    expect(await asked(callId)).toEqual([{ call_id: callId, step_count: 2, step_done: 0, state: "failed" }]);
    expect((await execute(7, { query: `call_id=${callId}` })).fault).toBe("malformed_json");
    expect(await asked(callId)).toEqual([{ call_id: callId, step_count: 0, step_done: 0, state: "failed" }]);
  });

  it("while a call runs, its steps are counted and its name is taken", async () => {
    const [callId, held, later] = [fresh("call"), fresh(), fresh()];
    await execute([site(held)]);
    const change: SentStep = { name: "nd.site.update", old: { name: held }, new: { title: "new" } };
    const done = await calls.whileHeld(held, async (release) => {
      const call = named(callId, [sites({}), change, sites({})]);
      await calls.waits();
      expect(await asked(callId)).toMatchObject([{ state: "running", step_count: 3, step_done: 0 }]);
      expect(await named(callId, [site(later)])).toMatchObject({
        fault: "unique_violation",
        details: { object_fq_name: "wapi.transaction", attribute_list: ["call_id"], value_list: [callId] },
      });
      await vi.waitFor(
        async () => {
          expect(await asked(callId)).toMatchObject([{ state: "running", step_done: 1 }]);
        },
        { timeout: 3 * LIMITS.progressEvery, interval: 20 },
      );
      await release();
      return call;
    });
    expect(column(done, 1, "title")).toEqual(["new"]);
    expect(await asked(callId)).toEqual([
      { call_id: callId, state: "committed", step_count: 3, step_done: 3 },
    ]);
    expect(await calls.hasSite(later)).toBe(false);
  });

  it("a call that is reported as failed can no longer be committed", async () => {
    const [callId, held] = [fresh("call"), fresh()];
    await execute([site(held)]);
    const change: SentStep = { name: "nd.site.update", old: { name: held }, new: { title: "new" } };
    const refused = await calls.whileHeld(held, async (release) => {
      const call = named(callId, [change]);
      await calls.waits();
      await calls.db.query("update netportal.progress set state = 'failed' where call_id = $1", [callId]);
      await release();
      return call;
    });
    expect(refused.fault).toBe("not_ready");
    expect(column(await execute([sites({ name: held })]), 0, "title")).toEqual([null]);
  });

  it("a call whose process has ended counts as failed, and its name is free", async () => {
    const callId = fresh("call");
    await named(callId, [sites({})]);
    const abandon = (): Promise<unknown> =>
      calls.db.query(
        "update netportal.progress set state = 'running', step_done = 0, runner = -1 where call_id = $1",
        [callId],
      );
    await abandon();
    expect(await asked(callId)).toEqual([{ call_id: callId, state: "failed", step_count: 1, step_done: 0 }]);
    expect(await asked(callId)).toMatchObject([{ state: "failed" }]);
    await abandon();
    await named(callId, [sites({}), sites({})]);
    expect(await asked(callId)).toMatchObject([{ state: "committed", step_count: 2 }]);
  });

  it("later calls delete old notes", async () => {
    const old = [fresh("call"), fresh("call")];
    for (const callId of old) await named(callId, [sites({})]);
    await calls.db.query(
      "update netportal.progress set kept_until = now() - interval '1 s' where call_id = any($1)",
      [old],
    );
    expect(await asked(old[0] ?? "")).toEqual([]);
    await named(fresh("call"), [sites({})]);
    expect(await calls.db.query("select from netportal.progress where call_id = any($1)", [old])).toEqual([]);
  });

  it("a replica keeps no notes", async () => {
    const callId = fresh("call");
    const { lists } = await execute([sites({ name: "none" })], {
      by: calls.replica,
      query: `call_id=${callId}`,
    });
    expect(lists).toEqual([[]]);
    expect([await asked(callId), await asked(callId, { by: calls.replica })]).toEqual([[], []]);
    await named(callId, [sites({})]);
    expect(await asked(callId, { by: calls.replica })).toEqual([]);
  });

  it("needs a valid token and a name", async () => {
    const query = "call_id=x";
    expect((await single("wapi.transaction.progress", null, { token: "none", query })).fault).toBe(
      "token_invalid",
    );
    expect((await single("wapi.transaction.progress", null)).fault).toBe("required_missing");
  });
});
