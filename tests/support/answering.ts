import type { Json } from "#contract/wire/json";
import { createHttp, type Http } from "../../src/api/http.ts";

/** The HTTP client of the portal, connected to a server that always gives the same answer. */
export function answering(body: Json, onCall: (path: string) => void = () => undefined): Http {
  return createHttp({
    fetch: (path) => {
      onCall(typeof path === "string" ? path : "");
      return Promise.resolve(new Response(JSON.stringify(body)));
    },
    token: () => null,
    onReach: () => undefined,
    language: () => "en",
    sentence: (fault) => fault,
  });
}
