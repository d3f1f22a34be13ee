import { expect, it } from "vitest";
import { NOWHERE } from "#core/addresses/free-scope";
import { addressesInTable, freeCells, groupsOf, withCells } from "#core/form/free-cells";
import { planImport, readImport, type Import, type ImportPlan } from "#core/form/import";
import type { FormTarget } from "#core/form/target";
import { sketchCatalogue } from "./metadata.ts";

const catalogue = sketchCatalogue([
  {
    name: "dhcp.static_assignment",
    title: ["ip_addr"],
    attributes: {
      gpk: { type: "gpk", computed: true },
      ip_addr: { type: "inet", key: true, required: true },
      mac_addr: { type: "mac_addr", required: true },
      description: { type: "text", nullable: true },
    },
  },
]);

function read(text: string, around?: FormTarget["around"]): { plan: ImportPlan; read: Import } {
  const target: FormTarget = {
    object: "dhcp.static_assignment",
    operation: "create",
    row: null,
    ...(around === undefined ? {} : { around }),
  };
  const plan = planImport(catalogue, target, { locale: "en", isExpert: false });
  if (plan === null) throw new Error("no form");
  return { plan, read: readImport(plan, text, { uuid: () => "u", toAscii: () => null }) };
}

const cellsOf = (text: string, around?: FormTarget["around"]) => {
  const { plan, read: table } = read(text, around);
  return freeCells(plan, table);
};

it("empty address cells are filled where the line names the network, or the page does", () => {
  const text =
    "ip_addr,mac_addr,net\n,02:00:00:00:00:01,10.0.1.0/24\n10.0.2.7,02:00:00:00:00:02,10.0.2.0/24\n,02:00:00:00:00:03,";
  expect(cellsOf(text).map(({ line, column, scope }) => [line, column, scope.networks])).toEqual([
    [0, 0, ["10.0.1.0/24"]],
  ]);
  const onPage = cellsOf(text, { ...NOWHERE, bcd: "iag" });
  expect(onPage.map(({ line, scope }) => [line, scope.networks, scope.bcd])).toEqual([
    [0, ["10.0.1.0/24"], "iag"],
    [2, [], "iag"],
  ]);
  expect(groupsOf(onPage)).toHaveLength(2);
  expect(addressesInTable(read(text).read)).toEqual(["10.0.2.7"]);
});

it("the filled table is read as the same one with the addresses in it", () => {
  const text = 'sep=;\nip_addr;mac_addr;description\n;02:00:00:00:00:01;"a;\tb ""c"""\n\n;02:00:00:00:00:02';
  const { plan, read: table } = read(text, { ...NOWHERE, bcd: "iag" });
  const cells = freeCells(plan, table);
  const filled = cells.map((cell, at) => ({ cell, text: `10.0.0.${String(at + 1)}` }));
  const again = read(withCells(table, filled)).read;
  expect(again.lines.map(({ cells: row, problems }) => [row, problems])).toEqual([
    [["10.0.0.1", "02:00:00:00:00:01", 'a;\tb "c"'], []],
    [["10.0.0.2", "02:00:00:00:00:02"], []],
  ]);
});
