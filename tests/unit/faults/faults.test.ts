import { describe, expect, it } from "vitest";
import { refuse, Refusal } from "../../../server/faults.ts";
import { FAULT_CATALOGUE } from "../../support/fault-catalogue.ts";

const at = { idx: "7f0c", position: 0, name: "nd.bcd.update", execution: 0 };

describe("faults", () => {
  it("[API-40] a refusal has type, code, texts, details, hint and its place", () => {
    const conflict_list = [
      { attribute: "description", expected: "web servers", found: "public web servers" },
    ];
    const details = { object_fq_name: "nd.bcd", key: { name: "scc-net-web-1" }, conflict_list };
    const refusal = refuse("old_value_changed", details).atStatement(at);
    expect(refusal.status).toBe(400);
    // The example of wire contract 3.9.
    expect(refusal.inLanguage("en")).toEqual({
      error_type: { code: -20050, name: "conflict", description: "Conflict with a change by somebody else." },
      error: { code: 1, name: "old_value_changed" },
      description: "The object was changed since its values were read.",
      details,
      hint: "Read the object again and plan the change on its present values.",
      traceback: { transaction_statement: at },
    });
  });

  it("texts are German unless English is preferred, and can be switched", () => {
    const refusal = refuse("required_missing", { parameter: "name", scope: "new" });
    expect(refusal.exception.description).toBe("name fehlt.");
    expect(refusal.inLanguage("en").description).toBe("name is missing.");
    expect(refusal.inLanguage("en").hint).toBe("Fill in name.");
  });

  it("a hint ends before a detail that is missing", () => {
    const details = { parameter: "name", scope: "old", data_type: "regexp" };
    const hint = (pattern: string | null) =>
      refuse("bad_format", { ...details, pattern }).inLanguage("en").hint;
    expect(hint(null)).toBe("Expected: regexp");
    expect(hint("^a$")).toBe("Expected: regexp ^a$");
  });

  it("the hint of a rule replaces the general hint", () => {
    const hint = { de: "Adresse im Netz wählen.", en: "Choose an address in the network." };
    const details = { object_fq_name: "nd.ip_subnet", rule: "gateway", attribute_list: ["gateway_addr"] };
    expect(refuse("check_violation", details, undefined, hint).inLanguage("en").hint).toBe(hint.en);
  });

  it("a missing or wrong token is answered with a request for a valid one", () => {
    expect(refuse("token_invalid")).toMatchObject({ status: 401, headers: { "WWW-Authenticate": "Bearer" } });
  });

  it("a place that is already known stays", () => {
    const first = refuse("read_only", {}, at);
    expect(first.atStatement({ ...at, position: 5 }).at).toEqual(at);
    expect(first).toBeInstanceOf(Refusal);
  });
});

describe("the catalogue of wire contract 4.2", () => {
  it.each(FAULT_CATALOGUE)("[API-40] %s is %i/%i with HTTP %i", (name, type, code, status) => {
    const refusal = refuse(name);
    const { error_type, error } = refusal.exception;
    expect([error_type.code, error.code, refusal.status]).toEqual([type, code, status]);
    expect(refusal.inLanguage("en").description).not.toBe(refusal.inLanguage("de").description);
  });
});
