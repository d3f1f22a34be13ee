import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { composeHttp } from "../../server/http/compose.ts";
import { readSettings } from "../../server/http/settings.ts";
import { runImport as run } from "../support/import-command.ts";
import { importWorld, type ImportWorld } from "../support/import-world.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "netportal-import-"));
let world: ImportWorld;
beforeAll(async () => {
  world = await importWorld();
});
afterAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true });
  await world.close();
});

/** Writes a file below the folder of the test; answers its path. */
function file(name: string, content: string | Uint8Array): string {
  const path = join(FOLDER, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const subnet = (at: number, more = ""): string =>
  `subnet 10.${String(at)}.0.0 netmask 255.255.255.0 {\n${more}}\n`;

function zoneFile(name: string, ...lines: readonly string[]): string {
  const path = join(FOLDER, name);
  writeFileSync(path, ["$ORIGIN command.example.", "@ 1h SOA ns h 1 2 3 4 5", ...lines, ""].join("\n"));
  return path;
}

describe("the import command", () => {
  it("[IMP-12] ends with 0 if every row is in the database, also when the command runs again", async () => {
    const file = zoneFile("good", "@ 1h NS ns", "ns 1h A 203.0.113.60");
    for (const steps of [true, false]) {
      const { code, out } = await run("zone", file, "--url", world.url);
      expect([code, out.includes("Nothing")]).toEqual([0, !steps]);
    }
    expect(await world.client.list("dns.record", { zone: "command.example." })).toHaveLength(2);
  }, 60_000);

  it("[IMP-12] ends with 2 if rows were rejected, names these rows, and keeps the others", async () => {
    const file = zoneFile(
      "partly",
      "@ 1h NS ns",
      "ns 1h A 203.0.113.60",
      "x 1h CNAME2 y",
      "www 1h A 203.0.113.61",
    );
    const { code, out } = await run("zone", file, "--url", world.url);
    expect([code, out]).toEqual([2, expect.stringContaining("x 1h CNAME2 y")]);
    expect(await world.client.list("dns.record", { fqdn: "www.command.example." })).toHaveLength(1);
  }, 60_000);

  it("ends with 1 and one sentence if the BCD of new subnets does not exist", async () => {
    const path = join(FOLDER, "dhcpd.conf");
    writeFileSync(
      path,
      "subnet 10.248.1.0 netmask 255.255.255.0 { range 10.248.1.10 10.248.1.20; }\n".repeat(2),
    );
    const ended = await run("isc-dhcp", path, "--bcd", "no-such-1", "--url", world.url);
    const sentence =
      "There is no BCD no-such-1, or you do not see it. Correct the name, or create the BCD.\n";
    expect(ended).toEqual({ code: 1, out: "", errors: sentence });
  }, 60_000);

  it("[IMP-12] ends with 1 and a sentence if the import failed", async () => {
    const file = zoneFile("refused", "@ 1h NS ns");
    const ways: readonly (readonly [RegExp, ...string[]])[] = [
      [/^There is no file .*absent\./, "zone", join(FOLDER, "absent")],
      [/^The user name or the password is wrong\./, "zone", file, "--password", "wrong"],
      [/^There is no import unknown\.\nUsage: /, "unknown", file],
      [/^There is no import toString\.\nUsage: /, "toString", file],
      [/^Usage: /, "csv", "nd.site"],
      [/^Usage: /],
    ];
    for (const [sentence, ...way] of ways) {
      const { code, out, errors } = await run(...way, "--url", world.url);
      expect([way, code, out, errors]).toEqual([way, 1, "", expect.stringMatching(sentence)]);
    }
  }, 60_000);

  it("[IMP-12] ends with 1 and a sentence, without a sum, if the server keeps nothing", async () => {
    const resting = await composeHttp({
      db: world.db,
      catalogue: world.catalogue,
      settings: readSettings({ NETPORTAL_ACCESS_MODE: "ro" }, "."),
      build: { version: "1.2.3", versionName: "Ahorn", commit: "3f2c9ab" },
      portalFolder: FOLDER,
      log: () => undefined,
    });
    const url = await resting.listen({ host: "127.0.0.1", port: 0 });
    const lines = [
      "$ORIGIN resting.example.",
      "@ 1h SOA ns h 1 2 3 4 5",
      "@ 1h NS ns",
      "ns 1h A 203.0.113.62",
    ];
    const { code, out, errors } = await run("zone", file("resting", `${lines.join("\n")}\n`), "--url", url);
    await resting.close();
    expect(code).toBe(1);
    // Notes on the file, and no sum.
    expect(out.split("\n").filter((line) => line !== "" && !line.includes(", note: "))).toEqual([]);
    expect(errors).toContain("nothing was changed");
    expect(await world.client.list("dns.record", { zone: "resting.example." })).toEqual([]);
  }, 60_000);

  it("says in a sentence what is wrong with a file or an option", async () => {
    const broken = file("netbox/broken.json", "[\n{");
    file("netbox/whole.json", "[]");
    const ways: readonly (readonly [readonly string[], string | RegExp])[] = [
      [["zone", join(FOLDER, "absent")], /^There is no file .*absent\. Check its name and its folder\.$/],
      [["netbox", join(FOLDER, "absent")], /^There is no file .*absent\./],
      [["places", join(FOLDER, "absent")], /^There is no file .*absent\./],
      [["csv", "nd.site", FOLDER], /is a folder\. Name the files in it\.$/],
      [["kea", file("image", new Uint8Array([0xfc, 0, 1]))], /image: the byte 0x00 in line 1 is no sign/],
      [["netbox", dirname(broken)], /^broken\.json: Line 2: The block that begins here is not closed\./],
      [["kea", broken, "--colour"], /^There is no option --colour\.\nUsage: /],
      [["kea", broken, "--bcd"], /^The option --bcd needs a value\.\nUsage: /],
      [["kea", broken, "--bcd", "--user=ada"], /^The option --bcd needs a value\.\nUsage: /],
      [
        ["isc-dhcp", file("empty.conf", "# nothing\n")],
        /empty\.conf: Nothing here is known to this import\./,
      ],
    ];
    for (const [way, sentence] of ways) {
      const { code, errors } = await run(...way, "--url", world.url);
      expect([way, code, errors.trim()]).toEqual([way, 1, expect.stringMatching(sentence)]);
    }
  }, 60_000);

  it("finds included files in the folder of a configuration or below it, and nothing outside", async () => {
    file("outside.conf", subnet(210));
    file("isc/hosts.conf", subnet(211));
    file("isc/parts/more.conf", subnet(212));
    const includes = ["/etc/dhcp/hosts.conf", "parts/more.conf"]
      .map((path) => `include "${path}";\n`)
      .join("");
    const told = await run("isc-dhcp", file("isc/dhcpd.conf", includes), "--url", world.url);
    expect(told.code).toBe(2);
    expect(told.out.split("\n").map((line) => line.split(" rejected: You see no subnet ")[0])).toEqual([
      expect.stringMatching(/^line 1 of .*isc\/hosts\.conf$/),
      expect.stringMatching(/^line 1 of .*isc\/parts\/more\.conf$/),
      "Nothing to change.",
      expect.stringMatching(/2 rejected\.$/),
      "",
    ]);
    for (const path of ["../outside.conf", join(FOLDER, "outside.conf"), "parts"]) {
      const { code, errors } = await run(
        "isc-dhcp",
        file("isc/x.conf", `\ninclude "${path}";`),
        "--url",
        world.url,
      );
      expect([code, errors.trim()]).toEqual([
        1,
        `Line 2: ${path} cannot be read. Copy this file into the folder of the file that is imported.`,
      ]);
    }
  }, 60_000);

  it("reads a file once if it is given and also included, in the given order", async () => {
    const paths = [
      file("all/a.conf", `${subnet(221, "nonsense 1;\n")}include "c.conf";\n`),
      file("all/b.conf", subnet(222)),
      file("all/c.conf", `\n${subnet(223)}`),
    ];
    const { out } = await run("isc-dhcp", ...paths, "--url", world.url);
    expect(
      out
        .split("\n")
        .flatMap((line) => /^line \d of .*?\w\.conf, note|^line \d of .*?\w\.conf/.exec(line) ?? [])
        .map((text) => text.replace(`${FOLDER}/all/`, "")),
    ).toEqual(["line 2 of a.conf, note", "line 1 of a.conf", "line 2 of c.conf", "line 1 of b.conf"]);
    const zones = [
      file("zones/db.one", "$ORIGIN one.example.\n@ 1h SOA ns h 1 2 3 4 5\n$INCLUDE db.one.hosts\n"),
      file("zones/db.one.hosts", "www 1h A 203.0.113.70\n"),
    ];
    expect(await run("zone", ...zones, "--url", world.url)).toMatchObject({ code: 0 });
    expect(await world.client.list("dns.record", { zone: "one.example." })).toHaveLength(1);
  }, 60_000);

  it("reads files in the encodings that spreadsheets and editors write", async () => {
    const latin = Uint8Array.from("name,title\nimp-1252,S\u00fcd\n", (sign) => sign.charCodeAt(0));
    const wide = Buffer.from("\ufeffname\ttitle\nimp-16\tS\u00fcd\n", "utf16le");
    const paths = [file("latin.csv", latin), file("wide.csv", wide)];
    expect(await run("csv", "nd.site", ...paths, "--url", world.url)).toMatchObject({ code: 0 });
    const found = await world.client.list("nd.site", { name_list: ["imp-1252", "imp-16"] });
    expect(found.map((row) => row["title"])).toEqual(["Süd", "Süd"]);
  }, 60_000);
});
