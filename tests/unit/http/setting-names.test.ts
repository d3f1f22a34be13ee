import { once } from "node:events";
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { afterAll, describe, expect, it } from "vitest";
import { checkConfig } from "../../../server/check-config.ts";
import { SETTINGS, unknownSettings } from "../../../server/http/setting-names.ts";
import { readSettings } from "../../../server/http/settings.ts";
import { scratchFolder } from "../../support/scratch.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const folder = scratchFolder("settings");
const CUT = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:DATABASE_URL|NETPORTAL_[A-Z_]+[A-Z])\b/g)].map(([name]) => name);

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe("the names of settings", () => {
  it("[OPER-58] are in the tables of the documents, each once", () => {
    const rows = [...read("docs/operating.md").matchAll(/^\| `([A-Z_]+)` +\| .* \| .* \|$/gm)];
    const documented = rows.flatMap(([, name = ""]) => namesIn(name));
    expect([...new Set(documented)].filter((name) => name in SETTINGS).sort()).toEqual(
      Object.keys(SETTINGS).sort(),
    );
    expect(documented.filter((name, at) => documented.indexOf(name) !== at)).toEqual([]);
  });

  it("[OPER-58] include all that the server reads", () => {
    const code = globSync("server/**/*.ts", { cwd: ROOT }).map(read).join("\n");
    const named = new Set(namesIn(code));
    const unknown = [...named].filter((name) => unknownSettings({ [name]: "x" }).length > 0);
    expect(unknown).toEqual([]);
    expect(Object.keys(SETTINGS).filter((name) => !named.has(name))).toEqual([]);
  });

  it.each([
    ["NETPORTAL_PROT", " Is NETPORTAL_PORT meant?"],
    ["NETPORTAL_DATABASE_WAIT", " Is NETPORTAL_DATABASE_WAIT_S meant?"],
    ["NETPORTAL_SOMETHING_ELSE_ENTIRELY", ""],
  ])("[OPER-59] %s is refused at start, with the most similar name", (name, meant) => {
    expect(() => readSettings({ [name]: "1" }, ROOT)).toThrow(
      `${name} is no setting of NETPORTAL.${meant} docs/operating.md lists all of them.`,
    );
  });

  it("[OPER-59] are not checked for empty variables, for commands and for tests of the project", () => {
    const env = {
      NETPORTAL_PROT: " ",
      NETPORTAL_TOKEN: "x",
      NETPORTAL_TEST_EXTENT: "2",
      NETPORTAL_LOOKS: "all",
    };
    expect(readSettings(env, ROOT).port).toBe(8080);
  });
});

describe("--check-config", () => {
  async function checked(
    env: Readonly<Record<string, string>>,
  ): Promise<readonly [number, readonly string[]]> {
    const lines: string[] = [];
    const code = await checkConfig(env, (line) => lines.push(line));
    return [code, lines];
  }

  it("[OPER-60] prints what is set, without any secret", async () => {
    const [code, lines] = await checked({
      DATABASE_URL: "postgres://netportal:kA7-secret@db.example.org/netportal",
      NETPORTAL_SMTP_URL: "smtps://mailer:kA7@more@mail.example.org:465",
      NETPORTAL_SUPPORT_EMAIL: "help@example.org",
      NETPORTAL_PUBLIC_URL: "https://net.example.org",
      NETPORTAL_OIDC_ISSUER: "https://idp.example.org",
      NETPORTAL_OIDC_CLIENT_ID: "netportal",
      NETPORTAL_OIDC_CLIENT_SECRET: "kA7-secret",
      NETPORTAL_METRICS_TOKEN: "kA7".padEnd(40, "m"),
      NETPORTAL_MAP_TILES: "https://tiles.example.org/{z}/{x}/{y}.png",
      NETPORTAL_MAP_BY: "Karten",
      HOME: "/root",
    });
    expect(lines).toContain("DATABASE_URL=postgres://netportal:…@db.example.org/netportal");
    expect(lines).toContain("NETPORTAL_SMTP_URL=smtps://mailer:…@mail.example.org:465");
    expect(lines).toContain("NETPORTAL_OIDC_CLIENT_SECRET=…");
    expect(lines).toContain("NETPORTAL_METRICS_TOKEN=…");
    const secrets = Object.keys(SETTINGS).filter((name) => /SECRET|TOKEN|PASSWORD|KEY$/.test(name));
    expect(secrets.filter((name) => !lines.includes(`${name}=…`))).toEqual([]);
    expect(lines.join("\n")).not.toMatch(/kA7|HOME/);
    expect([code, lines.at(-1)]).toEqual([0, "The settings have no fault. Nothing was opened or changed."]);
  });

  it.each([
    ["DATABASE_URL", "postgres://db.example.org/np?user=np&password=kA7", "?user=np&password=…"],
    [
      "DATABASE_URL",
      "postgres:///np?host=/run/pg&sslpassword=kA7&sslmode=require",
      "&sslpassword=…&sslmode=require",
    ],
    ["NETPORTAL_SMTP_URL", "smtp://mail.example.org?auth=kA7@x&pool=kA7", "&pool=…"],
    ["NETPORTAL_MAP_TILES", "https://tiles.example.org/{z}/{x}/{y}.png?key=kA7", "?key=…"],
  ])("[OPER-60] hides the parameters of %s=%s", async (name, value, end) => {
    const shown = (await checked({ [name]: value, NETPORTAL_MAP_BY: "Karten" }))[1].find((line) =>
      line.startsWith(`${name}=`),
    );
    expect(shown).toContain(end);
    expect(shown).not.toContain("kA7");
  });

  it("[OPER-60] opens nothing: no connection, no port and no folder", async () => {
    const connected: string[] = [];
    const [database, more] = [createServer(), createServer()];
    for (const server of [database, more]) {
      server.on("connection", () => connected.push("connection"));
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
    }
    // A listening TCP server has an address.
    const [first, second] = [database, more].map((one) => String((one.address() as AddressInfo).port));
    const data = join(folder, "never-made");
    const [code] = await checked({
      DATABASE_URL: `postgres://netportal@127.0.0.1:${first ?? ""}/netportal`,
      NETPORTAL_DATA: data,
      NETPORTAL_PORT: second ?? "",
      NETPORTAL_AUDIT: `file:${join(data, "audit.log")}`,
      NETPORTAL_SMTP_URL: `smtp://127.0.0.1:${second ?? ""}`,
      NETPORTAL_SUPPORT_EMAIL: "help@example.org",
      NETPORTAL_PUBLIC_URL: "https://net.example.org",
      NETPORTAL_OIDC_ISSUER: `https://127.0.0.1:${second ?? ""}`,
      NETPORTAL_OIDC_CLIENT_ID: "netportal",
      NETPORTAL_OIDC_CLIENT_SECRET: "kA7-secret",
    });
    expect(code).toBe(0);
    // Connections that were begun would have come by now.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([connected, existsSync(data)]).toEqual([[], false]);
    for (const server of [database, more]) server.close();
  });

  it("[OPER-61] reports every fault at once, of settings and of the files that they name, each once", async () => {
    const [code, lines] = await checked({
      DATABASE_URL: "postgres://netportal:kA7@db.example.org/netportal?sslrootcert=/none/ca.pem",
      NETPORTAL_PROT: "8080",
      NETPORTAL_PORT: "eighty",
      NETPORTAL_MODE: "productive",
      NETPORTAL_OIDC_ISSUER: "https://idp.example.org",
      NETPORTAL_OIDC_CLIENT_SECRET: "kA7",
      NETPORTAL_MAP: "/none/map",
      NETPORTAL_TEMPLATES: "/none/templates",
    });
    const faults = lines.filter((line) => !/^[A-Z_]+=\S*$/.test(line));
    expect(faults).toEqual([
      expect.stringContaining("NETPORTAL_PROT is no setting of NETPORTAL. Is NETPORTAL_PORT meant?"),
      expect.stringContaining("NETPORTAL_MODE=productive is not known"),
      expect.stringContaining("NETPORTAL_PORT=eighty is no port number"),
      expect.stringContaining("NETPORTAL_OIDC_CLIENT_ID is not set"),
      expect.stringContaining("/none/map"),
      expect.stringContaining("NETPORTAL_TEMPLATES=/none/templates is no folder"),
      expect.stringContaining("names a file that cannot be read (ENOENT"),
      "faults: 7",
    ]);
    expect(code).toBe(1);
    expect(lines.join("\n")).not.toContain("kA7");
  });

  it("[OPER-60] [OPER-61] reports a faulty address of tiles without its password", async () => {
    const tiles = ["ftp://maps:kA7@tiles.example.org", "https://maps:kA7@tiles.example.org/{z}/{x}.png"];
    for (const NETPORTAL_MAP_TILES of tiles) {
      const [code, lines] = await checked({ NETPORTAL_MAP_TILES });
      expect(code).toBe(1);
      expect(lines.join("\n")).toMatch(
        /NETPORTAL_MAP_TILES=\w+:\/\/maps:…@tiles\.example\.org\S* (is|lacks) /,
      );
      expect(lines.join("\n")).not.toContain("kA7");
    }
  });

  it.each([
    ["/none/ca.pem", /^NODE_EXTRA_CA_CERTS=\/none\/ca\.pem cannot be used: ENOENT/],
    [join(ROOT, "package.json"), /cannot be used: it has no certificate in PEM\.$/],
    [join(folder, "cut.pem"), /cut\.pem cannot be used: .*asn1/],
  ])("[OPER-94] reports a file of authorities that cannot be used: %s", async (file, fault) => {
    writeFileSync(join(folder, "cut.pem"), CUT);
    const [code, lines] = await checked({ NODE_EXTRA_CA_CERTS: file });
    expect(lines.filter((line) => fault.test(line))).toHaveLength(1);
    expect(code).toBe(1);
  });

  it("[OPER-94] accepts authorities that can be used", async () => {
    const file = join(folder, "authorities.pem");
    writeFileSync(file, rootCertificates.slice(0, 3).join("\n"));
    expect((await checked({ NODE_EXTRA_CA_CERTS: file }))[0]).toBe(0);
  });
});
