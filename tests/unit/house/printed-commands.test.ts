import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { blocksOf, PROOFS } from "../../bar/blocks.ts";

const ROOT = join(import.meta.dirname, "../../..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const blocks = blocksOf(read("docs/operating.md"));
const walk = ["install", "data", "running", "postgres", "proxies", "package"]
  .map((name) => read(`tests/bar/${name}.ts`))
  .join("\n");
/** Commands of npm itself; all others are scripts of this project. */
const OF_NPM: ReadonlySet<string> = new Set(["ci", "install"]);
// Parse boundary: package.json of this project, of which these members are read.
const { scripts } = JSON.parse(read("package.json")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

describe("what docs/operating.md prints", () => {
  it("[OPER-86] each block is run by the bar, by a test, or is listed as one that is not run", () => {
    expect(blocks.length).toBeGreaterThan(40);
    expect(blocks.map(({ name }) => name).toSorted()).toEqual(Object.keys(PROOFS).toSorted());
    const ofBar = Object.keys(PROOFS).filter((name) => PROOFS[name] === "bar");
    expect(ofBar.filter((name) => !walk.includes(`"${name}"`))).toEqual([]);
    const files = Object.values(PROOFS).filter((by) => by.startsWith("tests/"));
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it("[OPER-86] only the listed blocks are not run", () => {
    expect(Object.keys(PROOFS).filter((name) => PROOFS[name] === "unproven")).toMatchInlineSnapshot(`
      [
        "Install 1",
        "Ansible and containers 2",
        "Replicas for reading 1",
        "Replicas for reading 2",
        "Failover 1",
        "DHCP and RADIUS servers 3",
        "DHCP and RADIUS servers 4",
        "Campus map 1",
        "Tests 1",
      ]
    `);
  });

  it("[OPER-87] every command of the service exists", () => {
    const text = blocks.map((one) => one.text).join("\n");
    const named = [...text.matchAll(/(?:^|; *)netportal (--check-config|[a-z]+)/gm)].map(
      ([, name = ""]) => name,
    );
    expect(named.length).toBeGreaterThan(8);
    const [, commands = ""] = /^(admin \|.*)\)$/m.exec(read("examples/netportal")) ?? [];
    const known = ["--check-config", ...commands.split(" | ")];
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it("[OPER-87] every command of npm, every program of the server and every example in a block exists", () => {
    const text = blocks.map((one) => one.text).join("\n");
    const runs = [...text.matchAll(/\bnpm (?:run )?(?:-\S+ )*([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(runs.length).toBeGreaterThan(7);
    expect(runs).toContain("test");
    expect(runs.filter((name) => !OF_NPM.has(name) && !Object.hasOwn(scripts, name))).toEqual([]);
    const files = [...text.matchAll(/\b(?:(?:server|tests)\/[\w./-]+\.ts|examples\/[\w./-]*\w)/g)].map(
      ([file]) => file,
    );
    expect(files.length).toBeGreaterThan(4);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});
