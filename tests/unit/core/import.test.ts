import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FieldModel } from "#core/form/field-plan";
import { importReader, readImport, type Import } from "#core/form/import";
import { typedValues, valueOfCell } from "#core/form/import-cell";
import { planForm } from "#core/form/plan-form";
import { toCsv } from "#core/table/list-files";
import { guarded, unguarded } from "#contract/values/cell-text";
import { readTable } from "#contract/values/table-text";
import { sketchCatalogue } from "./metadata.ts";

const catalogue = sketchCatalogue([
  {
    name: "nd.bldg",
    title: ["number"],
    attributes: {
      gpk: { type: "gpk", computed: true },
      site: { type: "text_id", key: true, required: true },
      number: { type: "text_id", key: true, required: true },
      title: { type: "text_line", required: true },
      address: { type: "text", nullable: true },
      vlan: { type: "vlan_id", nullable: true },
      is_open: { type: "boolean", default: true },
      addr_list: { type: "inet_array", default: [] },
      opened: { type: "timestamp", nullable: true },
    },
  },
]);
const prefs = { locale: "en", isExpert: false } as const;

function read(text: string): Import {
  const target = { object: "nd.bldg", operation: "create", row: null, set: { site: "nord" } } as const;
  const plan = importReader(catalogue, target, prefs);
  if (plan === null) throw new Error("no form");
  let count = 0;
  return readImport(plan, text, { uuid: () => `u${String(++count)}`, toAscii: () => null });
}

const created = ({ lines }: Import) =>
  lines.map(({ item }) => (item !== null && "content" in item ? item.content.parameters.new : null));
const wrong = ({ lines }: Import) =>
  lines.flatMap(({ line, problems }) =>
    problems.map(({ field, text }) => [line, field?.name ?? null, text.key]),
  );

describe("values of an address", () => {
  const fields =
    planForm(catalogue, { object: "nd.bldg", operation: "create", row: null }, prefs)?.fields ?? [];
  const typed = (query: string) => typedValues(fields, new URLSearchParams(query));

  it("are values of their data types, like the cells of a table", () => {
    expect(typed("number=20.20&vlan=5&is_open=no&addr_list=10.0.0.1,10.0.0.2&address=__NULL")).toEqual({
      number: "20.20",
      vlan: 5,
      is_open: false,
      addr_list: ["10.0.0.1", "10.0.0.2"],
      address: null,
    });
  });

  it("are left out if they are invalid or belong to no field", () => {
    expect(typed("create=&vlan=five&is_open=perhaps&colour=red&number=1")).toEqual({ number: "1" });
    // A link with an empty value neither empties a default nor sets null.
    expect(typed("number=1&vlan=&addr_list=&address=%20&is_open=")).toEqual({ number: "1" });
  });
});

describe("a table of text", () => {
  it.each([
    [
      "a,b\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a;b\r\n1,5;2\r\n",
      [
        ["a", "b"],
        ["1,5", "2"],
      ],
    ],
    [
      "a\tb\n1; x\t2",
      [
        ["a", "b"],
        ["1; x", "2"],
      ],
    ],
    [
      '"a","b ""x"""\n"1\n2",3',
      [
        ["a", 'b "x"'],
        ["1\n2", "3"],
      ],
    ],
    ["\uFEFFa\n\n  \n1", [["a"], ["1"]]],
    [
      "\r\n\na;b\n1;2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ["sep=;\r\na\r\n1;2", [["a"], ["1", "2"]]],
    ["", []],
    [
      'a;b\r\n1;2\n"x\r\ny";"z"\r3;4',
      [
        ["a", "b"],
        ["1", "2"],
        ["x\ny", "z"],
        ["3", "4"],
      ],
    ],
    [
      'size;b\n5" disk;2',
      [
        ["size", "b"],
        ['5" disk', "2"],
      ],
    ],
  ])("%j is read", (text, cells) => {
    expect(readTable(text).lines.map((line) => line.cells)).toEqual(cells);
  });

  it("lines have the numbers of an editor", () => {
    const lines = (text: string) => readTable(text).lines.map(({ line }) => line);
    expect(lines('a,b\n"1\n2",3\n\nx,y')).toEqual([1, 2, 5]);
    expect(lines("\nsep=,\na,b\nx,y")).toEqual([3, 4]);
  });

  it("an exported table is read back completely, and no cell of it is run by a spreadsheet", () => {
    const sign = fc.constantFrom(..."=+-@;,\t\r\n '\"\uFF1Da_NUL".split(""), "__NULL", "\r\n");
    const cell = fc.array(sign, { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), (rows) => {
        const file = toCsv(["one", "two"], rows);
        const read = readTable(file).lines.slice(1);
        const wanted = rows.filter((row) => row.some((text) => guarded(text).trim() !== ""));
        const plain = (text: string) => text.replaceAll(/\r\n?/g, "\n");
        expect(read.map(({ cells }) => cells.map(unguarded))).toEqual(wanted.map((row) => row.map(plain)));
        for (const separator of [";", ",", "\t"])
          for (const part of file.slice(1).split(new RegExp(`[${separator}\r\n]`)))
            expect(part.replace(/^[" ]*/, "")).not.toMatch(/^[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20]/);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("an imported table", () => {
  it("becomes planned creates: columns by name or label, values of the place, no empty cells", () => {
    const done = read(
      "NUMBER;Title;is_open;vlan;addr_list;address\n20.40;Altbau;nein;12;198.51.100.1, 2001:DB8::1;__NULL\n20.41;Neubau;;;;",
    );
    expect(wrong(done)).toEqual([]);
    expect(created(done)).toEqual([
      {
        site: "nord",
        number: "20.40",
        title: "Altbau",
        is_open: false,
        vlan: 12,
        addr_list: ["198.51.100.1", "2001:db8::1"],
        address: "__NULL",
      },
      expect.objectContaining({ site: "nord", number: "20.41", title: "Neubau", is_open: true }),
    ]);
  });

  it("reports every error of every line at once in the order of the columns, and plans no faulty line", () => {
    const done = read(
      "number,title,vlan,is_open,addr_list\n1,Haus,4095,vielleicht,1.2.3\n,Haus,viele,ja,\n3,Haus,1,ja,,mehr\n4,Haus,1,ja,",
    );
    expect(wrong(done)).toEqual([
      [2, "vlan", "core.form.outOfRange"],
      [2, "is_open", "core.form.noBoolean"],
      [2, "addr_list", "core.form.invalidIp"],
      [3, "number", "core.form.required"],
      [3, "vlan", "core.form.noInteger"],
      [4, null, "core.import.tooManyCells"],
    ]);
    expect(created(done).map((one) => one?.["number"] ?? null)).toEqual([null, null, null, "4"]);
  });

  it("[VAL-28] a cell with an invisible character is refused with the character and its position", () => {
    const done = read('number,title,address\n1,a\u202Eb,\n2,a,"x\ny\tz"\n3,a,"x\u200By"');
    expect(done.lines.map(({ problems }) => problems.map(({ text }) => text))).toEqual([
      [{ key: "core.form.hiddenSign", values: { sign: "U+202E", position: 2 } }],
      [],
      [{ key: "core.form.hiddenSign", values: { sign: "U+200B", position: 2 } }],
    ]);
  });

  it("a time that does not exist or exists twice is refused with the possible times", () => {
    const before = process.env["TZ"];
    process.env["TZ"] = "Europe/Berlin";
    const done = read("number,title,opened\n1,a,2026-03-29 02:30\n2,a,25.10.2026 02:30\n3,a,29.3.2026 03:30");
    if (before === undefined) delete process.env["TZ"];
    else process.env["TZ"] = before;
    expect(done.lines.map(({ problems }) => problems.map(({ text }) => text))).toEqual([
      [
        {
          key: "core.form.noSuchTime",
          values: { earlier: "2026-03-29T01:30:00+01:00", later: "2026-03-29T03:30:00+02:00" },
        },
      ],
      [
        {
          key: "core.form.timeTwice",
          values: { first: "2026-10-25T02:30:00+02:00", second: "2026-10-25T02:30:00+01:00" },
        },
      ],
      [],
    ]);
    expect(created(done)[2]).toMatchObject({ opened: "2026-03-29T03:30:00+02:00" });
  });

  it("two lines with the same key are refused", () => {
    expect(wrong(read("number,title\n1,a\n2,b\n1,c"))).toEqual([[4, null, "core.import.sameKey"]]);
  });

  it.each([
    ["x,y\n1,2", "core.import.noColumn"],
    ["number,Number\n1,2", "core.import.twice"],
    ['"number\n1', "core.import.openQuote"],
    ['"number"x\n1', "core.import.behindQuote"],
    [`number\n${"1\n".repeat(10_001)}`, "core.import.tooManyRows"],
  ])("%j cannot be planned at all", (text, key) => {
    expect(read(text)).toMatchObject({ refused: { key }, lines: [] });
  });

  it("a column without a field is named and left out, and blank cells are empty", () => {
    expect(read("number,title,Farbe\n1,a,rot")).toMatchObject({
      refused: null,
      notes: [{ key: "core.import.unknownColumn", values: { column: "Farbe" } }],
    });
    expect(read(" ")).toMatchObject({ columns: [], lines: [], refused: null, notes: [] });
  });

  it("times are read in the local time zone, and the guard against spreadsheet formulas is removed", () => {
    const opened = created(read("number,title,opened\n1,'=a,2026-11-21 14:00"))[0];
    expect(opened?.["title"]).toBe("=a");
    expect(opened?.["opened"]).toMatch(/^2026-11-21T14:00:00[+-]\d\d:\d\d$/);
  });

  it("cells are converted as fields are, and blanks around them are kept only in texts", () => {
    const plan = importReader(catalogue, { object: "nd.bldg", operation: "create", row: null }, prefs);
    const field = (name: string): FieldModel => {
      const found = plan?.form.fields.find((one) => one.name === name);
      if (found === undefined) throw new Error(name);
      return found;
    };
    const value = (one: FieldModel, cell: string) => {
      const read = valueOfCell(one, cell);
      return read.ok ? read.value : read.text;
    };
    const [open, list, day] = [field("is_open"), field("addr_list"), field("opened")];
    expect([" Ja ", "WAHR", "x", " 0", "nein"].map((cell) => value(open, cell))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(value(list, " a ;; b,c\r\nd\n")).toEqual(["a", "b", "c", "d"]);
    expect([value(field("address"), " __NULL "), value(field("title"), "__NULL")]).toEqual([null, "__NULL"]);
    expect([value(field("title"), " a "), value(field("vlan"), " 12 ")]).toEqual([" a ", 12]);
    expect(["'+1", "'a'", "x'=1"].map((cell) => value(field("title"), cell))).toEqual(["+1", "'a'", "x'=1"]);
    expect(value(field("title"), "x".repeat(255))).toBe("x".repeat(255));
    expect(value(field("title"), "x".repeat(256))).toEqual({
      key: "ui.form.tooLong",
      values: { count: 255 },
    });
    expect(value(day, " 2026-11-21 ")).toMatch(/^2026-11-21T00:00:00[+-]\d\d:\d\d$/);
    expect(value(day, "2026-11-21T14:00:05")).toMatch(/^2026-11-21T14:00:05[+-]\d\d:\d\d$/);
    for (const other of ["2026-11-21T14:00Z", "on 2026-11-21", "2026-11-21 14:00:5x", "tomorrow"])
      expect(value(day, other)).toBe(other);
    const choices = [
      { value: 5, label: "Fünf" },
      { value: "six", label: "Sechs" },
    ];
    const choice = { ...day, widget: "choice", options: { choices } } as const;
    expect([" 5 ", "six", "Sechs"].map((cell) => value(choice, cell))).toEqual([5, "six", "six"]);
    expect(value({ ...choice, options: {} }, "any")).toBe("any");
  });

  it("columns are found by name or label in every language, whatever their case and blanks are", () => {
    const found = (text: string) =>
      read(text).columns.map(({ field, title }) => [field?.name ?? null, title]);
    expect(found(" NUMBER ,title  EN,Vlan de,\n1,a,2,")).toEqual([
      ["number", "NUMBER"],
      ["title", "title  EN"],
      ["vlan", "Vlan de"],
      [null, ""],
    ]);
    expect(read("number,title,\n1,a,").notes).toEqual([]);
    expect(read("number,Number\n1,2").refused).toMatchObject({ values: { field: "number en" } });
    expect(read('number\n\n"number').refused).toBeNull();
    const most = `number,title\n${"1,a\n".repeat(10_000)}`;
    expect(read(most).refused).toBeNull();
    expect(read(`${most}1,a\n`).refused).toMatchObject({ values: { count: 10_000 } });
    expect(wrong(read("number,title\n1,a,  \n2,b,c"))).toEqual([[3, null, "core.import.tooManyCells"]]);
  });

  it("texts that are too long and impossible values are reported", () => {
    const done = read(`number,title\n1,${"x".repeat(256)}`);
    expect(wrong(done)).toEqual([[2, "title", "ui.form.tooLong"]]);
    const plan = importReader(catalogue, { object: "nd.bldg", operation: "create", row: null }, prefs);
    const field = plan?.form.fields[0];
    if (field === undefined) throw new Error("no field");
    const choice = {
      ...field,
      widget: "choice",
      options: { choices: [{ value: "de", label: "Deutsch" }] },
    } as const;
    expect(valueOfCell(choice, "Deutsch")).toEqual({ ok: true, value: "de" });
    expect(valueOfCell(choice, "fr")).toEqual({ ok: false, text: { key: "core.form.noChoice" } });
  });
});
