import { afterAll, beforeAll, expect, it } from "vitest";
import { isMetricsToken, listenForScrapes } from "../../../server/metrics/listen.ts";
import { createMetrics } from "../../../server/metrics/metrics.ts";

let listener: Awaited<ReturnType<typeof listenForScrapes>>;
beforeAll(async () => {
  const metrics = createMetrics();
  metrics.called({ target: "nd.site.list", fault: null, seconds: 0.03 });
  listener = await listenForScrapes(metrics, { host: "127.0.0.1", port: 0 });
});
afterAll(() => listener.stop());

const at = (path: string, method = "GET"): Promise<Response> =>
  fetch(`http://127.0.0.1:${String(listener.port)}${path}`, { method });

it("[OPER-34] the address for scrapes answers GET /metrics and nothing else", async () => {
  const answer = await at("/metrics");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    expect.stringContaining("text/plain; version=0.0.4"),
  ]);
  const text = await answer.text();
  expect(text).toContain('netportal_calls_total{function="nd.site.list",fault="none"} 1');
  expect(text).toContain('netportal_call_duration_seconds_bucket{le="0.05",function="nd.site.list"} 1');
  expect((await at("/metrics", "HEAD")).status).toBe(200);
  const others = [await at("/"), await at("/api/system/info"), await at("/metrics", "POST")];
  expect(others.map(({ status }) => status)).toEqual([404, 404, 404]);
});

it("[OPER-34] a token is the one of the setting or none", () => {
  const wanted = "m".repeat(32);
  expect([wanted, "m", `${wanted}m`, null].map((token) => isMetricsToken(token, wanted))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
