import { describe, expect, it } from "vitest";
import { toReaderCsv, xlsxCell } from "#core/table/list-files";

const then = new Date(2026, 10, 29, 8, 5, 7);

describe("CSV for the spreadsheets of a language", () => {
  it("[LIST-47] has its separator, decimal sign and dates, and no formula that a spreadsheet would run", () => {
    const rows = [["Halle; Nord", 1234.5, then, null, "=1+1", 'er sagt "ja"']];
    expect(toReaderCsv(["Name", "Länge"], rows, "de-DE")).toBe(
      '\uFEFF"Name";"Länge"\r\n"Halle; Nord";"1234,5";"29.11.26 08:05:07";"";"\'=1+1";"er sagt ""ja"""\r\n',
    );
    expect(toReaderCsv(["Name"], [["a, b", 0.25, then]], "en-GB")).toBe(
      '\uFEFF"Name"\r\n"a, b","0.25","29/11/2026 08:05:07"\r\n',
    );
  });
});

describe("a cell of an XLSX file", () => {
  it("[LIST-47] has the local time of the reader, and no text that makes the file unreadable", () => {
    const moment = xlsxCell(then);
    expect(moment instanceof Date && moment.toISOString()).toBe("2026-11-29T08:05:07.000Z");
    expect(xlsxCell(5)).toBe(5);
    expect(xlsxCell(null)).toBeNull();
    expect(xlsxCell("a\u0000b\tc")).toBe("a\uFFFDb\tc");
    const long = xlsxCell("x".repeat(40_000));
    expect(typeof long === "string" && long.length).toBe(32_767);
    expect(typeof long === "string" && long.endsWith("…")).toBe(true);
  });
});
