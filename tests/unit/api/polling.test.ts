// @vitest-environment jsdom
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createHttp, type Http } from "../../../src/api/http.ts";
import { alertsQuery, buildVersionQuery } from "../../../src/api/queries.ts";

/** One answer for both alerts and version. */
const ANSWER = JSON.stringify({ system: [], maintenance: [], commit_short: "1a2b3c4", version: "1" });

/** A server that can be reached or not, and the requested paths. */
function server(isThere: boolean): { readonly http: Http; readonly asked: readonly string[] } {
  const asked: string[] = [];
  const http = createHttp({
    fetch: (url) => {
      asked.push((typeof url === "string" ? url : "").split("?", 1)[0] ?? "");
      return isThere ? Promise.resolve(new Response(ANSWER)) : Promise.reject(new TypeError("failed"));
    },
    token: () => null,
    onReach: () => undefined,
    language: () => "en",
    sentence: (fault) => fault,
  });
  return { http, asked };
}

const none = (): void => undefined;
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("[CONST-02] [SYS-07] alerts and version are requested every 60 s", async () => {
  const { http, asked } = server(true);
  new QueryObserver(new QueryClient(), alertsQuery(http)).subscribe(none);
  new QueryObserver(new QueryClient(), buildVersionQuery(http)).subscribe(none);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(asked).toEqual(["/api/alerts.json", "/version.json"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.toSorted()).toEqual([
    "/api/alerts.json",
    "/api/alerts.json",
    "/version.json",
    "/version.json",
  ]);
});

it("an unreachable server is asked every 5 s", async () => {
  const { http, asked } = server(false);
  new QueryObserver(new QueryClient(), alertsQuery(http)).subscribe(none);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(asked).toHaveLength(12);
});
