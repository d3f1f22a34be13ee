import { expect, it } from "vitest";
import { choose } from "../../suite/changed/choose.ts";
import { BY_NAME, loadersOf } from "../../suite/changed/graph.ts";
import { rowOf, summaryOf } from "../../suite/changed/replay.ts";
import { byTelling, reachedBy } from "../../suite/changed/telling.ts";
import { workTree, type Change, type Tree } from "../../suite/changed/tree.ts";
import { ROOT } from "../../suite/program.ts";

/** A tree of these texts. */
function treeOf(texts: Readonly<Record<string, string>>): Tree {
  return {
    files: new Map(Object.entries(texts).map(([file, text]) => [file, text])),
    text: (file) => texts[file] ?? "",
  };
}

const TREE = treeOf({
  "server/catalogue/load.ts": 'import { a } from "../a.ts";',
  "server/a.ts": 'import type { B } from "./b.ts";\nexport const a = 1;',
  "server/b.ts": "export type B = string;",
  "server/domain/nd/vlan.ts": "export default { vlan: 1 };",
  "src/core/x.ts": "export const x = 1;",
  "src/ui/y.tsx": 'import { x } from "#core/x";\nexport const y = import("./z.tsx");',
  "src/ui/z.tsx": "export const z = 1;",
  "docs/guide.md": "guide",
  "tests/support/world.ts": 'import { load } from "../../server/catalogue/load.ts";',
  "tests/wapi/vlan.test.ts": 'import { w } from "../support/world.ts";\nit("a vlan is created", () => w);',
  "tests/wapi/zone.test.ts": 'import { w } from "../support/world.ts";\nit("a zone is created", () => w);',
  "tests/portal/page.test.tsx":
    'import { y } from "../../src/ui/y.tsx";\nreadFileSync(join(ROOT, "docs", "guide.md"));',
  "tests/unit/a.test.ts": 'import { a } from "../../server/a.ts";',
});

const isTest = (file: string): boolean => /^tests\/(wapi|portal)\//.test(file);
const reached = (...changed: readonly string[]): readonly string[] =>
  reachedBy(changed, loadersOf(TREE), isTest)
    .map(({ test }) => test)
    .toSorted();
const change = (file: string, lines = ""): Change => ({ files: [file], lines: new Map([[file, lines]]) });

it("a change reaches the tests that import it on any way, but not by types alone", () => {
  expect(reached("server/a.ts")).toEqual(["tests/wapi/vlan.test.ts", "tests/wapi/zone.test.ts"]);
  expect(reached("server/b.ts")).toEqual([]);
  expect(reached("src/core/x.ts")).toEqual(["tests/portal/page.test.tsx"]);
  expect(reached("src/ui/z.tsx")).toEqual(["tests/portal/page.test.tsx"]);
});

it("files that are loaded by their folder are reached, and files whose path stands in a test", () => {
  expect(reached("server/domain/nd/vlan.ts")).toEqual(["tests/wapi/vlan.test.ts", "tests/wapi/zone.test.ts"]);
  expect(reached("docs/guide.md")).toEqual(["tests/portal/page.test.tsx"]);
});

it("tests that changed themselves come first, then tests whose text names what changed", () => {
  const order = (one: Change): readonly string[] =>
    byTelling(TREE, one, reachedBy(one.files, loadersOf(TREE), isTest)).map(({ test }) => test);
  expect(order(change("server/domain/nd/vlan.ts"))[0]).toBe("tests/wapi/vlan.test.ts");
  expect(order(change("server/a.ts", "const zone = 2;"))[0]).toBe("tests/wapi/zone.test.ts");
  const both = { files: ["server/domain/nd/vlan.ts", "tests/wapi/zone.test.ts"], lines: new Map() };
  expect(order(both)[0]).toBe("tests/wapi/zone.test.ts");
});

it("files for which the time is too short are skipped and named, and shorter files of lower rank may still run", () => {
  const durations = new Map([
    ["tests/wapi/vlan.test.ts", 900],
    ["tests/wapi/zone.test.ts", 4],
  ]);
  const chosen = choose(TREE, change("server/domain/nd/vlan.ts"), durations);
  expect(chosen.tests).toEqual(["tests/wapi/zone.test.ts"]);
  expect(chosen.left).toEqual(["tests/wapi/vlan.test.ts"]);
  expect(chosen.seconds).toBeLessThan(600);
  expect(choose(TREE, change("server/domain/nd/vlan.ts"), new Map()).left).toEqual([]);
});

it("the portal is built for a change of its own files, and not for a change of the server", () => {
  expect(choose(TREE, change("src/core/x.ts"), new Map()).builds).toBe(true);
  expect(choose(TREE, change("server/a.ts"), new Map()).builds).toBe(false);
});

it("every file that the product loads by name reaches a test of the server or a walk", () => {
  const tree = workTree(ROOT);
  const loaders = loadersOf(tree);
  const files = [...tree.files.keys()];
  const lost = BY_NAME.flatMap(([, what]) => files.filter((file) => what.test(file))).filter(
    (file) =>
      reachedBy([file], loaders, (one) => /^tests\/(wapi|e2e)\/.*\.(test|spec)\.ts$/.test(one)).length === 0,
  );
  expect(lost).toEqual([]);
  // Each rule is about files that are there.
  expect(
    BY_NAME.filter(([by, what]) => ![by, what].every((one) => files.some((file) => one.test(file)))),
  ).toEqual([]);
});

it("a replay has a line for each commit, and says how many are within the time", () => {
  const commit = (seconds: number, left: readonly string[]) => ({
    commit: "abcdef12",
    title: "wapi: a step is refused",
    tests: ["a", "b"],
    left,
    seconds,
  });
  expect(rowOf(commit(312, ["c"]))).toBe("abcdef12     312      2      1   wapi: a step is refused");
  expect(summaryOf([commit(100, []), commit(580, ["c"])], 580)).toEqual([
    "2 commits; 2 of them within 580 s",
    "seconds: half of them at most 100, nine of ten 580, all 580",
    "1 with everything that the change reaches; the others leave files for the whole suite",
  ]);
});
