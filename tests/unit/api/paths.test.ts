// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { createHttp } from "../../../src/api/http.ts";
import { listQuery } from "../../../src/api/paths.ts";
import { maintenanceQuery } from "../../../src/api/queries.ts";

it.each([
  [{}, "?"],
  [{ is_own: true, fetch_limit: 25, name: "a b&c" }, "?is_own=true&fetch_limit=25&name=a%20b%26c"],
  [{ name: null, gpk_list: ["bcd-1", "bcd-2"] }, "?gpk_list=%5B%22bcd-1%22%2C%22bcd-2%22%5D"],
  [
    { filter_params_dict: { name: { eq: null } } },
    "?filter_params_dict=%7B%22name%22%3A%7B%22eq%22%3Anull%7D%7D",
  ],
])("[API-23] list values of a GET list are JSON, and null ones are dropped: %j", (params, query) => {
  expect(listQuery(params)).toBe(query);
});

it("[ALERT-10] maintenance windows are requested with running windows first, then by their begin", async () => {
  const asked: string[] = [];
  const http = createHttp({
    fetch: (url) => {
      asked.push(typeof url === "string" ? url : "");
      return Promise.resolve(new Response("[]"));
    },
    token: () => "token",
    onReach: () => undefined,
    language: () => "en",
    sentence: (fault) => fault,
  });
  await new QueryClient().fetchQuery(maintenanceQuery(http, { token: "token", as: null }));
  const [url = ""] = asked;
  expect(new URL(url, "http://portal.example").searchParams.get("sorting_params_list")).toBe(
    '["is_active DESC","ts_begin ASC"]',
  );
});
