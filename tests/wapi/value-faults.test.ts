import { value as placeId } from "#contract/types/place-id";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import {
  codeOf,
  detailsOf,
  smallWorld,
  tokenOf,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const LONG_NAME = `${"a.".repeat(127)}bb`;

describe("a refused value whose refusal names the type", () => {
  const asked = (name: string, old: Params): SentStep => ({ name, old });
  it.each<readonly [string, SentStep, string, Params]>([
    [
      "an element that is too long",
      asked("nd.site.list", { name_list: ["a", "b".repeat(70)] }),
      "-20040/4",
      { parameter: "name_list", data_type: "place_id", text_length: 64, length: 70 },
    ],
    [
      "an element of another form",
      asked("nd.site.list", { name_list: ["a", "."] }),
      "-20040/5",
      { data_type: "place_id", pattern: placeId.pattern },
    ],
    [
      "an element beyond the bounds",
      asked("nd.vlan.list", { id_list: "[1, 4095]" }),
      "-20040/6",
      { data_type: "vlan_id", min: 1, max: 4094 },
    ],
    [
      "an element of another type",
      asked("nd.vlan.list", { id_list: [1, "2"] }),
      "-20040/3",
      { data_type: "vlan_id_array" },
    ],
    [
      "an address in a list that is stored",
      {
        name: "nd.ip_subnet.update",
        old: { cidr: "198.51.100.0/24" },
        new: { reserved_addr_list: ["198.51.100.9", "x"] },
      },
      "-20040/5",
      { parameter: "reserved_addr_list", scope: "new", data_type: "inet" },
    ],
    [
      "a name that is too long with its dot",
      asked("dns.fqdn.list", { value: LONG_NAME }),
      "-20040/4",
      { data_type: "fqdn", text_length: 254, length: 257 },
    ],
    [
      "blanks around a text do not count",
      asked("nd.site.list", { name: ` ${"b".repeat(65)}  ` }),
      "-20040/4",
      { text_length: 64, length: 65 },
    ],
  ])("%s", async (_, step, code, wanted) => {
    const said = await world.execute("ada", [step]);
    expect([codeOf(said), detailsOf(said)]).toMatchObject([code, wanted]);
  });

  it.each([
    ["nd.site.list", "fetch_limit=1&fetch_limit=2", "integer"],
    ["nd.site.list", "name_list=%5B%5D&name_list=%5B%5D", "place_id_array"],
    ["nd.vlan.list", "id=1&id=1", "vlan_id"],
    ["wapi.object_type.metadata", "object_fq_name=nd.vlan&object_fq_name=nd.bcd", "fq_name"],
  ])("%s %s", async (name, query, type) => {
    const [system = "", object = "", operation = ""] = name.split(".");
    const call = world.executor.call({
      target: { kind: "function", object: `${system}.${object}`, operation },
      token: tokenOf("ada"),
      query: new URLSearchParams(query),
      body: null,
    });
    await expect(call).rejects.toMatchObject({
      fault: "wrong_type",
      details: { parameter: query.split("=")[0], scope: "query", data_type: type },
    });
  });
});
