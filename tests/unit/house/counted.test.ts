import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { missingPackages, PACKAGES, PROGRAMS } from "../../support/debian.ts";
import { closingOf, MAY_SKIP, toldOf, withRepeated, withSkipped, type Count } from "../../suite/count.ts";
import { recorded } from "../../suite/durations.ts";
import { refusal } from "../../suite/packages.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const OWN_PROGRAMS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/env",
  "/usr/bin/touch",
];

const walk = (title: string) => ({ file: "a.spec.ts", title: `a.spec.ts › ${title}`, message: "late" });
const counted = (more: Partial<Count>): Count => ({ passed: 5, failed: 0, ...more });

it("two walks that pass only when repeated are reported, and a third such walk fails the run", () => {
  const two = counted({ repeated: [walk("one"), walk("two")] });
  expect(withRepeated(two)).toEqual(two);
  expect(toldOf("e2e", two)[0]).toBe("passed only when repeated, find out why: a.spec.ts › one\nlate");
  expect(closingOf([two], [])).toEqual(["2 tests passed only when repeated", "", "5 passed, 0 failed"]);

  const three = withRepeated(counted({ repeated: [...(two.repeated ?? []), walk("three")] }));
  expect(three.failed).toBe(1);
  expect(toldOf("e2e", three).at(-1)).toBe(
    "failed: 3 walks passed only when repeated, at most 2 may\na.spec.ts › one\na.spec.ts › two\na.spec.ts › three",
  );
});

it("a test that is skipped without a reason fails the run, and tests that the machine does not allow are reported", () => {
  const [allowed = ""] = Object.keys(MAY_SKIP);
  const skipped = [
    { file: allowed, title: "a full disk" },
    { file: "tests/beside/kea.test.ts", title: "kea serves" },
  ];
  const count = withSkipped(counted({ skipped }), []);
  expect(count.failed).toBe(1);
  expect(toldOf("vitest", count)).toEqual([
    "failed: tests/beside/kea.test.ts › kea serves\nskipped, although no package is missing",
  ]);
  expect(closingOf([count], [])).toEqual([
    `   not run: ${allowed} › a full disk: it needs ${MAY_SKIP[allowed] ?? ""}`,
    "   not run: tests/beside/kea.test.ts › kea serves",
    "2 tests not run",
    "",
    "5 passed, 1 failed",
  ]);
});

it("the end of a run has the beginning and the end of a long error", () => {
  const lines = Array.from({ length: 100 }, (_, at) => `line ${String(at)}`);
  const failed = (message: string) => counted({ failed: 1, broken: [{ ...walk("one"), message }] });
  const [told = ""] = toldOf("e2e", failed(lines.join("\n")));
  expect(told.split("\n")).toEqual([
    "failed: a.spec.ts › one",
    ...lines.slice(0, 25),
    "… 60 lines are left out …",
    ...lines.slice(-15),
  ]);
  const whole = lines.slice(0, 41).join("\n");
  expect(toldOf("e2e", failed(whole))).toEqual([`failed: a.spec.ts › one\n${whole}`]);
});

it("tests of packages that are meant to be missing are counted at the end, with the setting", () => {
  const count = counted({ skipped: [{ file: "tests/beside/kea.test.ts", title: "kea serves" }] });
  expect(withSkipped(count, ["kea-dhcp4-server"])).toEqual(count);
  expect(closingOf([count, counted({})], ["kea-dhcp4-server"])).toEqual([
    "   not run: tests/beside/kea.test.ts › kea serves",
    "1 tests not run (NETPORTAL_TEST_WITHOUT=kea-dhcp4-server)",
    "",
    "10 passed, 0 failed",
  ]);
});

it("every file that may skip tests does so", () => {
  const silent = Object.keys(MAY_SKIP).filter(
    (file) => !/\.(skipIf|runIf)\(/.test(readFileSync(join(ROOT, file), "utf8")),
  );
  expect(silent).toEqual([]);
});

it("packages of missing programs are named once", () => {
  expect(missingPackages(() => true)).toEqual([]);
  expect(missingPackages((path) => !/^\/usr\/bin\/d(ig|elv)$/.test(path))).toEqual(["bind9-dnsutils"]);
});

it("every program of the system that a test names has its package", () => {
  const texts = globSync("{tests,examples}/**/*.ts", { cwd: ROOT }).map((file) =>
    readFileSync(join(ROOT, file), "utf8"),
  );
  const named = texts.flatMap((text) =>
    [...text.matchAll(/"(\/usr\/s?bin\/[\w-]+)"/g)].map(([, path = ""]) => path),
  );
  const known = [...Object.keys(PROGRAMS), ...OWN_PROGRAMS, "/usr/bin/netportal"];
  expect([...new Set(named)].filter((path) => !known.includes(path))).toEqual([]);
});

it("a run refuses to begin without the packages of its tests, and says what to do", () => {
  expect(refusal([], [])).toBeNull();
  expect(refusal(["bind9", "nsd"], ["nsd"])).toBe(
    [
      "Tests need packages that are missing: bind9",
      "  as root:       apt-get install --no-install-recommends bind9",
      "  without them:  NETPORTAL_TEST_WITHOUT=nsd,bind9 npm test",
    ].join("\n"),
  );
});

it("packages that are meant to be missing must be packages of a test", () => {
  expect(refusal(["bind9"], ["bind9"])).toBeNull();
  expect(refusal([], ["bind"])).toBe("NETPORTAL_TEST_WITHOUT names packages that no test needs: bind");
  expect(PACKAGES).toContain("bind9");
});

it("a run adds its durations to the known ones and removes the durations of deleted files", () => {
  const before = new Map([
    ["tests/wapi/a.test.ts", 4],
    ["tests/wapi/gone.test.ts", 9],
  ]);
  const times = {
    vitest: { seconds: 7, files: [{ file: "tests/wapi/a.test.ts", seconds: 5 }] },
    e2e: { seconds: 3, files: [{ file: "map.spec.ts", seconds: 2 }] },
  };
  expect([...recorded(before, times, (file) => !file.includes("gone"))]).toEqual([
    ["tests/wapi/a.test.ts", 5],
    ["tests/e2e/map.spec.ts", 2],
  ]);
});
