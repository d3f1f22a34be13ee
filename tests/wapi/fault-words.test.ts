import { describe, expect, it } from "vitest";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { refuse, type Refusal } from "../../server/faults.ts";
import { faultWords } from "../../server/wapi/describe/fault-words.ts";

const words = faultWords(await loadCatalogue());
const step = (name: string) => ({ idx: "a", position: 0, name, execution: 0 });
const said = (refusal: Refusal, language: "de" | "en" = "en") => {
  const { description, hint } = refusal.inLanguage(language, words);
  return `${description} ${hint ?? ""}`.trim();
};

describe("[ERR-11] a refusal that names object, value and remedy by known labels", () => {
  it("of a taken key", () => {
    const taken = refuse("unique_violation", {
      object_fq_name: "cntl.mgr2group",
      attribute_list: ["login_name", "group_name"],
      value_list: ["greta", "iwt"],
    });
    expect(said(taken)).toBe(
      "Group membership exists already: Login name greta, Group iwt. Choose another value.",
    );
    expect(said(taken, "de")).toBe(
      "Gruppenmitgliedschaft gibt es schon: Anmeldename greta, Gruppe iwt. Wählen Sie einen anderen Wert.",
    );
  });

  it("of a name with a final dot, which ends the sentence and is not repeated beside its label", () => {
    const taken = refuse("unique_violation", {
      object_fq_name: "dns.fqdn",
      attribute_list: ["value"],
      value_list: ["www.example.edu."],
    });
    expect(said(taken)).toBe("FQDN exists already: www.example.edu. Choose another value.");
    expect(said(taken, "de")).toBe("FQDN gibt es schon: www.example.edu. Wählen Sie einen anderen Wert.");
  });

  it("of a value in a wrong format, without the pattern", () => {
    const details = { parameter: "name", scope: "new", data_type: "text_id", pattern: "^[A-Za-z0-9]*$" };
    expect(said(refuse("bad_format", details).atStatement(step("nd.vlan.create")))).toBe(
      "The value of Name does not have the form “Identifier”. " +
        "Expected: Letters from A to Z (without accents), digits, blanks and _ . : / ( ) + -, beginning with a letter or digit",
    );
  });

  it("of a parameter that only one function has", () => {
    const details = { parameter: "do_generate", scope: "new" };
    const refusal = refuse("null_not_allowed", details).atStatement(step("macauth.client.update"));
    expect(said(refusal)).not.toContain("do_generate");
  });

  it("of a missing permission, with function and object", () => {
    const details = {
      function: "dns.record.create",
      key: { fqdn: "a.example.", type: "A", data: "192.0.2.1" },
    };
    expect(said(refuse("permission_missing", details))).toMatch(
      /^You lack the permission for “Create: .*” \(a\.example\. A 192\.0\.2\.1\)\./,
    );
  });

  it("of an object that does not exist", () => {
    const details = { object_fq_name: "nd.bcd", key: { name: "scc-x-1" } };
    expect(said(refuse("object_not_found", details), "de")).toContain("„scc-x-1“ gibt es nicht.");
    expect(said(refuse("object_not_found", details), "de")).not.toContain("nd.bcd");
  });

  it("keeps the names of the API if the request itself is faulty", () => {
    const details = {
      reference: "x",
      object_fq_name: "nd.bcd",
      ref_object_fq_name: "nd.vlan",
      known_list: [],
    };
    expect(said(refuse("unknown_reference", details))).toContain("between nd.bcd and nd.vlan");
  });
});
