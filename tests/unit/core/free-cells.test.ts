import { expect, it } from "vitest";
import { NOWHERE, type FreeScope } from "#core/addresses/free-scope";
import { addressesInTable, freeCells, groupsOf, withCells } from "#core/form/free-cells";
import { importReader, readImport, type Import, type ImportReader } from "#core/form/import";
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

function read(text: string): { plan: ImportReader; read: Import } {
  const target: FormTarget = {
    object: "dhcp.static_assignment",
    operation: "create",
    row: null,
  };
  const plan = importReader(catalogue, target, { locale: "en", isExpert: false });
  if (plan === null) throw new Error("no form");
  return { plan, read: readImport(plan, text, { uuid: () => "u", toAscii: () => null }) };
}

const IN_BCD: FreeScope = { ...NOWHERE, bcd: "iag" };

const cellsOf = (text: string, around: FreeScope = NOWHERE) => {
  const { plan, read: table } = read(text);
  return freeCells(plan, table, around);
};

it("empty address cells are filled if the line or the page names the network", () => {
  const text =
    "ip_addr,mac_addr,net\n,02:00:00:00:00:01,10.0.1.0/24\n10.0.2.7,02:00:00:00:00:02,10.0.2.0/24\n,02:00:00:00:00:03,";
  expect(cellsOf(text).map(({ line, column, scope }) => [line, column, scope.networks])).toEqual([
    [0, 0, ["10.0.1.0/24"]],
  ]);
  const onPage = cellsOf(text, IN_BCD);
  expect(onPage.map(({ line, scope }) => [line, scope.networks, scope.bcd])).toEqual([
    [0, ["10.0.1.0/24"], "iag"],
    [2, [], "iag"],
  ]);
  expect(groupsOf(onPage)).toHaveLength(2);
  expect(addressesInTable(read(text).read)).toEqual(["10.0.2.7"]);
});

it("blank cells are empty, and quotes stand around cells that need them", () => {
  const text = "ip_addr\tmac_addr\tdescription\n  \t02:00:00:00:00:01\t \n 10.0.0.7 \t02:00:00:00:00:02";
  const { plan, read: table } = read(text);
  expect(freeCells(plan, table, IN_BCD).map(({ line, column }) => [line, column])).toEqual([[0, 0]]);
  expect(addressesInTable(table)).toEqual(["10.0.0.7"]);
  const [cell] = freeCells(plan, table, IN_BCD);
  if (cell === undefined) throw new Error("no cell");
  const at = (line: number, column: number, told: string) => ({
    cell: { ...cell, line, column },
    text: told,
  });
  const filled = withCells(table, [at(0, 2, 'say "x"'), at(1, 2, '"x"'), at(1, 4, "a\nb"), at(9, 0, "gone")]);
  expect(filled.split("\n").slice(1)).toEqual([
    '  \t02:00:00:00:00:01\tsay "x"',
    ' 10.0.0.7 \t02:00:00:00:00:02\t"""x"""\t\t"a',
    'b"',
  ]);
});

it("a free address is searched in the network that the form sets", () => {
  const target: FormTarget = {
    object: "dhcp.static_assignment",
    operation: "create",
    row: null,
    set: { net: "10.0.1.0/24" },
  };
  const plan = importReader(catalogue, target, { locale: "en", isExpert: false });
  if (plan === null) throw new Error("no form");
  const table = readImport(plan, "ip_addr,mac_addr\n,02:00:00:00:00:01", {
    uuid: () => "u",
    toAscii: () => null,
  });
  expect(freeCells(plan, table, NOWHERE).map(({ scope }) => scope.networks)).toEqual([["10.0.1.0/24"]]);
});

it("a filled table is the typed table and its addresses", () => {
  const text = 'sep=;\nip_addr;mac_addr;description\n;02:00:00:00:00:01;"a;\tb ""c"""\n\n;02:00:00:00:00:02';
  const { plan, read: table } = read(text);
  const cells = freeCells(plan, table, IN_BCD);
  const filled = cells.map((cell, at) => ({ cell, text: `10.0.0.${String(at + 1)}` }));
  const again = read(withCells(table, filled)).read;
  expect(again.lines.map(({ cells: row, problems }) => [row, problems])).toEqual([
    [["10.0.0.1", "02:00:00:00:00:01", 'a;\tb "c"'], []],
    [["10.0.0.2", "02:00:00:00:00:02"], []],
  ]);
});
