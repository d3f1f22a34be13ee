import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { problemText } from "#contract/template-check/problem";
import type { Json } from "#contract/wire/json";
import { checkTemplate } from "#core/template/check";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import { readHub } from "../../../server/hub/files.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

const ROOT = join(import.meta.dirname, "../../..");
const GOOD = join(ROOT, "templates/dns_acme_challenge.json");
const FAULTY = join(ROOT, "tests/e2e/templates/e2e_faulty.json");
const folder = mkdtempSync(join(tmpdir(), "netportal-templates-"));

afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true }));

describe("templates of the site", () => {
  it("are in the hub beside shipped templates, and replace a shipped template of the same name", async () => {
    const own = readFileSync(GOOD, "utf8").replace("ACME challenge for a certificate", "Our own challenge");
    writeFileSync(join(folder, "dns_acme_challenge.json"), own);
    writeFileSync(join(folder, "own.json"), own);
    writeFileSync(join(folder, "notes.txt"), "no template");
    vi.stubEnv("NETPORTAL_TEMPLATES", folder);
    const told: string[] = [];
    const { index, templates } = readHub(ROOT, await loadCatalogue(), (text) => told.push(text));
    const names = new Map(index.template_list.map((entry) => [entry.name, entry.display_name.en]));
    expect([names.get("own.json"), names.get("dns_acme_challenge.json")]).toEqual([
      "Our own challenge",
      "Our own challenge",
    ]);
    expect(names.has("dns_webserver.json")).toBe(true);
    expect(templates.get("own.json")).toBe(own);
    expect(told).toEqual([]);
  });
});

describe("npm run templates -- check", () => {
  const check = async (...files: readonly string[]) => {
    const args = [join(ROOT, "server/templates.ts"), "check", ...files];
    return promisify(execFile)("node", args, { env: { ...process.env, LC_ALL: "en" } }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      // Parse boundary: execFile rejects with this error.
      (error: { readonly code: number; readonly stdout: string }) => error,
    );
  };

  it("[TPL-17] finds nothing in a valid template", async () => {
    expect(await check(GOOD)).toMatchObject({ code: 0, stdout: `${GOOD}: nothing wrong\n` });
  });

  it("[TPL-17] reports every problem by file and path, and ends with 1 if there is one", async () => {
    const broken = join(folder, "broken.json");
    writeFileSync(broken, "{");
    // A missing file does not prevent the check of the others.
    const { code, stdout } = await check(GOOD, join(folder, "none.json"), FAULTY, broken);
    expect(code).toBe(1);
    expect(stdout).toContain("none.json: ENOENT");
    expect(stdout.split("\n")).toContain(
      `${FAULTY}: /transaction/0/new/value: Malformed template string! Double braces or parts are not balanced, or there are three braces: {{fqdn`,
    );
    expect(stdout).toContain("broken.json: is not JSON (");
  });

  it("[TPL-27] prints a warning as a warning, and ends with 0", async () => {
    const vague = join(folder, "vague.json");
    const text = readFileSync(join(ROOT, "templates/dns_ttl_lower.json"), "utf8");
    writeFileSync(vague, text.replace('"optional": false', '"optional": true'));
    expect(await check(vague)).toMatchObject({
      code: 0,
      stdout: `${vague}: /transaction/0/old: warning: All filters of this step may stay empty (host). If they do, it finds nothing.\n`,
    });
  });

  it("[TPL-31] finds the same problems and warnings as the hub of the server and the portal", async () => {
    const vague = join(folder, "vague.json");
    const lowered = readFileSync(join(ROOT, "templates/dns_ttl_lower.json"), "utf8");
    writeFileSync(vague, lowered.replace('"optional": false', '"optional": true'));
    writeFileSync(join(folder, "faulty.json"), readFileSync(FAULTY));
    vi.stubEnv("NETPORTAL_TEMPLATES", folder);
    const told: string[] = [];
    readHub(ROOT, await loadCatalogue(), (text) => told.push(text));
    const portal = await portalCatalogue();
    for (const name of ["vague.json", "faulty.json"]) {
      const file = join(folder, name);
      // Parse boundary: the test has written the file.
      const read = checkTemplate(JSON.parse(readFileSync(file, "utf8")) as Json, portal);
      const found = (read.ok ? read.warnings : read.problems).map((problem) => ({
        path: problem.path,
        text: `${problem.isWarning === true ? "warning: " : ""}${problemText(problem, "en")}`,
      }));
      expect(found.length).toBeGreaterThan(0);
      const { stdout } = await check(file);
      expect(stdout.trimEnd().split("\n")).toEqual(
        found.map(({ path, text }) => `${file}: ${path}: ${text}`),
      );
      expect(told.filter((line) => line.includes(name))).toEqual(
        found.map(({ path, text }) => `templates/${name}${path}: ${text}`),
      );
    }
  });
});
