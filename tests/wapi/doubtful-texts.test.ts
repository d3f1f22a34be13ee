import { afterAll, beforeAll, expect, it } from "vitest";
import { tellDoubtfulTexts } from "../../server/tools/doubtful-texts.ts";
import { rowsOf, smallWorld, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
}, 120_000);
afterAll(() => world.close());

async function told(): Promise<readonly string[]> {
  const lines: string[] = [];
  await tellDoubtfulTexts(world.db, (line) => lines.push(line));
  return lines;
}

it("text data that an earlier rule stored with another meaning are counted in one line of the log", async () => {
  const texts = ["plain", 'said "so"', "v=DKIM1; p=AAA", "two\\; of", 'a" "b'];
  for (const data of texts)
    rowsOf(
      await world.execute("ada", [
        { name: "dns.record.create", new: { fqdn: "example.com.", type: "TXT", data } },
      ]),
    );
  const doubtful = (await told()).join();
  await world.db.query(`update dns.record set data = 'v=DKIM1; p=AAA" "BBB' where data = 'v=DKIM1; p=AAA'`);
  const [line, ...more] = await told();
  expect(more).toEqual([]);
  expect(doubtful).toMatch(/^2 TXT or SPF records/);
  expect(line).toMatch(/^3 TXT or SPF records .*\/dnsvs\/text_records/);
  await world.db.query(
    "delete from dns.record where type = (select id from dns.record_type where name = 'TXT')",
  );
  expect(await told()).toEqual([]);
});
