import { LongText } from "../../server/wapi/call/present.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import type { ActorResolver } from "../../server/access/resolve.ts";
import { createExecutor, type Answer } from "../../server/wapi/call/execute.ts";
import { openPark, visitor, type Park } from "../support/park.ts";

let park: Park;
const resolver: ActorResolver = {
  actorOf: () => Promise.resolve(visitor([])),
  renewed: (_query, actor) => Promise.resolve(actor),
};

beforeAll(async () => {
  park = await openPark();
  await park.db.query(
    "insert into park.area (name) select 'a' || lpad(i::text, 5, '0') from generate_series(1, 12345) i",
  );
}, 120_000);

afterAll(() => park.close());

function areas(query = ""): Promise<Answer> {
  const executor = createExecutor({ db: park.db, catalogue: park.catalogue, resolver, accessMode: "rw" });
  return executor.call({
    target: { kind: "function", object: "park.area", operation: "list" },
    token: "t",
    query: new URLSearchParams(query),
    body: null,
  });
}

async function texts(body: Answer["body"]): Promise<readonly string[]> {
  if (typeof body === "string") return [body];
  const parts: string[] = [];
  for await (const part of body) parts.push(part.toString());
  return parts;
}

describe("long lists", () => {
  it("are sent in parts that together are one list in order", async () => {
    const parts = await texts((await areas()).body);
    expect(parts.length).toBeGreaterThan(10);
    const [rows = []] = JSON.parse(parts.join("")) as Row[][];
    expect(rows).toHaveLength(12_345);
    expect([rows[0]?.["name"], rows.at(-1)?.["name"]]).toEqual(["a00001", "a12345"]);
  });

  it("are read at once if they are short", async () => {
    for (const filter of ["fetch_limit=10000", "name_regexp=^a0"]) {
      const { body } = await areas(filter);
      expect(typeof body === "string" || body instanceof LongText).toBe(true);
    }
  });

  it("release the connection if the reader leaves", async () => {
    for (let i = 0; i < 15; i++) {
      const { body } = await areas();
      if (typeof body === "string") throw new Error("not in parts");
      for await (const part of body) {
        expect(part.length).toBeGreaterThan(0);
        break;
      }
    }
    expect(await texts((await areas("name=a00007")).body)).toHaveLength(1);
  });
});
