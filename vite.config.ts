import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { licences } from "./scripts/licences.ts";
import { preloads } from "./scripts/preloads.ts";

const node = { environment: "node" as const, globals: false, server: { deps: { inline: [/primereact/] } } };

/**
 * What the first load of a page needs, in a few files instead of forty: each costs a request, and small ones are packed badly. What
 * comes from packages stays the same over many builds. With a module its imports come along.
 */
const FIRST_LOAD = [
  { name: "packages", tags: ["$initial" as const], test: /node_modules/, priority: 4 },
  { name: "portal", tags: ["$initial" as const], priority: 3 },
  {
    name: "page",
    test: /src\/editor\/screen\/(screen-page|ask-screen)\.tsx?$|src\/core\/screen\/screen\.ts$/,
    priority: 2,
  },
  { name: "table", test: /src\/ui\/table\/full-table\.tsx$/, priority: 1 },
];

export default defineConfig({
  plugins: [react(), licences("licences.md"), preloads(["page", "table", "home"])],
  base: "/",
  build: {
    outDir: "dist",
    manifest: true,
    target: "es2024",
    chunkSizeWarningLimit: 1500,
    // Every browser of the target preloads modules by itself.
    modulePreload: { polyfill: false },
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
