import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import type { InlineConfig } from "vitest/node";
import { compiledValidators } from "./scripts/compiled-validators.ts";
import { documents } from "./scripts/documents.ts";
import { firstPaint } from "./scripts/first-paint.ts";
import { leanForms } from "./scripts/lean-forms.ts";
import { leanMethods } from "./scripts/lean-methods.ts";
import { leanRouter } from "./scripts/lean-router.ts";
import { licences } from "./scripts/licences.ts";
import { preloads } from "./scripts/preloads.ts";
import { texts } from "./scripts/texts.ts";
import { LongFirst } from "./tests/support/long-first.ts";
import { OutsideErrors } from "./tests/support/outside-errors.ts";

// The palette test reads the colour tokens as text; tests need no other styles.
const css = { include: [/tokens\.css/] };
export const node = {
  css,
  environment: "node" as const,
  globals: false,
  // Files share processes, so what a test replaces is put back before the next one.
  isolate: false,
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
  server: { deps: { inline: [/primereact/] } },
};

/** Tests that start their own PostgreSQL. */
const served = {
  ...node,
  globalSetup: ["tests/support/global-setup.ts"],
  // A machine of CI needed three times as long as another one for the same run.
  testTimeout: 120_000,
  hookTimeout: 240_000,
};

/** Packages that draw the frame; other packages belong to the parts that need them. */
const DRAWING =
  /node_modules\/(react-dom|react-router|react-router-dom|scheduler|valtio|@tanstack\/(react-query|query-core))\//;

/**
 * Files of the first load, few because each costs a request and small ones compress badly. Packages are apart, because they change less often.
 * A module brings its imports along. The start (`calls`, `portal`) sends the first calls before the drawing code (`packages`, `frame`) runs.
 */
const FIRST_LOAD = [
  { name: "first-calls", test: /src\/app\/start\/first-calls\.ts$/, priority: 7 },
  { name: "calls", tags: ["$initial" as const], test: /node_modules/, priority: 6 },
  { name: "portal", tags: ["$initial" as const], priority: 5 },
  { name: "packages", test: DRAWING, priority: 4 },
  { name: "frame", test: /src\/app\/draw\.tsx$/, priority: 3 },
  { name: "page", test: /src\/editor\/screen\/screen-page\.tsx$/, priority: 2 },
  { name: "table", test: /src\/ui\/table\/full-table\.tsx$/, priority: 1 },
  // Parts that screens share are small, so one chunk has all of them.
  { name: "heads", test: /src\/(screens\/heads|subjects\/\w+\/tabs)/, priority: 0 },
];

/** Groups that the page preloads, besides the first script and its imports. */
const PRELOADED = ["packages", "frame", "page", "table", "home"];
/** Latin letters of both typefaces; those of other languages are fetched when they are seen. */
const FACES = /-latin-wght-normal\.woff2$/;
const NAMED = new RegExp(`^assets/(rolldown-runtime|calls|${PRELOADED.join("|")})-[\\w-]{8}\\.js$`);

/** Test files at a time: more than cores, because tests wait for their database and servers. */
function workers(perCore: number): number {
  return Math.ceil(availableParallelism() * perCore);
}

/** The whole suite (tests/run.ts) names the files for its reports. */
function reported(report?: string, outside?: string): Pick<InlineConfig, "reporters"> {
  if (report === undefined || outside === undefined) return {};
  return { reporters: ["default", ["json", { outputFile: report }], new OutsideErrors(outside)] };
}

/** The command line asks for another order of files (`--sequence.shuffle.files`), which a sequencer of the configuration would override. */
const hasOwnOrder = process.argv.some((one) => one.startsWith("--sequence."));

export default defineConfig({
  plugins: [
    react(),
    texts({ isWhole: process.env["VITEST"] !== undefined }),
    documents(),
    compiledValidators(),
    leanRouter(),
    leanForms(),
    leanMethods(),
    licences("licences.md"),
    preloads({ chunks: PRELOADED, first: "first-calls", faces: FACES }),
    firstPaint({ frame: "./src/app/shell/first-frame.tsx" }),
  ],
  base: "/",
  build: {
    outDir: "dist",
    manifest: true,
    target: "es2024",
    // The first versions with `light-dark()`, so that the tokens stay as they are.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    chunkSizeWarningLimit: 1500,
    modulePreload: {
      // Every supported browser has modulepreload.
      polyfill: false,
      // Files that the page preloads need no preload by later parts.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === "html" ? files : files.filter((file) => !NAMED.test(file)),
    },
    rolldownOptions: { output: { codeSplitting: { groups: FIRST_LOAD } } },
  },
  server: { host: "127.0.0.1" },
  test: {
    maxWorkers: workers(1.5),
    ...reported(process.env["TEST_REPORT"], process.env["TEST_OUTSIDE_ERRORS"]),
    ...(hasOwnOrder ? {} : { sequence: { sequencer: LongFirst } }),
    projects: [
      {
        extends: true,
        test: { ...node, name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"], testTimeout: 30_000 },
      },
      { extends: true, test: { ...served, name: "wapi", include: ["tests/wapi/**/*.test.ts"] } },
      // Tests with servers and processes of their own measure nothing, and wait more than they work.
      {
        extends: true,
        test: {
          ...served,
          name: "beside",
          include: ["tests/beside/**/*.test.ts"],
          maxWorkers: workers(2),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { ...served, name: "portal", environment: "jsdom", include: ["tests/portal/**/*.test.tsx"] },
      },
      {
        extends: true,
        test: {
          ...served,
          name: "measured",
          include: ["tests/measured/**/*.test.ts"],
          // No other test runs while a test measures time.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
