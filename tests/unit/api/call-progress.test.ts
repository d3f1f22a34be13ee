// @vitest-environment jsdom
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Json } from "#contract/wire/json";
import { callProgress } from "../../../src/api/call-progress.ts";
import { progressQuery } from "../../../src/editor/planned/run-bar.tsx";
import { createExecute } from "../../../src/api/execute.ts";
import { answering } from "../../support/answering.ts";

afterEach(() => vi.useRealTimers());

/** A server that records its calls and always gives the same answer. */
function server(body: Json) {
  const paths: string[] = [];
  const http = answering(body, (path) => paths.push(path));
  return { http, paths };
}

describe("the progress of a call", () => {
  it("is requested by the name of the call", async () => {
    const { http, paths } = server({});
    await createExecute(http, () => null)([], { dryRun: true, callId: "a b" });
    await createExecute(http, () => null)([], { dryRun: false });
    const execute = "/api/4.2/wapi/transaction/execute?dict_mode=true";
    expect(paths).toEqual([`${execute}&dry_mode=true&call_id=a%20b`, execute]);
    const row = { call_id: "a b", state: "running", step_count: 3, step_done: 1 };
    const known = server([[row]]);
    expect(await callProgress(known.http, "a b", new AbortController().signal)).toEqual(row);
    expect(known.paths).toEqual(["/api/4.2/wapi/transaction/progress?call_id=a%20b"]);
    expect(await callProgress(server([[]]).http, "x", new AbortController().signal)).toBeNull();
  });

  it("is requested twice a second at most, and not after a failure or without a listener", async () => {
    vi.useFakeTimers();
    const client = new QueryClient();
    let isThere = true;
    const ask = vi.fn(() => (isThere ? Promise.resolve(null) : Promise.reject(new Error("gone"))));
    const look = () => new QueryObserver(client, progressQuery(ask, "c")).subscribe(() => undefined);
    const leave = look();
    await vi.advanceTimersByTimeAsync(2_100);
    expect(ask).toHaveBeenCalledTimes(5);
    leave();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ask).toHaveBeenCalledTimes(5);
    isThere = false;
    const leaveAgain = look();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(ask).toHaveBeenCalledTimes(6);
    leaveAgain();
  });
});
