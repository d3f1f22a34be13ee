import fastify from "fastify";
import { expect, it } from "vitest";
import { refuse, type FaultName } from "../../../server/faults.ts";
import CATALOGUE from "../../../server/faults/faults.json" with { type: "json" };
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import { failureAnswerer } from "../../../server/http/answers.ts";
import { faultWords } from "../../../server/wapi/describe/fault-words.ts";

/** Faults of each type, with their HTTP status if it is not 400. */
const FAMILIES: readonly {
  readonly faults: Readonly<Record<string, { readonly code: number; readonly status?: number }>>;
}[] = Object.values(CATALOGUE);
const FAULTS = FAMILIES.flatMap(({ faults }) =>
  Object.entries(faults).map(([name, { status = 400 }]) => [name, status] as const),
);

it("[CONST-20] every refusal with HTTP 429 or 503 says when to try again, and no other one does", async () => {
  const http = fastify();
  const words = faultWords(await loadCatalogue());
  http.setErrorHandler(failureAnswerer({ accessMode: "rw", log: () => undefined, words }));
  http.get<{ Params: { readonly name: FaultName } }>("/:name", ({ params }) =>
    Promise.reject(refuse(params.name)),
  );
  http.get("/", () => Promise.reject(refuse("too_many_requests", { retry_after_s: 42 })));
  const told = new Map<number, number>();
  for (const [name, status] of FAULTS) {
    const { statusCode, headers } = await http.inject({ url: `/${name}` });
    const isLater = status === 429 || status === 503;
    expect([name, statusCode, Number(headers["retry-after"]) > 0]).toEqual([name, status, isLater]);
    told.set(status, (told.get(status) ?? 0) + 1);
  }
  expect([told.get(429), told.get(503)]).toEqual([1, 3]);
  const { headers } = await http.inject({ url: "/" });
  expect(headers["retry-after"]).toBe("42");
  await http.close();
});
