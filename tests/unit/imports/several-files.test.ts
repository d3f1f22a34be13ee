import { describe, expect, it } from "vitest";
import { toAscii } from "../../../server/catalogue/to-ascii.ts";
import { readConfigs } from "#imports/dhcp/plan";
import { includedByIscDhcp, readIscDhcp } from "#imports/dhcp/isc-dhcp";
import { includedByKea, readKea } from "#imports/dhcp/kea";
import { rootsOf, type SourceFile } from "#imports/shared/roots";
import { inOrder } from "#imports/shared/steps";
import { speak } from "#imports/shared/texts";
import { includedByZone, readZones } from "#imports/dns/zones";

const say = speak("en");

/** Files that find each other by the last part of a path. */
function files(texts: Readonly<Record<string, string>>): readonly SourceFile[] {
  const all = Object.entries(texts).map(([name, text]) => ({ name, text }));
  const find = (path: string) => all.find(({ name }) => name === path.split("/").at(-1)) ?? null;
  return all.map((file) => ({ ...file, find, asName: (path) => path }));
}

/** Three spellings of "this file includes others". */
const KINDS = [
  ["isc-dhcp", includedByIscDhcp, (path: string) => `include "${path}";\n`],
  ["kea", includedByKea, (path: string) => `<?include "${path}"?>\n`],
  ["zone", includedByZone, (path: string) => `$INCLUDE ${path}\n`],
] as const;

describe.each(KINDS)("files of the kind %s", (_, included, includes) => {
  const roots = (texts: Readonly<Record<string, string>>): readonly string[] =>
    rootsOf(files(texts), included, say).map(({ name }) => name);

  it("are read separately unless another file includes them, also over several files", () => {
    const deep = { a: "", b: includes("/etc/c"), c: includes("a"), d: "" };
    expect(roots(deep)).toEqual(["b", "d"]);
  });

  it("are all read, even if some include themselves or each other", () => {
    expect(roots({ a: includes("a"), b: "" })).toEqual(["a", "b"]);
    expect(roots({ a: includes("b"), b: includes("a"), c: "" })).toEqual(["a", "c"]);
    expect(roots({ a: includes("c"), b: includes("a"), c: includes("b"), d: includes("b") })).toEqual(["d"]);
    expect(roots({ a: "", b: includes("c"), c: includes("b") + includes("a") })).toEqual(["b"]);
  });

  it("are refused if two paths could mean the same file", () => {
    const sentence = "/x/c and /y/c would be the same file here";
    expect(() => roots({ a: includes("/x/c") + includes("/y/c"), c: "" })).toThrow(sentence);
    expect(() => roots({ a: includes("/x/c"), b: includes("/y/c"), c: "" })).toThrow(sentence);
    expect(() => roots({ a: includes("site/a"), b: "" })).toThrow("a and site/a would be the same file");
    expect(roots({ a: includes("/x/c"), b: includes("/x/c"), c: "" })).toEqual(["a", "b"]);
  });

  it("are read separately on demand, even if another file includes them", () => {
    const all = files({ a: includes("b"), b: "" }).map((file) => ({ ...file, isRoot: file.name === "b" }));
    expect(rootsOf(all, included, say).map(({ name }) => name)).toEqual(["a", "b"]);
  });
});

describe("several configurations", () => {
  const wrong = (line: number): string =>
    `${"\n".repeat(line - 1)}host x { hardware ethernet 02:00:00:00:00:0${String(line)}; }\n`;

  it("report their rows in the order of the files with their includes, and then by line", () => {
    const all = files({ b: `${wrong(3)}include "i";`, a: wrong(1), i: wrong(2) });
    const config = readConfigs(readIscDhcp, rootsOf(all, includedByIscDhcp, say), say);
    expect(config.files).toEqual(["b", "i", "a"]);
    const rows = inOrder(config.rejected.toReversed(), config.files);
    expect(rows.map(({ file, line }) => [file, line])).toEqual([
      ["b", 3],
      ["i", 2],
      ["a", 1],
    ]);
  });

  it("reject a file that has nothing of its kind, and are refused if no file has anything", () => {
    const nets = '{ "Dhcp4": { "subnet4": [{ "subnet": "192.0.2.0/24" }] } }';
    const read = (texts: Readonly<Record<string, string>>) => readConfigs(readKea, files(texts), say);
    expect(read({ a: nets, b: '{ "subnet": "198.51.100.0/24" }' }).rejected).toEqual([
      {
        file: "b",
        line: 1,
        value: "b",
        reason: "Nothing here is known to this import. Choose another kind, or leave the file out.",
      },
    ]);
    expect(() => read({ b: "{}" })).toThrow("b: Nothing here is known to this import.");
    expect(() => readConfigs(readIscDhcp, files({ c: " \n" }), say)).toThrow("c: Nothing here");
  });
});

describe("several zone files", () => {
  const zone = (name: string, ...lines: readonly string[]) => ({
    label: name,
    text: [`$ORIGIN ${name}.example.`, "@ 1h SOA ns h 1 2 3 4 5", ...lines, ""].join("\n"),
    zone: null,
    include: () => null,
  });

  it("name the file of every row, also of generated rows and of a contradicted row", () => {
    const generated = "$GENERATE 1-2 h$ 60 A 192.0.2.300";
    const alias = "www.a.example. 60 CNAME";
    const { rejected } = readZones(
      [
        zone("a", generated, `${alias} x.example.`),
        { ...zone("b", `${alias} y.example.`), zone: "example." },
      ],
      toAscii,
      say,
    );
    expect(rejected.map(({ file, line, value, reason }) => [file, line, value, reason.slice(0, 50)])).toEqual(
      [
        ["a", 3, "h1 60 A 192.0.2.300", "Invalid data for A (not in the expected form). For"],
        ["a", 3, "h2 60 A 192.0.2.300", "Invalid data for A (not in the expected form). For"],
        ["b", 3, "www.a.example. 60 CNAME y.example.", "The name has an alias already (line 4 of a). Leave"],
      ],
    );
  });

  it("are refused if no file has a record", () => {
    const empty = { label: "a", text: "; nothing\n", zone: "a.example.", include: () => null };
    expect(() => readZones([empty], toAscii, say)).toThrow("a: Nothing here is known to this import.");
  });

  it("are refused with the unread parts if one file has no authority", () => {
    const input = { label: "a", text: "\n@ 1h SOA ns h 1 2 3 4 5\n", zone: null };
    expect(() => readZones([{ ...input, include: () => null }], toAscii, say)).toThrow(
      /^The file a has no SOA record with a full name\. .* Line 2: @ is a relative name, and the file names no origin/,
    );
  });

  it("may begin with a byte order mark", () => {
    const { text, ...rest } = zone("a", "www 60 A 192.0.2.1");
    const { records, rejected } = readZones([{ ...rest, text: `\uFEFF${text}` }], toAscii, say);
    expect([records.map(({ fqdn }) => fqdn), rejected]).toEqual([["www.a.example."], []]);
  });
});
