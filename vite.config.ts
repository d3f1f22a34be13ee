import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { licences } from "./scripts/licences.ts";

const node = { environment: "node" as const, globals: false, server: { deps: { inline: [/primereact/] } } };

export default defineConfig({
  plugins: [react(), licences("licences.md")],
  base: "/",
  build: {
    outDir: "dist",
    manifest: true,
    target: "es2024",
    chunkSizeWarningLimit: 1500,
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
