import { describe, expect, it } from "vitest";
import { localise, refuse, Refusal, type FaultName } from "../../../server/faults.ts";

const at = { idx: "7f0c", position: 0, name: "nd.bcd.update", execution: 0 };

describe("faults", () => {
  it("[API-40] a refusal has type, code, texts, details, hint and its place", () => {
    const conflict_list = [
      { attribute: "description", expected: "web servers", found: "public web servers" },
    ];
    const details = { object_fq_name: "nd.bcd", key: { name: "scc-net-web-1" }, conflict_list };
    const refusal = refuse("old_value_changed", details).atStatement(at);
    expect(refusal.status).toBe(400);
    // Worked out in wire contract 3.9.
    expect(refusal.inLanguage("en")).toEqual({
      error_type: { code: -20050, name: "conflict", description: "Conflict with a change by somebody else." },
      error: { code: 1, name: "old_value_changed" },
      description: "The object was changed since its values were read.",
      details,
      hint: "Read the object again and plan the change on its present values.",
      traceback: { transaction_statement: at },
    });
  });

  it("texts are German unless English is wanted, and can be changed over", () => {
    const { exception } = refuse("required_missing", { parameter: "name", scope: "new" });
    expect(exception.description).toBe("Der Parameter name fehlt.");
    expect(localise(exception, "en").description).toBe("The parameter name is missing.");
    expect(localise(exception, "en").hint).toBe("Fill in name.");
  });

  it("a hint ends before a detail that is not there", () => {
    const details = { parameter: "name", scope: "old", data_type: "regexp" };
    const hint = (pattern: string | null) =>
      refuse("bad_format", { ...details, pattern }).inLanguage("en").hint;
    expect(hint(null)).toBe("Expected form: regexp");
    expect(hint("^a$")).toBe("Expected form: regexp ^a$");
  });

  it("the hint of a rule takes the place of the general one", () => {
    const hint = { de: "Adresse im Netz wählen.", en: "Choose an address in the network." };
    const details = { object_fq_name: "nd.ip_subnet", rule: "gateway", attribute_list: ["gateway_addr"] };
    expect(refuse("check_violation", details, undefined, hint).inLanguage("en").hint).toBe(hint.en);
  });

  it("a missing or wrong token asks for one", () => {
    expect(refuse("token_invalid")).toMatchObject({ status: 401, headers: { "WWW-Authenticate": "Bearer" } });
  });

  it("a place that is known stays", () => {
    const first = refuse("read_only", {}, at);
    expect(first.atStatement({ ...at, position: 5 }).at).toEqual(at);
    expect(first).toBeInstanceOf(Refusal);
  });
});

/** The rows of wire contract 4.2: name, family, code, HTTP status. */
const CATALOGUE: readonly (readonly [FaultName, number, number, number])[] = [
  ["token_missing", -20001, 1, 401],
  ["su_login_name_not_found", -20001, 2, 400],
  ["token_invalid", -20001, 3, 401],
  ["login_failed", -20001, 5, 400],
  ["permission_missing", -20010, 1, 400],
  ["su_access_missing", -20010, 3, 400],
  ["user_locked", -20010, 4, 400],
  ["data_manipulation_not_allowed", -20010, 5, 400],
  ["not_while_impersonating", -20010, 6, 400],
  ["account_unknown", -20010, 7, 400],
  ["main_account_required", -20010, 8, 400],
  ["object_not_found", -20020, 1, 400],
  ["referenced_object_not_found", -20020, 2, 400],
  ["unique_violation", -20030, 1, 400],
  ["foreign_key_child_found", -20030, 2, 400],
  ["check_violation", -20030, 3, 400],
  ["overlap", -20030, 4, 400],
  ["required_missing", -20040, 1, 400],
  ["null_not_allowed", -20040, 2, 400],
  ["wrong_type", -20040, 3, 400],
  ["too_long", -20040, 4, 400],
  ["bad_format", -20040, 5, 400],
  ["out_of_range", -20040, 6, 400],
  ["old_value_changed", -20050, 1, 400],
  ["concurrent_change", -20050, 2, 400],
  ["main_account_not_deletable", -20060, 1, 400],
  ["api_token_for_main_account", -20060, 2, 400],
  ["exceeds_main_account", -20060, 3, 400],
  ["cname_conflict", -20060, 4, 400],
  ["ou_without_managers", -20060, 5, 400],
  ["service_account_restricted", -20060, 6, 400],
  ["port_state", -20060, 7, 400],
  ["address_not_usable", -20060, 8, 400],
  ["subtree_loop", -20060, 9, 400],
  ["malformed_json", -20900, 1, 400],
  ["malformed_step", -20900, 2, 400],
  ["unknown_function", -20900, 3, 400],
  ["unknown_parameter", -20900, 4, 400],
  ["unknown_reference", -20900, 5, 400],
  ["ambiguous_reference", -20900, 6, 400],
  ["bad_filter", -20900, 7, 400],
  ["bad_sorting", -20900, 8, 400],
  ["unsupported_version", -20900, 9, 404],
  ["unknown_path", -20900, 10, 404],
  ["method_not_allowed", -20900, 11, 405],
  ["unsupported_media_type", -20900, 12, 415],
  ["too_many_steps", -20910, 1, 400],
  ["body_too_large", -20910, 2, 413],
  ["too_many_executions", -20910, 3, 400],
  ["too_many_values", -20910, 4, 400],
  ["time_limit", -20910, 5, 400],
  ["too_many_requests", -20910, 6, 429],
  ["read_only", -20920, 1, 400],
  ["internal", -20999, 1, 500],
  ["not_ready", -20999, 2, 503],
];

describe("the catalogue of wire contract 4.2", () => {
  it.each(CATALOGUE)("[API-40] %s is %i/%i with HTTP %i", (name, type, code, status) => {
    const refusal = refuse(name);
    const { error_type, error } = refusal.exception;
    expect([error_type.code, error.code, refusal.status]).toEqual([type, code, status]);
    expect(refusal.inLanguage("en").description).not.toBe(refusal.inLanguage("de").description);
  });
});
