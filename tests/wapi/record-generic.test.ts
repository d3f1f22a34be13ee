import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyDefinition } from "../../server/db/apply.ts";
import { describe as describeTypes } from "../../server/wapi/describe/metadata.ts";
import {
  codeOf,
  detailsOf,
  rowsOf,
  smallWorld,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const record = (type: string, data: string): SentStep => ({
  name: "dns.record.create",
  new: { fqdn: "g.example.com.", fqdn_type: "domain", type, data },
});
const types = async (name: string) =>
  rowsOf(await world.execute("greta", [{ name: "dns.record_type.list", old: { name } }]));

describe("[API-83] a record type by its number", () => {
  it("exists from its first record on, which all readers then find by its type", async () => {
    expect(await types("TYPE65400")).toEqual([]);
    const made = rowsOf(await world.execute("ada", [record("TYPE65400", "\\#  01 0A")]));
    expect(made).toMatchObject([
      { type: "TYPE65400", data: "\\# 1 0a", target_data_unref: "\\# 1 0a", target_is_singleton: false },
    ]);
    const list = { name: "dns.record.list", old: { type: "TYPE65400" } };
    expect(rowsOf(await world.execute("ada", [list]))).toEqual(made);
    expect(await types("TYPE65400")).toMatchObject([{ target_kind: "text", position: 66_400 }]);
  });

  it("does not exist after its record is undone", async () => {
    expect(codeOf(await world.dry("ada", record("TYPE65401", "\\# 0")))).toBe("200");
    expect(await types("TYPE65401")).toEqual([]);
  });

  it("is created once, whoever is first", async () => {
    const said = await Promise.all(
      ["00", "01", "02", "03"].map((byte) => world.execute("ada", [record("TYPE65402", `\\# 1 ${byte}`)])),
    );
    expect(said.map(codeOf)).toEqual(said.map(() => "200"));
    expect(await types("TYPE65402")).toHaveLength(1);
  });

  it("is created by an import, and stays when the definitions are written again", async () => {
    const data = { "dns.record_imp": [{ type: "TYPE65403", data_list: ["\\# 2 c000"] }] };
    const step = {
      name: "dns.record.imp",
      new: { fqdn: "i.example.com.", fqdn_type: "domain", import_data: data },
    };
    expect(rowsOf(await world.execute("ada", [step]))).toMatchObject([{ data: "\\# 2 c000" }]);
    const metadata = { ...describeTypes(world.catalogue), hash: "later" };
    await applyDefinition(world.db, world.catalogue, metadata);
    expect(await types("TYPE65403")).toHaveLength(1);
    const gone = { fqdn: "i.example.com.", type: "TYPE65403", data: "\\# 02 C0 00" };
    expect(codeOf(await world.execute("ada", [{ name: "dns.record.delete", old: gone }]))).toBe("200");
  });

  it.each([
    [
      "TYPE1",
      "Der Eintragstyp TYPE1 hat einen Namen: A.",
      "Schreiben Sie A, mit den Daten in der Form dieses Typs.",
    ],
    ["TYPE0", "TYPE0 ist kein Eintragstyp einer Zone", "Nehmen Sie einen anderen Typ."],
    ["TYPE41", "TYPE41 ist kein Eintragstyp einer Zone", "Nehmen Sie einen anderen Typ."],
    ["TYPE128", "TYPE128 ist kein Eintragstyp einer Zone", "Nehmen Sie einen anderen Typ."],
    ["TYPE255", "TYPE255 ist kein Eintragstyp einer Zone", "Nehmen Sie einen anderen Typ."],
    ["TYPE65535", "TYPE65535 ist kein Eintragstyp einer Zone", "Nehmen Sie einen anderen Typ."],
    ["TYPE6", "Einträge vom Typ TYPE6 werden hier nicht gehalten", "Nehmen Sie einen anderen Typ."],
    ["TYPE46", "Einträge vom Typ TYPE46 werden hier nicht gehalten", "Nehmen Sie einen anderen Typ."],
  ])("%s is refused with the reason", async (type, sentence, hint) => {
    const said = await world.dry("ada", record(type, "\\# 1 00"));
    expect([codeOf(said), detailsOf(said)["attribute"], detailsOf(said)["value"]]).toEqual([
      "-20020/2",
      "type",
      type,
    ]);
    expect(said.ok ? null : said.exception).toMatchObject({
      description: expect.stringContaining(sentence) as string,
      hint,
    });
  });

  it.each(["TYPE065400", "TYPE654000", "type65400", "NONSENSE"])("%s is not such a type", async (type) => {
    const said = await world.dry("ada", record(type, "\\# 1 00"));
    expect([codeOf(said), detailsOf(said)["attribute"]]).toEqual(["-20020/2", "type"]);
  });

  it("has data in the generic form only", async () => {
    expect(codeOf(await world.dry("ada", record("TYPE65400", "\\# 2 00")))).toBe("-20040/5");
  });
});
