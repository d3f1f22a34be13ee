import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { documents } from "./scripts/documents.ts";
import { leanRouter } from "./scripts/lean-router.ts";
import { licences } from "./scripts/licences.ts";
import { preloads } from "./scripts/preloads.ts";
import { texts } from "./scripts/texts.ts";

// The palette test reads the tokens as text; other styles are nothing in tests.
const css = { include: [/tokens\.css/] };
const node = {
  css,
  environment: "node" as const,
  globals: false,
  server: { deps: { inline: [/primereact/] } },
};

/** What the frame is drawn by; other packages belong to the parts that need them. */
const DRAWING =
  /node_modules\/(react-dom|react-router|react-router-dom|scheduler|valtio|@tanstack\/(react-query|query-core))\//;

/**
 * What the first load of a page needs, in a few files instead of forty: each costs a request, and small ones are packed badly. What
 * comes from packages stays the same over many builds. With a module its imports come along. The start (`calls`, `portal`) sends the first
 * calls, before what draws the portal (`packages`, `frame`) is run.
 */
const FIRST_LOAD = [
  { name: "calls", tags: ["$initial" as const], test: /node_modules/, priority: 6 },
  { name: "portal", tags: ["$initial" as const], priority: 5 },
  { name: "packages", test: DRAWING, priority: 4 },
  { name: "frame", test: /src\/app\/draw\.tsx$/, priority: 3 },
  { name: "page", test: /src\/editor\/screen\/screen-page\.tsx$/, priority: 2 },
  { name: "table", test: /src\/ui\/table\/full-table\.tsx$/, priority: 1 },
];

/** What the page itself names besides the first script and what that imports. */
const PRELOADED = ["packages", "frame", "page", "table", "home"];
const NAMED = new RegExp(`^assets/(rolldown-runtime|calls|${PRELOADED.join("|")})-[\\w-]{8}\\.js$`);

export default defineConfig({
  plugins: [
    react(),
    texts({ isWhole: process.env["VITEST"] !== undefined }),
    documents(),
    leanRouter(),
    licences("licences.md"),
    preloads(PRELOADED),
  ],
  base: "/",
  build: {
    outDir: "dist",
    manifest: true,
    target: "es2024",
    chunkSizeWarningLimit: 1500,
    modulePreload: {
      // Every browser of the target preloads modules by itself.
      polyfill: false,
      // What the page names needs no preload by the parts that come later.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === "html" ? files : files.filter((file) => !NAMED.test(file)),
    },
    rolldownOptions: { output: { codeSplitting: { groups: FIRST_LOAD } } },
  },
  server: { host: "127.0.0.1" },
  test: {
    projects: [
      {
        extends: true,
        test: { ...node, name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"] },
      },
      {
        extends: true,
        test: {
          ...node,
          name: "wapi",
          include: ["tests/wapi/**/*.test.ts"],
          globalSetup: ["tests/support/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: "portal",
          environment: "jsdom",
          include: ["tests/portal/**/*.test.tsx"],
          globalSetup: ["tests/support/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
