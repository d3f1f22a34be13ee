import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { refuse } from "../../../server/faults.ts";

const ROOT = join(import.meta.dirname, "../../..");
const NAMED = /(?:violation\((?:"[\w.]+"|[\w.]+),\s+|broken\(|rule: )"([a-z_0-9]+)"/g;

/** Names of the rules in the sources of behaviours and their parts; constraints have hints of their own. */
const rules = [
  ...new Set(
    globSync("server/{domain,wapi/write}/**/*.ts", { cwd: ROOT })
      .map((file) => readFileSync(join(ROOT, file), "utf8"))
      .filter((text) => /\b(refuse|violation)\(/.test(text))
      .flatMap((text) => [...text.matchAll(NAMED)].map(([, rule = ""]) => rule)),
  ),
].sort();

describe("rules by which behaviours refuse (wire contract 4.2, -20030/3)", () => {
  it("are found in their sources", () => {
    expect(rules.length).toBeGreaterThan(20);
  });

  it.each(rules)("%s has its hint in both languages", (rule) => {
    const refusal = refuse("check_violation", { object_fq_name: "a.b", rule, attribute_list: ["c"] });
    const hints = (["de", "en"] as const).map((language) => refusal.inLanguage(language).hint ?? "");
    for (const hint of hints) expect(hint).toMatch(/^[A-ZÄÖÜ].*\.$/);
    expect(hints[0]).not.toBe(hints[1]);
  });
});
