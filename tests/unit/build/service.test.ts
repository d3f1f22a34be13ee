import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { RELEASE_FILES } from "../../../scripts/release-files.ts";
import { startScript } from "../../support/start-script.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const UNIT = "examples/netportal.service";
const unit = readFileSync(join(ROOT, UNIT), "utf8");
const valuesOf = (name: string): readonly string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);

describe("the unit of systemd", () => {
  it("[OPER-56] starts the file that a release has, with the environment that npm start sets", () => {
    expect(readFileSync(join(ROOT, "docs", "operating.md"), "utf8")).toContain(`(../${UNIT})`);
    const [folder = ""] = valuesOf("WorkingDirectory");
    const [program = "", script = ""] = valuesOf("ExecStart")[0]?.split(" ") ?? [];
    expect([program, existsSync(join(ROOT, script))]).toEqual([`${folder}/node_modules/.bin/node`, true]);
    // Parse boundary: package.json of this project, of which this member is read.
    const { files } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      readonly files: readonly string[];
    };
    expect(files).toEqual(expect.arrayContaining([dirname(script), dirname(UNIT)]));
    const set = valuesOf("Environment").flatMap((line) => line.split(" "));
    const names = Object.keys(startScript().env);
    expect(set.map((one) => one.split("=")[0])).toEqual(expect.arrayContaining(names));
    expect(set).toContain(`MALLOC_MMAP_THRESHOLD_=${startScript().env["MALLOC_MMAP_THRESHOLD_"] ?? ""}`);
  });

  it("[OPER-56] names only files that a release has, or that the documents install beside it", () => {
    // Parse boundary: package.json and the lock file of this project, of which these members are read.
    const { files } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      readonly files: readonly string[];
    };
    const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
      readonly packages: Readonly<
        Record<string, { readonly dev?: true; readonly bin?: Readonly<Record<string, string>> }>
      >;
    };
    const programs = Object.values(packages)
      .filter(({ dev }) => dev === undefined)
      .flatMap(({ bin = {} }) => Object.keys(bin).map((name) => `node_modules/.bin/${name}`));
    const packed = new Set([
      ...globSync(
        files.flatMap((one) => [one, `${one}/**`]),
        { cwd: ROOT },
      ),
      ...programs,
    ]);
    const [folder = ""] = valuesOf("WorkingDirectory");
    const [, script = ""] = valuesOf("ExecStart")[0]?.split(" ") ?? [];
    const lines = unit.split("\n").filter((line) => !line.startsWith("#"));
    const named = lines
      .flatMap((line) => line.match(/(?<=[= ]|file:\/\/|-)\/[\w./-]+/g) ?? [])
      .filter((path) => path !== folder);
    const inRelease = named
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1));
    expect(inRelease).toEqual(["docs/operating.md", "node_modules/.bin/node"]);
    expect([...inRelease, script].filter((path) => !packed.has(path))).toEqual([]);
    const guide = readFileSync(join(ROOT, "docs", "operating.md"), "utf8");
    const others = named.filter((path) => !path.startsWith(folder));
    // systemd makes the folders of the service.
    const made = ["StateDirectory", "CacheDirectory"]
      .flatMap(valuesOf)
      .flatMap((name) => [`/var/lib/${name}`, `/var/cache/${name}`]);
    expect(
      others.filter((path) => !made.includes(path) && !guide.includes(`install -m 0600 /dev/null ${path} `)),
    ).toEqual([]);
    const [library = ""] = /LD_PRELOAD=([\w.]+)\.so/.exec(unit)?.slice(1) ?? [];
    expect(guide).toContain(`apt-get install ${library}2`);
  });

  it("[OPER-56] is always started again, and holds no secret", () => {
    expect([valuesOf("Restart"), valuesOf("StartLimitIntervalSec")]).toEqual([["always"], ["0"]]);
    expect(valuesOf("EnvironmentFile")).toEqual(["-/etc/netportal/settings"]);
    expect(unit).not.toMatch(/PASSWORD|SECRET|DATABASE_URL/);
  });
});

describe("the lock file of a release", () => {
  it("[OPER-57] names no Node for its packages, and otherwise equals the lock file of the checkout", () => {
    // Parse boundary: the lock file of this project.
    const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
      readonly packages: Readonly<Record<string, { readonly engines?: object }>>;
    };
    const made = JSON.parse(RELEASE_FILES["npm-shrinkwrap.json"](ROOT)) as typeof lock;
    expect(Object.keys(made.packages)).toEqual(Object.keys(lock.packages));
    expect(Object.entries(made.packages).filter(([, { engines }]) => engines)).toEqual([
      ["", lock.packages[""]],
    ]);
    const again = Object.entries(made.packages).map(([path, entry]) => {
      const engines = lock.packages[path]?.engines;
      return [path, engines === undefined ? entry : { ...entry, engines }];
    });
    expect(Object.fromEntries(again)).toEqual(lock.packages);
  });
});
