import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LIMITS } from "#contract/limits";
import type { Row } from "#contract/wire/json";
import { toCsv } from "#core/table/list-files";
import { inOrder } from "#core/table/natural-order";
import { clampPage, pageBounds, pageCount, resizePage } from "#core/table/pages";
import { filterableAttributes, find, startIndex } from "#core/table/rows";
import { inNaturalOrder, sortRows } from "#core/table/sort";
import { DEFAULT_VIEW, readView, writeView } from "#core/table/view-state";
import { sketchCatalogue } from "./metadata.ts";

const rows: readonly Row[] = [
  { gpk: "r-1", name: "Web-10", note: "alpha", size: 5 },
  { gpk: "r-2", name: "web-9", note: null, size: null },
  { gpk: "r-3", name: "mail", note: "WEB beta", size: 7 },
];
const names = (hits: Uint32Array) => [...hits].map((at) => rows[at]?.["name"]);
const everything = Uint32Array.of(0, 1, 2);

describe("filter box", () => {
  it("[LIST-01] keeps the rows in which any field contains the text, ignoring case", () => {
    const index = startIndex(rows, ["name", "note"]).finish();
    expect(names(find(index, "WEB"))).toEqual(["Web-10", "web-9", "mail"]);
    expect(names(find(index, "alpha"))).toEqual(["Web-10"]);
    expect(names(find(index, ""))).toEqual(["Web-10", "web-9", "mail"]);
    expect(names(find(index, "xyz"))).toEqual([]);
  });

  it("[LIST-01] finds exactly what a search row by row finds", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "B", "ä", "\u0130"), maxLength: 4 });
    const list = fc.array(fc.record({ a: text, b: fc.option(text) }), { maxLength: 12 });
    fc.assert(
      fc.property(list, text, (some, wanted) => {
        const slow = some.flatMap((row, at) =>
          [row.a, row.b].some((value) => value?.toLowerCase().includes(wanted.toLowerCase()) ?? false) ||
          wanted === ""
            ? [at]
            : [],
        );
        expect([...find(startIndex(some, ["a", "b"]).finish(), wanted)]).toEqual(slow);
      }),
    );
  });

  it("an index built in pieces equals one built at once", () => {
    const some = Array.from({ length: 25 }, (_, at) => ({
      a: `Row ${String(at)}`,
      b: at % 3 === 0 ? null : "x",
    }));
    const builder = startIndex(some, ["a", "b"]);
    const pieces = [builder.add(10), builder.add(10), builder.add(10)];
    expect(pieces).toEqual([false, false, true]);
    expect(builder.finish()).toEqual(startIndex(some, ["a", "b"]).finish());
  });

  it("[LIST-01] also searches further texts that a column shows, ignoring case", () => {
    const texts = [(row: Row) => (row["size"] === 5 ? "Groß" : "")];
    const index = startIndex(rows, ["note"], texts).finish();
    expect(names(find(index, "groß"))).toEqual(["Web-10"]);
    expect(names(find(index, "GROSS"))).toEqual([]);
    // An empty value adds no text, so the separators around it are single.
    expect(index.text).toBe("\u0000alpha\u0000groß\u0000\u0000\u0000web beta\u0000");
  });

  it("[LIST-01] [SRCH-67] also searches the texts of every language, whatever the reader's is", () => {
    const some: readonly Row[] = [
      {
        name: "1",
        title: "Gästehaus",
        language_dict: { title: { de: "Gästehaus", en: "Guest house" }, note: { en: "Guest" } },
      },
      { name: "2", title: "Halle", language_dict: {} },
    ];
    const index = startIndex(some, ["name", "title"]).finish();
    const found = (text: string) => [...find(index, text)];
    expect([found("guest house"), found("gästehaus"), found("halle")]).toEqual([[0], [0], [1]]);
    // A text that is stored and translated alike is searched once, and one of another attribute not at all.
    expect(index.text.match(/gästehaus/g)).toHaveLength(1);
    expect(found("guest\u0000")).toEqual([]);
  });

  it("[LIST-01] does not match across two fields", () => {
    const index = startIndex([{ a: "ab", b: "cd" }], ["a", "b"]).finish();
    expect([...find(index, "bc")]).toEqual([]);
  });

  it("[LIST-08] searches all text except timestamps, gpks and secrets", () => {
    const type = sketchCatalogue([
      {
        name: "x.y",
        attributes: {
          gpk: { type: "gpk" },
          ts: { type: "timestamp" },
          key: { type: "wpa2_key", secret: true },
          name: { type: "text_id" },
          size: { type: "integer" },
          address: { type: "inet" },
        },
      },
    ]).objectType("x.y");
    expect(type === null ? null : filterableAttributes(type)).toEqual(["name", "address"]);
  });
});

describe("sorting", () => {
  it("texts are sorted naturally: numbers by value, ignoring case", () => {
    const texts = ["b", "A10", "a9", "a010", "1.10.2", "1.9.30", "a", "10", "9", "Ä"];
    const some = texts.map((name) => ({ name }));
    const order = sortRows(
      some,
      Uint32Array.from(texts, (_, at) => at),
      [{ attribute: "name", isDescending: false }],
    );
    expect([...order].map((at) => texts[at])).toEqual([
      "1.9.30",
      "1.10.2",
      "9",
      "10",
      "a",
      "Ä",
      "a9",
      "A10",
      "a010",
      "b",
    ]);
  });

  it.each([
    [["10.0.0.0/24", "10.0.0.9", "10.0.0.10", "2001:db8::a", "2001:db8::10", "2001:db8:0:1::/64"]],
    [["02:00:00:00:00:0f", "02:00:00:00:00:10", "02:00:00:00:00:1a", "02:00:00:00:00:9f"]],
    [["Ost", "Österreich", "Ostsee", "Straße", "Strauß", "Zebra"]],
  ])("%j are in this order", (texts) => {
    const backwards = texts.toReversed().map((name) => ({ name }));
    const order = sortRows(
      backwards,
      Uint32Array.from(texts, (_, at) => at),
      [{ attribute: "name", isDescending: false }],
    );
    expect([...order].map((at) => backwards[at]?.name)).toEqual(texts);
  });

  it("leading zeros do not count, and equal rows keep their order in both directions", () => {
    const some = ["a010", "a8", "a007", "a0", "a00"].map((name, at) => ({ name, same: at % 2 }));
    const by = (attribute: string, isDescending: boolean) =>
      [
        ...sortRows(
          some,
          Uint32Array.from(some, (_, at) => at),
          [{ attribute, isDescending }],
        ),
      ].map((at) => some[at]?.name);
    expect(by("name", false)).toEqual(["a0", "a00", "a007", "a8", "a010"]);
    expect(by("same", false)).toEqual(["a010", "a007", "a00", "a8", "a0"]);
    expect(by("same", true)).toEqual(["a8", "a0", "a010", "a007", "a00"]);
  });

  it.each([
    ["numbers by their value", [10, 9, 2.5, -1], [-1, 2.5, 9, 10]],
    ["no before yes", [true, false, true], [false, true, true]],
    ["nothing behind all else", [null, 2, null, 1], [1, 2, null, null]],
    ["lists by their texts", [["b"], ["a", "c"], ["a"]], [["a", "c"], ["a"], ["b"]]],
  ] as const)("%s", (_, values, sorted) => {
    const some = values.map((value) => ({ value }));
    const positions = Uint32Array.from(some, (__, at) => at);
    const by = (isDescending: boolean) =>
      [...sortRows(some, positions, [{ attribute: "value", isDescending }])].map((at) => some[at]?.value);
    expect(by(false)).toEqual(sorted);
    expect(by(true)).toEqual([
      ...sorted.filter((value) => value !== null).toReversed(),
      ...sorted.filter((value) => value === null),
    ]);
    expect([...positions]).toEqual(values.map((__, at) => at));
  });

  it("the second key sorts rows that are equal by the first", () => {
    const some = [
      { a: 1, b: 1 },
      { a: 0, b: 2 },
      { a: 1, b: 0 },
    ];
    const keys = ["a", "b"].map((attribute) => ({ attribute, isDescending: false }));
    expect([...sortRows(some, Uint32Array.of(0, 1, 2), keys)]).toEqual([1, 2, 0]);
  });

  it("numbers inside names count as numbers, null comes last in both directions", () => {
    expect(names(sortRows(rows, everything, [{ attribute: "name", isDescending: false }]))).toEqual([
      "mail",
      "web-9",
      "Web-10",
    ]);
    expect(names(sortRows(rows, everything, [{ attribute: "size", isDescending: true }]))).toEqual([
      "mail",
      "Web-10",
      "web-9",
    ]);
    expect(names(sortRows(rows, everything, [{ attribute: "size", isDescending: false }]))).toEqual([
      "Web-10",
      "mail",
      "web-9",
    ]);
  });
});

it("the natural order sorts numbers by value and puts rows without a name first", () => {
  const some = ["Gi1/0/10", "Gi1/0/2", null, "Fa1"].map((name) => ({ name }));
  expect(inOrder(some, "name").map(({ name }) => name)).toEqual([null, "Fa1", "Gi1/0/2", "Gi1/0/10"]);
});

it("[LIST-55] rows are ordered by several attributes, each with numbers by value, and null last", () => {
  const rows = [
    { device: "sw-10", name: "Gi1/0/2" },
    { device: "sw-9", name: "Gi1/0/10" },
    { device: null, name: "a" },
    { device: "sw-9", name: "Gi1/0/9" },
  ];
  expect(inNaturalOrder(rows, ["device", "name"]).map(({ name }) => name)).toEqual([
    "Gi1/0/9",
    "Gi1/0/10",
    "Gi1/0/2",
    "a",
  ]);
  expect(inNaturalOrder(rows, [])).toEqual(rows);
});

describe("paginator", () => {
  it("[CONST-09] [CONST-10] shows 25 rows; 5, 25, 50, 100, 500 and All can be chosen", () => {
    expect(DEFAULT_VIEW.size).toBe(25);
    expect(LIMITS.pageSizes).toEqual([5, 25, 50, 100, 500, 0]);
    expect(pageCount(1000, 0)).toBe(1);
    expect(pageBounds({ page: 0, size: 0 }, 1000)).toEqual({ from: 0, to: 1000 });
  });

  it("[LIST-03] [LIST-05] a new page size keeps the first visible row on the page", () => {
    expect(resizePage({ page: 4, size: 25 }, 50, 1000)).toEqual({ page: 2, size: 50 });
    expect(resizePage({ page: 4, size: 25 }, 5, 1000)).toEqual({ page: 20, size: 5 });
    expect(resizePage({ page: 4, size: 25 }, 0, 1000)).toEqual({ page: 0, size: 0 });
    expect(resizePage({ page: 0, size: 0 }, 25, 1000)).toEqual({ page: 0, size: 25 });
  });

  it("[LIST-04] the page is clamped when the list shrinks", () => {
    expect(clampPage({ page: 9, size: 25 }, 60)).toEqual({ page: 2, size: 25 });
    expect(clampPage({ page: 9, size: 25 }, 0)).toEqual({ page: 0, size: 25 });
    expect(pageBounds({ page: 2, size: 25 }, 60)).toEqual({ from: 50, to: 60 });
  });
});

describe("state in the URL", () => {
  const view = {
    q: "a & b",
    sort: [
      { attribute: "name", isDescending: true },
      { attribute: "id", isDescending: false },
    ],
    page: 2,
    size: 100,
    cols: ["name", "id"],
  };

  it("[LIST-09] written values are read back, and other entries stay", () => {
    const query = writeView("?create&record.q=x", "bcd", view);
    expect(query).toBe(
      "?create&record.q=x&bcd.q=a%20%26%20b&bcd.sort=-name%2Cid&bcd.page=3&bcd.size=100&bcd.cols=name%2Cid",
    );
    expect(readView(query, "bcd")).toEqual(view);
    expect(readView(query, "record")).toEqual({ ...DEFAULT_VIEW, q: "x" });
    expect(writeView(query, "bcd", DEFAULT_VIEW)).toBe("?create&record.q=x");
  });

  it("[LIST-09] invalid values fall back to the default", () => {
    expect(readView("?page=-3&size=7&q=%E0", null)).toEqual({ ...DEFAULT_VIEW, q: "%E0" });
  });
});

describe("CSV", () => {
  it("[LIST-07] has a header, UTF-8 and quoted values, and nothing that a spreadsheet would run", () => {
    const csv = toCsv(
      ["a", "b"],
      [
        ["=1+1", 'say "hi"'],
        [-5, "ä\nö"],
        [null, ["+x", "y"]],
        ["-1", "@x"],
        [{ a: [1] }, ["b", null, ["c", 2]]],
        [true, "\t=1"],
      ],
    );
    expect(csv).toBe(
      `\uFEFF"a","b"\r\n"'=1+1","say ""hi"""\r\n"-5","ä\nö"\r\n"","'+x; y"\r\n"'-1","'@x"\r\n"{""a"":[1]}","b; ; c; 2"\r\n"true","'\t'=1"\r\n`,
    );
  });
});
