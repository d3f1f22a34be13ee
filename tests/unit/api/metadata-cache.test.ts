import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { API_CONFIG } from "../../../src/api/paths.ts";
import { cachedCatalogue, catalogueQuery, dropMetadata, renewMetadata } from "../../../src/api/queries.ts";
import { keepsMetadata } from "../../../src/state/settings.ts";
import { answering } from "../../support/answering.ts";
import { KNOWN } from "../../../src/subjects/subjects.ts";

/** A server with an empty self-description that counts its calls. */
function world() {
  const asked: string[] = [];
  const http = answering([[]], (path) => asked.push(path));
  const client = new QueryClient();
  return { asked, http, client, rounds: () => asked.filter((path) => path.includes("metadata")).length };
}

describe("descriptions of objects", () => {
  it("[OBJ-10] are fetched once and then taken from the cache", async () => {
    const { client, http, asked, rounds } = world();
    const first = await client.fetchQuery(catalogueQuery({ http, known: KNOWN }, "en"));
    const count = asked.length;
    expect(await client.fetchQuery(catalogueQuery({ http, known: KNOWN }, "en"))).toBe(first);
    expect(await client.ensureQueryData(catalogueQuery({ http, known: KNOWN }, "en"))).toBe(first);
    expect(asked.length).toBe(count);
    expect(rounds()).toBe(1);
  });

  it("[OBJ-11] are cached by default; developer mode can make every form load them", async () => {
    expect(keepsMetadata({ developer: false, dbEditorCache: true })).toBe(true);
    expect(keepsMetadata({ developer: true, dbEditorCache: true })).toBe(true);
    expect(keepsMetadata({ developer: true, dbEditorCache: false })).toBe(false);
    // The switch is hidden without developer mode, so its stored value has no effect.
    expect(keepsMetadata({ developer: false, dbEditorCache: false })).toBe(true);
    const { client, http, rounds } = world();
    const first = await client.fetchQuery(catalogueQuery({ http, known: KNOWN }, "en"));
    await renewMetadata(client, { http, known: KNOWN }, "en");
    await renewMetadata(client, { http, known: KNOWN }, "en");
    expect(rounds()).toBe(3);
    expect(client.getQueryData(catalogueQuery({ http, known: KNOWN }, "en").queryKey)).not.toBe(first);
  });

  it("[OBJ-11] are dropped when another build is delivered, and belong to one version of the API", async () => {
    const { client, http, rounds } = world();
    const observer = new QueryObserver(client, catalogueQuery({ http, known: KNOWN }, "en"));
    const stop = observer.subscribe(() => undefined);
    await client.fetchQuery(catalogueQuery({ http, known: KNOWN }, "en"));
    expect(rounds()).toBe(1);
    await dropMetadata(client);
    expect(rounds()).toBe(2);
    stop();
    expect(catalogueQuery({ http, known: KNOWN }, "en").queryKey).toContain(API_CONFIG.version);
  });

  it("[API-129] are requested in the language of the portal only, and stored for each language", async () => {
    const { client, http, asked } = world();
    await client.fetchQuery(catalogueQuery({ http, known: KNOWN }, "de"));
    expect(asked.filter((path) => path.includes("lang"))).toEqual([
      "/api/4.2/wapi/object_type/metadata?language=de",
    ]);
    const english = await client.fetchQuery(catalogueQuery({ http, known: KNOWN }, "en"));
    const count = asked.length;
    expect(await client.fetchQuery(catalogueQuery({ http, known: KNOWN }, "en"))).toBe(english);
    await client.fetchQuery(catalogueQuery({ http, known: KNOWN }, "de"));
    expect(asked).toHaveLength(count);
    await renewMetadata(client, { http, known: KNOWN }, "de");
    expect(asked.slice(count)).toContain("/api/4.2/wapi/object_type/metadata?language=de");
    expect(asked.slice(count)).not.toContain("/api/4.2/wapi/object_type/metadata?language=en");
  });

  it("[API-129] of another language are used until the metadata of the language arrive", async () => {
    const { client, http } = world();
    expect(cachedCatalogue(client, { http, known: KNOWN })).toBeUndefined();
    const german = await client.fetchQuery(catalogueQuery({ http, known: KNOWN }, "de"));
    const pending = client.fetchQuery(catalogueQuery({ http, known: KNOWN }, "en"));
    expect(cachedCatalogue(client, { http, known: KNOWN })).toBe(german);
    await pending;
    client.removeQueries({ queryKey: ["metadata"] });
    expect(cachedCatalogue(client, { http, known: KNOWN })).toBeUndefined();
  });
});
