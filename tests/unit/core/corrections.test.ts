import { expect, it } from "vitest";
import { keyOf } from "#core/catalogue/key";
import { titleOf } from "#core/catalogue/title";
import { correctionItem, correctionsOf } from "#core/screen/proposals";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

const type = (await portalCatalogue()).objectType("dns.record");
if (type === null) throw new Error("dns.record");

it("doubtful texts have a proposal, and all other rows and attributes have none", () => {
  const rows = [
    { gpk: "1", data: 'v=DKIM1; p=AAA" "BBB' },
    { gpk: "2", data: "plain" },
    { gpk: "3", data: null },
    { gpk: "4" },
  ];
  expect(correctionsOf(rows, "data", "recordText")).toEqual([
    { row: rows[0], present: 'v=DKIM1; p=AAA" "BBB', proposed: "v=DKIM1; p=AAABBB" },
  ]);
  expect(correctionsOf(rows, "gpk", "recordText")).toEqual([]);
});

it("a correction changes only the value that the reader has seen", () => {
  const row = { gpk: "record-1", fqdn: "a.example.", type: "TXT", data: "old", target_fqdn: null };
  const { content, ...element } = correctionItem(
    type,
    "data",
    { row, present: "old", proposed: "new" },
    "u-1",
  );
  expect(element).toEqual({ uuid: "u-1", ta_type: "db_editor_simple", variant: null });
  expect(content).toEqual({
    object_fq_name: "dns.record",
    object_function: "update",
    parameters: { old: { ...keyOf(type, row), data: "old" }, new: { data: "new" } },
    preview_fields: ["data"],
    object_title: titleOf(type, row),
    show_result: false,
    non_optionals: [],
    input_reducer: null,
  });
  expect(content.object_title).toContain("a.example.");
});
