import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, rowsOf, smallWorld, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
}, 120_000);
afterAll(() => world.close());

const site = (values: object) => ({ name: "nd.site.create", new: { name: "signs", ...values } });

describe("a text with an invisible character", () => {
  it.each([
    ["bell \u0007", "U+0007", 6],
    ["rtl \u202Eabc", "U+202E", 5],
    ["zero\u200B width", "U+200B", 5],
    ["a\u0085b", "U+0085", 2],
    ["line\u2028end", "U+2028", 5],
    ["tab\there", "U+0009", 4],
  ])("[VAL-28] is refused with the character and its position: %j", async (title, sign, position) => {
    const outcome = await world.dry("ada", site({ title }));
    expect(codeOf(outcome)).toBe("-20040/5");
    expect(outcome).toMatchObject({ exception: { details: { parameter: "title", sign, position } } });
    expect(JSON.stringify(outcome)).toMatch(/invisible sign U\+|unsichtbare Zeichen U\+/);
  });

  it("[VAL-28] may have joiners and line ends where they belong", async () => {
    rowsOf(await world.dry("ada", site({ title: "می\u200Cخواهم 👨\u200D👩\u200D👧" })));
    const description = "first\n\tsecond\r\nthird";
    const step = { name: "nd.bcd.update", old: { name: "scc-net-web-1" }, new: { description } };
    expect(codeOf(await world.dry("ada", step))).not.toBe("-20040/5");
    const hidden = { ...step, new: { description: "first\u202Esecond" } };
    expect(codeOf(await world.dry("ada", hidden))).toBe("-20040/5");
  });

  it("can be found if it exists already, named as an old value, and corrected", async () => {
    rowsOf(await world.execute("ada", [site({ title: "plain" })]));
    await world.db.query("update nd.site set title = 'bad ' || chr(8238) || 'x' where name = 'signs'");
    const title = "bad \u202Ex";
    expect(rowsOf(await world.execute("ada", [{ name: "nd.site.list", old: { title } }]))).toMatchObject([
      { title },
    ]);
    const update = { name: "nd.site.update", old: { name: "signs", title }, new: { title: "good" } };
    rowsOf(await world.execute("ada", [update]));
    expect(
      rowsOf(await world.execute("ada", [{ name: "nd.site.list", old: { name: "signs" } }])),
    ).toMatchObject([{ title: "good" }]);
  });
});
