import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FAULT_TYPES } from "#contract/wire/fault";
import { requests, type FuzzRequest, type OpenApi } from "../support/fuzz/requests.ts";
import type { KnownTexts } from "../support/fuzz/values.ts";
import { httpWorld, type HttpWorld } from "../support/http-server.ts";
import { demoToken } from "../support/postgres.ts";
import { extent } from "../support/extent.ts";

const COUNT = extent(4000);
const AT_ONCE = 20;

let world: HttpWorld;
let arbitrary: fc.Arbitrary<FuzzRequest>;
let slowest = { ms: 0, url: "", body: "" };

beforeAll(async () => {
  world = await httpWorld();
  const people = ["ada", "otto", "greta", "lars", "nora"];
  const tokens = await Promise.all(people.map((name) => world.signIn(name)));
  const { text } = await world.get("/api/4.2/openapi.json");
  // Parse boundary: the server's description of its calls. An error in it shows as a failing request.
  const api = JSON.parse(text) as OpenApi;
  const references = await world.db.query<{ name: string; ref_object_fq_name: string }>(
    "select name, ref_object_fq_name from wapi.reference",
  );
  const byTarget = Map.groupBy(references, (one) => one.ref_object_fq_name);
  arbitrary = requests({
    api,
    texts: await knownTexts(api, tokens[0] ?? ""),
    tokens: [...tokens, demoToken("otto-sub"), demoToken("svc-dns")],
    references: references.map(({ name }) => name),
    leading: new Map([...byTarget].map(([type, list]) => [type, list.map(({ name }) => name)])),
  });
});
afterAll(() => world.close());

/** Texts of the first rows of every type, by attribute: existing keys, names and gpks. */
async function knownTexts(api: OpenApi, token: string): Promise<KnownTexts> {
  const of = new Map<string, Set<string>>();
  for (const [path, { get }] of Object.entries(api.paths)) {
    if (get === undefined || !path.endsWith("/list")) continue;
    const answer = await world.get(`/api/4.2${path}?fetch_limit=5`, token);
    if (answer.status !== 200) continue;
    for (const row of answer.lists[0] ?? []) {
      for (const [name, value] of Object.entries(row)) {
        if (typeof value !== "string" || value === "") continue;
        of.set(name, (of.get(name) ?? new Set()).add(value.slice(0, 200)));
      }
    }
  }
  const texts = new Map([...of].map(([name, values]) => [name, [...values]]));
  return { all: [...new Set([...texts.values()].flat())], of: texts };
}

/** The problem with the answer as a sentence; null if there is none. */
async function problem(request: FuzzRequest): Promise<string | null> {
  const begun = performance.now();
  const { method, url, body, headers } = request;
  const answer = await world.send({
    method,
    url,
    headers: { ...headers },
    ...(body === null ? {} : { payload: body }),
  });
  const ms = performance.now() - begun;
  if (ms > slowest.ms) slowest = { ms, url, body: body?.slice(0, 2000) ?? "" };
  if (answer.status >= 500) return `${String(answer.status)} ${answer.text.slice(0, 300)}`;
  if (answer.status < 400 || method === "HEAD" || method === "OPTIONS") return null;
  if (!/^\/(api\/|\d+\.\d+\/)/.test(url)) return null;
  return faultProblem(answer.text);
}

const CODES = new Set<number>(Object.values(FAULT_TYPES));

/** Every refusal must be a fault of the catalogue with a sentence, without internal details (wire contract 4.1). */
function faultProblem(text: string): string | null {
  // Parse boundary: the fault body.
  const { exception } = JSON.parse(text) as {
    exception?: { error_type: { code: number }; error: { code: number; name: string }; description: string };
  };
  if (exception === undefined) return `no fault: ${text.slice(0, 300)}`;
  if (!CODES.has(exception.error_type.code) || exception.description === "")
    return `not of the catalogue: ${text}`;
  if (/at \w+ \(|node_modules|\.ts:|\bselect\b.*\bfrom\b|SQLSTATE/.test(text))
    return `tells the inside: ${text}`;
  return null;
}

describe("requests made from the description of the calls", () => {
  it(
    `in ${String(COUNT)} of them, damaged or not, never lead to a 5xx and always to an answer or a fault of the catalogue`,
    { timeout: 600_000 + COUNT * 20 },
    async () => {
      const before = process.memoryUsage().heapUsed;
      await fc.assert(
        fc.asyncProperty(fc.array(arbitrary, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (several) => {
          const problems = await Promise.all(several.map((one) => problem(one)));
          const at = problems.findIndex((one) => one !== null);
          if (at >= 0) throw new Error(`${problems[at] ?? ""}\n${JSON.stringify(several[at])}`);
        }),
        { numRuns: Math.ceil(COUNT / AT_ONCE), endOnFailure: COUNT > 4000 },
      );
      const { status } = await world.get("/api/system/info");
      expect(status).toBe(200);
      const grown = (process.memoryUsage().heapUsed - before) / 2 ** 20;
      console.log(
        `slowest ${slowest.ms.toFixed(0)} ms, heap ${grown.toFixed(0)} MiB more`,
        slowest.url,
        slowest.body,
      );
    },
  );
});
