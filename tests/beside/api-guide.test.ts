import { spawn } from "node:child_process";
import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scratchFolder } from "../support/scratch.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";

const GUIDE = readFileSync(join(import.meta.dirname, "..", "..", "docs", "api-guide.md"), "utf8");
/** Address of the instance in the guide. */
const PRINTED = "http://127.0.0.1:8080";

/** An example for the shell with the heading above it. */
interface Example {
  readonly heading: string;
  readonly text: string;
}

const examples = examplesOf(GUIDE);

function examplesOf(guide: string): readonly Example[] {
  return guide
    .split(/^#+ /m)
    .slice(1)
    .flatMap((part) => {
      const heading = part.split("\n", 1)[0] ?? "";
      return [...part.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = ""]) => ({ heading, text }));
    })
    .filter(({ text }) => !text.includes("TOKEN=…"));
}

let server: ServerProcess;
let data = "";
let folder = "";
beforeAll(async () => {
  folder = scratchFolder("guide");
  data = scratchFolder("guide-data");
  symlinkSync(data, join(folder, ".data"));
  server = await startProcess({ NETPORTAL_DATA: data });
}, 300_000);
afterAll(async () => {
  await server.end("SIGTERM");
  for (const one of [folder, data]) rmSync(one, { recursive: true, force: true });
});

interface Shown {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the example as it is printed, at the address of this server; `set -u` refuses a variable that the guide does not set. */
function run(text: string): Promise<Shown> {
  const script = [
    "set -euo pipefail",
    `URL=${server.address}/api/4.2`,
    `TOKEN=$(jq -r '."svc-dns"' .data/demo-tokens.json)`,
    text.replaceAll(PRINTED, server.address),
    'if [ "$TOKEN" = null ] || [ -z "$TOKEN" ]; then echo no token >&2; exit 1; fi',
  ].join("\n");
  const child = spawn("bash", ["-c", script], { cwd: folder });
  const shown = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (shown.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (shown.err += chunk.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, ...shown })));
}

describe("the examples of the API guide", () => {
  it("[API-77] are found on its page", () => {
    expect(examples.length).toBeGreaterThan(14);
    expect(examples.filter(({ text }) => text.includes("curl")).length).toBeGreaterThan(12);
  });

  it.each(examples)("[API-77] $heading: $text", async ({ heading, text }) => {
    const { code, out, err } = await run(text);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const printsNothing = text.startsWith("TOKEN=");
    if (printsNothing) return;
    expect(out.trim()).not.toBe("");
    expect(out).not.toMatch(/^null$/m);
    if (heading !== "Refusals") expect(out).not.toContain('"exception"');
  });
});
