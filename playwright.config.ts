import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "playwright/test";
import { chromiumPath } from "./tests/support/chromium.ts";

const port = Number(process.env["E2E_PORT"] ?? "18080");
const data = process.env["E2E_DATA"] ?? join(tmpdir(), `netportal-e2e-${String(process.pid)}`);

// Worker processes also read this file and must get the same folder.
process.env["E2E_DATA"] = data;

/** Walks through the production build, on the real server and their own database. */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "*.spec.ts",
  globalSetup: "./tests/e2e/support/ground.ts",
  outputDir: "test-results/e2e",
  workers: 1,
  fullyParallel: false,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://127.0.0.1:${String(port)}`,
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    viewport: { width: 1400, height: 900 },
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    // Recording makes a walk a third slower; `--trace retain-on-failure` turns it on.
    trace: "off",
    // Each frame of an animation is drawn by the processor.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // A page of a walk lives for seconds: optimizing its scripts costs more than it saves.
        "--js-flags=--no-turbofan,--no-maglev",
      ],
    },
  },
  webServer: {
    command: "node server/main.ts",
    url: `http://127.0.0.1:${String(port)}/api/system/info`,
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    env: {
      NETPORTAL_PORT: String(port),
      NETPORTAL_DATA: data,
      NETPORTAL_MODE: "test",
      NETPORTAL_TEMPLATES: "tests/e2e/templates",
      // The read-only server plays the production instance.
      NETPORTAL_PRODUCTION_URL: `http://127.0.0.1:${String(port + 1)}`,
      NETPORTAL_CHAT_URL: "https://chat.example.org/netportal",
      NETPORTAL_BUGS_URL: "https://bugs.example.org/netportal",
      NETPORTAL_SUPPORT_EMAIL: "support@example.org",
      NETPORTAL_TICKET_EMAILS: "patch/cs=patch-south@example.org",
    },
    stdout: "pipe",
  },
});
