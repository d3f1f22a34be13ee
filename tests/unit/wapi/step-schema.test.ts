import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import { transactionSchema } from "../../../server/wapi/describe/step-schema.ts";

const schema = transactionSchema(await loadCatalogue());
// Parse boundary: the schema is an object; ajv refuses anything else.
const isCall = new Ajv2020({ strict: false }).compile(schema as object);

const DRAFT = {
  name: "dns.record.imp",
  new: { import_data: { "dns.record_imp": [{ type: "REF-FQDN", data_list: [null] }] } },
};
const refs = [{ idx: "t", params: { fqdn: "fqdn" } }];

describe("the schema of a transaction", () => {
  it.each<readonly [string, Json, boolean]>([
    [
      "a table, an import by its rows and a product",
      [
        {
          idx: "t",
          name: "tmp.generic_object.list",
          old: { _dict_list: [{ fqdn: "ns1.partner.example.net." }] },
        },
        { ...DRAFT, idx: 3, new_ref_params: refs },
        {
          name: "dnscfg.ns_set_member.create",
          new: { ns_is_master: true },
          new_ref_params: [...refs, { idx: 0, join_type: "cross", params: { ns_set_name: "name" } }],
        },
      ],
      true,
    ],
    [
      "an update by the rows of a list",
      [
        { idx: "hit", name: "dns.record.list", old: { type: "A" } },
        {
          name: "dns.record.update",
          new: { data: "x" },
          old_ref_params: [{ idx: "hit", params: { gpk: "gpk" } }],
        },
      ],
      true,
    ],
    [
      "ports patched, then many changed",
      [
        { idx: "p", name: "nd.p_port.connect", old: { gpk: "pp-17" }, new: { p_port_gfk: "pp-90" } },
        {
          name: "nd.l_port.bulk_update",
          old: { device: "sw-20-21-3.example.com." },
          new: { is_enabled: true },
          anti_join_ref: { p: "default" },
        },
      ],
      true,
    ],
    ["a table without rows", [{ name: "tmp.generic_object.list" }], false],
    ["a filter of a table", [{ name: "tmp.generic_object.list", old: { fetch_limit: 1 } }], false],
    ["an import without a name", [DRAFT], false],
    ["a join of a create", [{ name: "nd.site.create", inner_join_ref: { t: "default" } }], false],
    ["rows for values of a delete", [{ name: "nd.site.delete", new_ref_params: refs }], false],
    ["another kind of join", [{ ...DRAFT, new_ref_params: [{ ...refs[0], join_type: "outer" }] }], false],
    ["an entry that names no step", [{ ...DRAFT, new_ref_params: [{ params: {} }] }], false],
    [
      "a part of the key for many",
      [{ name: "nd.site.bulk_update", old: { name: "x" }, new: { name: "y" } }],
      false,
    ],
  ])("[API-55] [API-61] %s", (_, steps, isValid) => {
    expect(isCall(steps)).toBe(isValid);
  });
});
