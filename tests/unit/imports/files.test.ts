import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toAscii } from "../../../server/catalogue/to-ascii.ts";
import type { Client } from "../../../server/client.ts";
import { planDns } from "#imports/dns/plan";
import { planPlaces } from "../../../server/import/places.ts";
import { valueSpec } from "../../../server/catalogue/data-types.ts";
import { rowsOf } from "#imports/shared/table";
import { speak } from "#imports/shared/texts";

const say = speak("en");

/** A database that has the given rows and ignores filters. */
function holding(rows: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {}): Client {
  return {
    run: () => Promise.reject(new Error("nothing is to be run")),
    list: (name, filters) => {
      const [parameter = "", wanted] = Object.entries(filters)[0] ?? [];
      const attribute = parameter.replace(/_list$/, "");
      const all = rows[name] ?? [];
      return Promise.resolve(
        Array.isArray(wanted) ? all.filter((row) => wanted.includes(row[attribute] ?? "")) : all,
      );
    },
    signOut: () => Promise.resolve(),
  };
}

describe("the rows of a file", () => {
  const rowsIn = (text: string) => rowsOf(text, ["a", "b"], say);

  it("keep quoted commas, quotation marks and line breaks, and their line numbers", () => {
    expect(rowsIn('\uFEFFa,b\n"x, y","say ""hi"""\r\n\n"two\nlines",\nla"st,1')).toEqual([
      { line: 2, cells: ["x, y", 'say "hi"'] },
      { line: 4, cells: ["two\nlines", ""] },
      { line: 6, cells: ['la"st', "1"] },
    ]);
  });

  it("keep an empty cell at the very end", () => {
    expect(rowsIn("a,b\n1,")).toEqual([{ line: 2, cells: ["1", ""] }]);
  });

  it("[IMP-01] report the line of an open quotation mark and keep the other rows, and are refused without their columns", () => {
    expect(rowsIn('a,b\n"1\n2",3\n"4,5\n6,7')).toEqual([
      { line: 2, cells: ["1\n2", "3"] },
      { line: 4, cells: ['"4,5'], fault: { kind: "openQuote", line: 4 } },
      { line: 5, cells: ["6", "7"] },
    ]);
    expect(() => rowsIn("a,c\n1,2")).toThrow("The first line does not name the columns a, b.");
    expect(() => rowsIn('"a,b\n1,2')).toThrow("The quotation mark of line 1 is not closed.");
  });

  it("[IMP-14] have one cell for each column, so a heading with separators inside a cell names no column", () => {
    for (const text of ['"a,b"\n1,2', '"a,b";\n1;2', "a,b;c\n1,2;3", "a\n1", "a;b;c\n1;2;3", "", '"a\tb"\n1'])
      expect(() => rowsIn(text)).toThrow(/does not name the columns a, b\. Tabs, semicolons or commas/);
  });

  it("[IMP-14] are separated by commas, semicolons or tabs, which may also end the lines", () => {
    for (const separator of [",", ";", "\t"])
      for (const before of ["", `sep=${separator}\r\n`, "\n"])
        for (const end of ["", separator, separator.repeat(2)]) {
          const lines = [
            ["A ", "b"],
            ["1", "2"],
            ["", "4"],
          ].map((cells) => cells.join(separator) + end);
          expect(rowsIn(before + lines.join("\r\n")).map(({ cells }) => cells)).toEqual([
            ["1", "2"],
            ["", "4"],
          ]);
        }
  });

  it("[IMP-14] are read back with each separator, whatever their cells are", () => {
    const cell = fc.string({ unit: fc.constantFrom("x", '"', ",", ";", "\t", "\n", " ", "ü"), maxLength: 6 });
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), fc.constantFrom(",", ";", "\t"), (rows, separator) => {
        const full = rows.filter((cells) => cells.some((one) => one.trim() !== ""));
        const text = [["a", "b"], ...full].map((cells) => cells.map(quoted).join(separator)).join("\n");
        expect(rowsIn(text).map(({ cells }) => cells)).toEqual(full);
      }),
    );
  });

  it("[IMP-14] of a zone are the same records with each separator, also with quotation marks of spreadsheets", async () => {
    const records = [
      ["ok", "A", "192.0.2.7"],
      ["@", "MX", "10 ok.example.edu."],
      ["t", "TXT", "v=spf1 a; -all"],
      ["u", "TXT", '"a b" "c, d"'],
    ];
    const needs = (text: string, separator: string) => text.includes('"') || text.includes(separator);
    const spreadsheet = (text: string, separator: string) =>
      needs(text, separator) ? `"${text.replaceAll('"', '""')}"` : text;
    const read = async (separator: string, write = spreadsheet) => {
      const lines = [["name", "type", "data"], ...records].map((cells) =>
        cells.map((one) => write(one, separator)).join(separator),
      );
      const draft = await planDns({
        text: lines.join("\n"),
        zone: "example.edu.",
        client: holding(),
        toAscii,
        say,
        valueSpec,
      });
      expect(draft.rejected).toEqual([]);
      return draft.steps.map(({ new: values }) => values);
    };
    const plain = await read("\t", (text) => text);
    expect(plain.flatMap(({ data = null }) => data ?? [])).toEqual([
      "192.0.2.7",
      "10 ok.example.edu.",
      "v=spf1 a; -all",
      "a bc, d",
    ]);
    for (const separator of [",", ";", "\t"]) expect(await read(separator)).toEqual(plain);
  });

  it("are read unchanged if nothing is quoted", () => {
    const plain = (text: string) => rowsOf(text, ["a", "b"], say, { hasPlainTabs: true });
    expect(plain('a\tb\r\n"x"\t"\n"" "x"\t"""y"""')).toEqual([
      { line: 2, cells: ['"x"', '"'] },
      { line: 3, cells: ['"" "x"', '"y"'] },
    ]);
    expect(plain('a,b\n"x, y",1')).toEqual([{ line: 2, cells: ["x, y", "1"] }]);
  });
});

const PLACES = `id,title,category,aliasList,positionList,url
1,Hörsaal am Ehrenhof (20.40),lecturehall,[],"['49.01097', '8.41095']",
2,20.40,building,[],"['49.01126', '8.41137']",
3,50.19 - InformatiKOM I,building,[],"['49.01126', '8.41137']",
4,919 A,building,[],"['49.10424', '8.43141']",
5,20.40,building,[],"['49.0', '8.4']",
6,Mensa,facility,[],"['49.0', '8.4']",
7,70.01,building,[],"['north']",
`;

describe("planPlaces", () => {
  it("[IMP-14] reads its list with each separator", async () => {
    const planned = async (separator: string) => {
      const rows = [
        ["id", "title", "category", "aliasList", "positionList", "url"],
        ["1", "20.40", "building", "[]", "['49.01126', '8.41137']", ""],
        ["2", "50.19 - InformatiKOM I", "building", "[]", "['49.01126', '8.41137']", ""],
      ];
      const text = rows.map((cells) => cells.map((cell) => `"${cell}"`).join(separator)).join("\n");
      const { steps, rejected } = await planPlaces(text, holding(), say);
      expect(rejected).toEqual([]);
      return steps.map(({ name, new: values }) => [name, values["number"] ?? values["name"]]);
    };
    for (const separator of [",", ";", "\t"])
      expect(await planned(separator)).toEqual([
        ["nd.site.create", "campus-sued"],
        ["nd.bldg.create", "20.40"],
        ["nd.bldg.create", "50.19"],
      ]);
  });

  it("creates sites and buildings with number, name and position", async () => {
    const { steps } = await planPlaces(PLACES, holding(), say);
    expect(steps.map(({ name, new: values }) => [name, values["number"] ?? values["name"]])).toEqual([
      ["nd.site.create", "campus-sued"],
      ["nd.site.create", "campus-nord"],
      ["nd.bldg.create", "20.40"],
      ["nd.bldg.create", "50.19"],
      ["nd.bldg.create", "919 A"],
    ]);
    expect(steps[2]).toMatchObject({
      new: { site: "campus-sued", title: "Hörsaal am Ehrenhof", geo_lat: 49.01126, geo_lon: 8.41137 },
      needs: ["site-campus-sued"],
    });
    expect(steps[3]).toMatchObject({ new: { title: "InformatiKOM I" } });
    expect(steps[4]).toMatchObject({ new: { site: "campus-nord", title: null } });
  });

  it("names each rejected row with line, reason and value", async () => {
    const { rejected } = await planPlaces(PLACES, holding(), say);
    expect(rejected).toMatchObject([
      {
        line: 6,
        value: "20.40",
        reason: "Building 20.40 is in line 3 already. Correct the number, or leave one of the two lines out.",
      },
      {
        line: 7,
        value: "Mensa",
        reason: "The title names no building number. Write it into the title, for example 20.40.",
      },
      {
        line: 8,
        value: "['north']",
        reason:
          "The position cannot be read. Write latitude and longitude in degrees, for example [49.01, 8.41].",
      },
    ]);
  });

  it("plans nothing that already exists", async () => {
    const buildings = ["20.40", "50.19"].map((number) => ({ site: "campus-sued", number }));
    const there = { "nd.site": [{ name: "campus-sued" }, { name: "campus-nord" }], "nd.bldg": buildings };
    const { steps, present } = await planPlaces(PLACES, holding(there), say);
    expect(steps.map(({ new: values }) => values["number"])).toEqual(["919 A"]);
    expect(present).toHaveLength(3);
  });
});

function plan(rows: readonly string[], client: Client = holding()): ReturnType<typeof planDns> {
  const text = ["name\ttype\tdata", ...rows.map((row) => row.replaceAll("|", "\t"))].join("\n");
  return planDns({ text, zone: "example.edu.", client, toAscii, say, valueSpec });
}

describe("planDns", () => {
  it("creates the zone, names, targets outside it and records, each after the objects that it needs", async () => {
    const { steps, rejected } = await plan([
      "www|CNAME|web.example.edu.",
      "web|A|192.0.2.1",
      "www2|CNAME|host.example.com.",
      "@|MX|10 mx.example.net.",
    ]);
    expect(rejected).toEqual([]);
    expect(steps.map(({ new: { value, type, fqdn, data } }) => [value ?? fqdn, type, data ?? null])).toEqual([
      ["example.edu.", "domain", null],
      ["www.example.edu.", "alias", null],
      ["web.example.edu.", "domain", null],
      ["www2.example.edu.", "alias", null],
      ["host.example.com.", "extern", null],
      ["mx.example.net.", "extern", null],
      ["www.example.edu.", "CNAME", "web.example.edu."],
      ["web.example.edu.", "A", "192.0.2.1"],
      ["www2.example.edu.", "CNAME", "host.example.com."],
      ["example.edu.", "MX", "10 mx.example.net."],
    ]);
    const position = new Map(steps.map(({ idx }, index) => [idx, index]));
    for (const [index, step] of steps.entries())
      for (const need of step.needs) expect(position.get(need)).toBeLessThan(index);
  });

  it.each([
    ["a b|A|192.0.2.1", /Invalid name \(not in the expected form\)/],
    [`${"a".repeat(64)}|A|192.0.2.1`, /Invalid name/],
    [`${"abcdefghi.".repeat(25)}x|A|192.0.2.1`, /Invalid name \(too long\)/],
    ["a|A|192.0.2.256", /Invalid data for A/],
    ["a|AAAA|192.0.2.1", /Invalid data for AAAA/],
    ["a|MX|mail.example.com.", /Invalid data for MX/],
    [`a|TXT|${"x".repeat(4001)}`, /too long/],
    ["a|TYPE46|x", /Records of the type TYPE46 are not supported here/],
    ["a|TYPE65280|x", /Invalid data for TYPE65280 \(the data are as in RFC 3597/],
    ["a|A", /2 columns instead of 3/],
  ])("rejects %s", async (row, reason) => {
    const { rejected, steps } = await plan([row]);
    expect(steps).toEqual([]);
    expect(rejected[0]).toMatchObject({ line: 2, value: row.replaceAll("|", " ") });
    expect(rejected[0]?.reason).toMatch(reason);
  });

  it("rejects an alias beside other data, a second alias and a repeated record", async () => {
    const { rejected } = await plan([
      "a|CNAME|x.example.com.",
      "a|TXT|one",
      "b|CNAME|x.example.com.",
      "b|CNAME|y.example.com.",
      "c|MX|10 MAIL.example.com.",
      "c|MX|10 mail.example.com.",
    ]);
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [2, "An alias beside other records of the same name (TXT). Leave out the alias or the other records."],
      [5, "The name has an alias already (line 4). Leave one of the two out."],
      [7, "The same record is in line 6. Leave one of the two out."],
    ]);
  });

  it("rejects a target below a DNAME of the file, but not a target beside the DNAME", async () => {
    const { rejected } = await plan([
      "old|DNAME|new.example.com.",
      "a|MX|10 x.y.old.example.edu.",
      "b|MX|10 old.example.edu.",
      "c|MX|10 very-old.example.edu.",
      "very-old|A|192.0.2.9",
    ]);
    expect(rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [
        3,
        "The target of MX must not be an alias (RFC 2181, RFC 2782), and the DNAME of old.example.edu. makes x.y.old.example.edu. one. Write the name that it leads to.",
      ],
    ]);
  });

  it("rejects a target that is missing in a zone of the database", async () => {
    const client = holding({ "dns.fqdn": [{ value: "kit.example." }] });
    const { rejected, steps } = await plan(["a|CNAME|gone.kit.example."], client);
    expect(steps).toEqual([]);
    expect(rejected[0]?.reason).toMatch(/gone\.kit\.example\. lies in the zone kit\.example\./);
  });

  it("gives an address a reverse name only if one name has it", async () => {
    const { steps } = await plan(["a|A|192.0.2.1", "b|A|192.0.2.2", "c|A|192.0.2.2"]);
    const unique = steps.filter(({ new: values }) => values["target_is_reverse_unique"] === true);
    expect(unique.map(({ new: values }) => values["fqdn"])).toEqual(["a.example.edu."]);
  });

  it("plans nothing that already exists", async () => {
    const names = ["example.edu.", "web.example.edu."].map((value) => ({ value }));
    const records = [{ fqdn: "web.example.edu.", type: "A", data: "192.0.2.1", target_ipaddr: "192.0.2.1" }];
    const { steps, present } = await plan(
      ["web|A|192.0.2.1"],
      holding({ "dns.fqdn": names, "dns.record": records }),
    );
    expect(steps).toEqual([]);
    expect(present).toHaveLength(1);
  });
});
