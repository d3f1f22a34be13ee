import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import { API_CONFIG, type Http } from "../../../src/api/http.ts";
import { catalogueQuery, dropMetadata, renewMetadata } from "../../../src/api/queries.ts";
import { keepsMetadata } from "../../../src/state/settings.ts";

/** A server that describes nothing, and counts how often it was asked to. */
function world() {
  const asked: string[] = [];
  const answer = (path: string): Promise<{ body: Json; headers: Headers }> => {
    asked.push(path);
    return Promise.resolve({ body: [[]], headers: new Headers() });
  };
  const http: Http = { get: answer, post: answer };
  const client = new QueryClient();
  return { asked, http, client, rounds: () => asked.filter((path) => path.includes("metadata")).length };
}

describe("descriptions of objects", () => {
  it("[OBJ-10] are fetched once and then taken from the cache", async () => {
    const { client, http, asked, rounds } = world();
    const first = await client.fetchQuery(catalogueQuery(http));
    const count = asked.length;
    expect(await client.fetchQuery(catalogueQuery(http))).toBe(first);
    expect(await client.ensureQueryData(catalogueQuery(http))).toBe(first);
    expect(asked.length).toBe(count);
    expect(rounds()).toBe(1);
  });

  it("[OBJ-11] are kept by default; switched off in developer mode every form fetches them", async () => {
    expect(keepsMetadata({ developer: false, dbEditorCache: true })).toBe(true);
    expect(keepsMetadata({ developer: true, dbEditorCache: true })).toBe(true);
    expect(keepsMetadata({ developer: true, dbEditorCache: false })).toBe(false);
    // Its switch is hidden: nobody could switch it on again.
    expect(keepsMetadata({ developer: false, dbEditorCache: false })).toBe(true);
    const { client, http, rounds } = world();
    const first = await client.fetchQuery(catalogueQuery(http));
    await renewMetadata(client, http);
    await renewMetadata(client, http);
    expect(rounds()).toBe(3);
    expect(client.getQueryData(catalogueQuery(http).queryKey)).not.toBe(first);
  });

  it("[OBJ-11] are dropped when another build is delivered, and belong to one version of the API", async () => {
    const { client, http, rounds } = world();
    const observer = new QueryObserver(client, catalogueQuery(http));
    const stop = observer.subscribe(() => undefined);
    await client.fetchQuery(catalogueQuery(http));
    expect(rounds()).toBe(1);
    await dropMetadata(client);
    expect(rounds()).toBe(2);
    stop();
    expect(catalogueQuery(http).queryKey).toContain(API_CONFIG.version);
  });
});
