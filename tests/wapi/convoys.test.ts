import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import {
  codeOf,
  rowsOf,
  smallWorld,
  textIn,
  tokenOf,
  type Said,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const CALLS = 40;
const FREE: SentStep = {
  idx: "free",
  name: "tmp.cidr_generator.list",
  old: { cidr: "198.51.100.0/24", prefix_length: 32 },
};
const host = (fqdn: string, more: Record<string, Json> = {}): readonly SentStep[] => [
  FREE,
  {
    name: "dns.record.create",
    new: { fqdn, type: "A", fqdn_type: "domain", target_is_reverse_unique: false, ...more },
    new_ref_params: [{ idx: "free", params: { data: "address" } }],
  },
];
const names = (prefix: string, count = CALLS) =>
  Array.from({ length: count }, (_, at) => `${prefix}${String(at)}.example.com.`);

/** Sends a call as its client does; answers its first two lists and the gpk of its record. */
async function sent(login: string, steps: readonly SentStep[], signal?: AbortSignal) {
  const { headers, body } = await world.executor.call({
    target: { kind: "execute" },
    token: tokenOf(login),
    query: new URLSearchParams(),
    body: JSON.stringify(steps),
    ...(signal && { signal }),
  });
  if (typeof body !== "string") throw new Error("a short answer is one text");
  // Parse boundary: the server writes lists of rows in step order.
  const [free, made] = JSON.parse(body) as Row[][];
  return { address: textIn(free?.[0], "address"), made: made?.[0], record: headers["X-Transaction"] };
}

/** Transactions of the database that wrote records whose names begin so, and all such records. */
async function stored(prefix: string) {
  const [row] = await world.db.query<{ transactions: number; records: number; addresses: number }>(
    `select count(distinct d.xmin::text)::int transactions, count(*)::int records, count(distinct d.target_ipaddr)::int addresses
     from dns.record d join dns.fqdn f on f.id = d.fqdn where f.value like $1`,
    [`${prefix}%`],
  );
  return row;
}
const clear = async () => {
  await world.db.query("delete from dns.record where target_ipaddr <<= '198.51.100.0/24'");
};

describe("calls of one account that arrive at the same time", () => {
  it("[API-120] are executed in fewer transactions, and each is answered with its own object and address", async () => {
    const all = await Promise.all(
      names("t").map(async (fqdn) => ({ fqdn, ...(await sent("otto", host(fqdn))) })),
    );
    for (const { fqdn, address, made } of all) expect(made).toMatchObject({ fqdn, type: "A", data: address });
    expect(new Set(all.map(({ address }) => address)).size).toBe(CALLS);
    const { transactions = CALLS, ...counts } = (await stored("t")) ?? {};
    expect(counts).toEqual({ records: CALLS, addresses: CALLS });
    expect(transactions).toBeLessThan(CALLS / 4);
    await clear();
  });

  it("[API-120] get one network each, and no network is given to two", async () => {
    const steps = (description: string): readonly SentStep[] => [
      { idx: "free", name: "tmp.cidr_generator.list", old: { cidr: "10.64.0.0/16", prefix_length: 24 } },
      {
        name: "nd.ip_subnet.create",
        new: { bcd: "scc-other-1", description },
        new_ref_params: [{ idx: "free", params: { cidr: "cidr" } }],
      },
    ];
    const all = await Promise.all(names("n").map((text) => world.execute("ada", steps(text))));
    expect(all.map(codeOf)).toEqual(all.map(() => "200"));
    const made = all.map((said) => rowsOf(said, 1)[0]);
    expect(made.map((row) => row?.["description"])).toEqual(names("n"));
    expect(made.map((row) => row?.["cidr"])).toEqual(all.map((said) => rowsOf(said)[0]?.["cidr"]));
    expect(new Set(made.map((row) => row?.["cidr"])).size).toBe(CALLS);
    await world.db.query("delete from nd.ip_subnet where description like 'n%.example.com.'");
  });

  it("[API-121] have separate records, as if each call had been sent alone", async () => {
    const logOf = async (record: string | undefined) => {
      const id = String(record).replace("tx-", "");
      const [head] = await world.db.query<Row>(
        "select actor_login_name, login_name, step_count, steps from wapi.transaction where id = $1",
        [id],
      );
      const entries = await world.db.query<Row>(
        `select position, object_fq_name, object_title, "function", new ->> 'data' as data, old from wapi.change_log
         where transaction_gfk = $1 order by id`,
        [id],
      );
      return { head, entries };
    };
    const expected = async (fqdn: string, one: Awaited<ReturnType<typeof sent>>) => {
      const { head, entries } = await logOf(one.record);
      expect(head).toEqual({
        actor_login_name: "otto",
        login_name: "otto",
        step_count: "2",
        steps: host(fqdn),
      });
      return entries.map((entry): Row => ({
        ...entry,
        object_title: textIn(entry, "object_title").replaceAll(fqdn, "NAME"),
        data: entry["data"] === one.address ? "ADDRESS" : (entry["data"] ?? null),
      }));
    };
    const alone = await expected("alone.example.com.", await sent("otto", host("alone.example.com.")));
    expect(alone.map(({ position }) => position)).toEqual(alone.map((_, at) => String(at)));
    expect(alone.length).toBeGreaterThan(1);
    const all = await Promise.all(
      names("l").map(async (fqdn) => ({ fqdn, one: await sent("otto", host(fqdn)) })),
    );
    expect(new Set(all.map(({ one }) => one.record)).size).toBe(CALLS);
    for (const { fqdn, one } of all)
      expect((await expected(fqdn, one)).map((entry) => titled(entry, one.address))).toEqual(
        alone.map((entry) => titled(entry, textOf(alone))),
      );
    expect((await stored("l"))?.transactions).toBeLessThan(CALLS / 4);
    await clear();
  });

  it("[API-122] are refused one by one, and a refused call stores nothing", async () => {
    const all = await Promise.all(
      names("r").map((fqdn, at) => world.execute("otto", host(at % 7 === 3 ? "r0.nowhere.invalid." : fqdn))),
    );
    const lone = await world.execute("otto", host("r0.nowhere.invalid."));
    const refusal = (said: Said | undefined) =>
      JSON.stringify(said).replaceAll(/198\.51\.100\.\d+/g, "ADDRESS");
    const refused = all.filter((_, at) => at % 7 === 3).map(refusal);
    expect(refused).toEqual(refused.map(() => refusal(lone)));
    expect(all.filter((_, at) => at % 7 !== 3).map(codeOf)).toEqual(Array.from({ length: 34 }, () => "200"));
    expect(codeOf(lone)).not.toBe("200");
    const right = all.filter((said) => said.ok);
    expect(new Set(right.map((said) => textIn(rowsOf(said)[0], "address"))).size).toBe(right.length);
    expect(await stored("r")).toMatchObject({ records: right.length, addresses: right.length });
    await clear();
  });

  it("[API-122] that want the same name: the first gets it, and the others are refused as later calls would be", async () => {
    const same = host("same.example.com.", { data: "198.51.100.77" })
      .slice(1)
      .map((step) => {
        const { new_ref_params: _, ...rest } = step;
        return rest;
      });
    const all = await Promise.all(Array.from({ length: 12 }, () => world.execute("otto", same)));
    const later = await world.execute("otto", same);
    expect(all.filter((said) => said.ok)).toHaveLength(1);
    expect(new Set(all.map(codeOf))).toEqual(new Set(["200", codeOf(later)]));
    await clear();
  });

  it("[API-122] whose client has disconnected change nothing, and the others get their answers", async () => {
    const gone = new AbortController();
    const all = names("g").map((fqdn, at) =>
      sent("otto", host(fqdn), at % 5 === 4 ? gone.signal : undefined),
    );
    gone.abort();
    const ended = await Promise.allSettled(all);
    const answered = ended.filter(({ status }) => status === "fulfilled");
    expect(answered.length).toBeGreaterThanOrEqual(CALLS - CALLS / 5);
    expect(await stored("g")).toMatchObject({ records: answered.length, addresses: answered.length });
    await clear();
  });

  it("[API-122] take the last addresses of a network, and the others learn that no address is left", async () => {
    const small = { ...FREE, old: { cidr: "198.51.100.248/29", prefix_length: 32 } };
    const steps = (fqdn: string) => [small, ...host(fqdn).slice(1)];
    const all = await Promise.all(names("s", 20).map((fqdn) => world.execute("otto", steps(fqdn))));
    const later = await world.execute("otto", steps("s-late.example.com."));
    const given = all.flatMap((said) => rowsOf(said).map((row) => row["address"]));
    expect(new Set(given).size).toBe(given.length);
    expect(given).toHaveLength(7);
    expect(all.filter((said) => rowsOf(said).length === 0).map((said) => said)).toEqual(
      Array.from({ length: 13 }, () => later),
    );
    await clear();
  });
});

describe("equal lists of one call that writes", () => {
  const list = {
    name: "tmp.cidr_generator.list",
    old: { cidr: "198.51.100.248/29", prefix_length: 32, fetch_limit: 3 },
  };
  const record = {
    name: "dns.record.create",
    new: { fqdn: "example.com.", type: "A", target_is_reverse_unique: false },
  };

  it("share the existing rows, and later steps use the rows of their own list", async () => {
    const said = await world.dry(
      "otto",
      { idx: "a", ...list },
      { idx: "b", ...list },
      { idx: "c", ...list },
      { ...record, new_ref_params: [{ idx: "b", params: { data: "address" } }] },
      { ...record, new_ref_params: [{ idx: "c", params: { data: "address" } }] },
    );
    const addresses = [0, 1, 2, 3, 4].map((at) =>
      rowsOf(said, at).map((row) => row[at < 3 ? "address" : "data"]),
    );
    const given = [
      ["198.51.100.248", "198.51.100.249", "198.51.100.250"],
      ["198.51.100.251", "198.51.100.252", "198.51.100.253"],
      ["198.51.100.254"],
    ];
    expect(addresses).toEqual([...given, ...given.slice(1)]);
  });

  it("stay separate texts if no step uses their rows", async () => {
    const said = await world.dry("otto", list, list, {
      ...record,
      new: { ...record.new, data: "198.51.100.9" },
    });
    expect([0, 1].map((at) => rowsOf(said, at).length)).toEqual([3, 3]);
    expect(textIn(rowsOf(said, 1)[0], "address")).toBe("198.51.100.251");
  });
});

function textOf(entries: readonly Row[]): string {
  const record = entries.find((entry) => entry["object_fq_name"] === "dns.record");
  return textIn(record, "object_title").split(" ").at(-1) ?? "";
}

/** The entry with its address as a word, because each call has another one. */
function titled(entry: Row, address: string): Row {
  return { ...entry, object_title: textIn(entry, "object_title").replaceAll(address, "ADDRESS") };
}
