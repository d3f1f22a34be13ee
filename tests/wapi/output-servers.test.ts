import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plant, type Plant } from "../support/plant.ts";
import { codeOf, rowsOf } from "../support/small-world.ts";

const SECRET = "MDEyMzQ1Njc4OWFiY2RlZg==";
const SERVER = {
  name: "ns1",
  address: "127.0.0.1",
  port: 5353,
  key_name: "NS1.Netportal.",
  key_secret: SECRET,
};

let world: Plant;
beforeAll(async () => {
  world = await plant();
  rowsOf(await world.execute("ada", [{ name: "output.server.create", new: SERVER }]));
});
afterAll(() => world.close());

const update = (values: Record<string, string | number>) =>
  world.execute("ada", [{ name: "output.server.update", old: { name: "ns1" }, new: values }]);

describe("the key of a service server", () => {
  it("is stored, but neither listed nor logged nor kept with the steps", async () => {
    const said = await world.execute("ada", [
      { name: "output.server.list" },
      { name: "wapi.change_log.list", old: { object_fq_name: "output.server" } },
      { name: "wapi.transaction.list" },
    ]);
    expect(rowsOf(said)[0]).toMatchObject({ name: "ns1", key_name: "ns1.netportal.", key_secret: null });
    expect(JSON.stringify(said)).not.toContain(SECRET);
    const [stored] = await world.db.query<{ key_secret: string }>("select key_secret from output.server");
    expect(stored?.key_secret).toBe(SECRET);
  });

  it("stays if another attribute of the server is changed", async () => {
    expect(codeOf(await update({ port: 5354 }))).toBe("200");
    const [stored] = await world.db.query<{ key_secret: string }>("select key_secret from output.server");
    expect(stored?.key_secret).toBe(SECRET);
  });

  it.each([["no base64!"], ["c2hvcnQ="], ["MDEyMzQ1Njc4OWFiY2RlZg"]])(
    "is refused as %s",
    async (key_secret) => {
      const said = await update({ key_secret });
      expect(said.ok ? {} : said.exception.details).toMatchObject({
        parameter: "key_secret",
        data_type: "text_line",
      });
    },
  );

  it("is the key of one server only", async () => {
    const twin = { ...SERVER, name: "ns2" };
    expect(codeOf(await world.execute("ada", [{ name: "output.server.create", new: twin }]))).toBe(
      "-20030/1",
    );
  });
});

it("servers are readable for holders of the permission, and a delivery also for owners of the name of its zone", async () => {
  await world.db.query(
    `insert into output.seen (server, unit, zone, wanted, detail) select s.id, z.value, z.id, '7', 'words of ' || z.value
       from output.server s, dns.fqdn z where z.value in ('example.com.', 'example.org.')
     union all select s.id, 'dhcp4', null, '7', 'words of Kea' from output.server s`,
  );
  const seenBy = async (login: "ada" | "greta" | "ab1234") => {
    const said = await world.execute(login, [
      { name: "output.server.list", old: { fetch_limit: 9 } },
      { name: "output.delivery.list", old: { sorting_params_list: ["unit"] } },
      { name: "output.delivery.list", old: { is_own: true } },
      { name: "output.delivery.list", old: { detail: "words of Kea" } },
    ]);
    return [0, 1, 2, 3].map((at) => rowsOf(said, at).map(({ name, unit }) => name ?? unit));
  };
  expect(await seenBy("ada")).toEqual([["ns1"], ["dhcp4", "example.com.", "example.org."], [], ["dhcp4"]]);
  expect(await seenBy("ab1234")).toEqual([[], ["example.com."], ["example.com."], []]);
  expect(await seenBy("greta")).toEqual([[], ["example.org."], ["example.org."], []]);
  await world.db.query("delete from output.seen");
});

describe("the kind of a service server", () => {
  it("may be corrected, and then all deliveries of the other kind are removed", async () => {
    await world.db.query(
      "insert into output.seen (server, unit, wanted, has) select id, 'example.org.', '1', '1' from output.server where name = 'ns1'",
    );
    const deliveries = () =>
      world.execute("ada", [{ name: "output.delivery.list", old: { server: "ns1", unit: "example.org." } }]);
    expect(rowsOf(await deliveries())).toHaveLength(1);
    expect(codeOf(await update({ port: 5355 }))).toBe("200");
    expect(rowsOf(await deliveries())).toHaveLength(1);
    expect(codeOf(await update({ kind: "kea" }))).toBe("200");
    expect(rowsOf(await deliveries())).toEqual([]);
  });
});
