import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { fetchZone, NotFetched, type Asked } from "../../server/dns-wire/exchange.ts";
import type { Key } from "../../server/dns-wire/tsig.ts";
import {
  isInstalled,
  NAME_SERVERS,
  runServer,
  SECOND_HOST,
  type NameServer,
} from "../../examples/try/name-server.ts";
import { freePort, HOST, newKey, servedWorld, type ServedWorld } from "../support/name-servers.ts";
import { codeOf, rowsOf } from "../support/small-world.ts";

const FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
if (!isInstalled("bind")) console.warn("SKIPPED: bind9 is not installed");
if (!existsSync(FAKETIME)) console.warn("SKIPPED: faketime is not installed");

const ZONE = "example.com.";
const WITHIN = { timeout: 40_000, interval: 100 };

describe.skipIf(!isInstalled("bind"))("a name server of somebody else", () => {
  let world: ServedWorld;
  let server: NameServer | null = null;
  let port = 0;
  const folder = mkdtempSync(join(tmpdir(), "netportal-identity-"));
  beforeAll(async () => {
    world = await servedWorld([]);
    port = await freePort();
  });
  afterAll(async () => {
    await server?.end("SIGKILL");
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function ended(): Promise<void> {
    await server?.end("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }

  /** Starts Knot, whose clock is two hours ahead. */
  async function startAhead(key: Key): Promise<void> {
    await ended();
    const { program, config } = NAME_SERVERS.knot;
    const file = join(folder, "knot.conf");
    writeFileSync(file, config({ folder, port, primary: world.primary, key }), { mode: 0o600 });
    // The command `faketime` would be the parent process, and Knot would outlive its end.
    server = runServer("/usr/bin/env", [`LD_PRELOAD=${FAKETIME}`, "FAKETIME=+2h", program, "-c", file]);
  }

  /** Restarts BIND with this key or without any. */
  async function startBind(key: Key | null): Promise<void> {
    await ended();
    const { program, config } = NAME_SERVERS.bind;
    const text = config({ folder, port, primary: world.primary, key: key ?? newKey("none.") });
    const unsigned = text.replace('{ key "none"; }', "{ 127.0.0.1; }").replaceAll(' key "none"', "");
    const file = join(folder, "named.conf");
    writeFileSync(file, key === null ? unsigned : text, { mode: 0o600 });
    server = runServer(program, ["-g", "-n", "1", "-c", file]);
  }

  const update = async (
    values: Readonly<Record<string, string | boolean | number | null>>,
  ): Promise<void> => {
    rowsOf(
      await world.execute("ada", [{ name: "output.server.update", old: { name: "theirs" }, new: values }]),
    );
  };
  const delivery = async () => {
    const said = await world.execute("ada", [
      { name: "output.delivery.list", old: { server: "theirs", unit: ZONE } },
    ]);
    return rowsOf(said)[0];
  };
  const isLive = (): Promise<void> =>
    vi.waitFor(async () => {
      expect(await delivery()).toMatchObject({ is_live: true, error: null });
    }, WITHIN);
  const added = async (fqdn: string): Promise<void> => {
    const record = { fqdn, fqdn_type: "domain", type: "TXT", data: "new" };
    expect(codeOf(await world.execute("ada", [{ name: "dns.record.create", new: record }]))).toBe("200");
  };
  const has = (name: string, key: Key | null): Promise<void> =>
    vi.waitFor(async () => {
      const records = await fetchZone({ address: HOST, port, key }, ZONE);
      expect(records.map((record) => record.name)).toContain(name);
    }, WITHIN);
  const primary = (key: Key | null, address = HOST): Asked => ({ address, port: world.primary.port, key });

  it("[OPER-70] is identified by its address alone only if the operator configures that and it has no key", async () => {
    const place = { name: "theirs", address: HOST, port };
    rowsOf(await world.execute("ada", [{ name: "output.server.create", new: place }]));
    await vi.waitFor(async () => {
      expect(await delivery()).toMatchObject({ is_live: false, error: "no_secret" });
    }, WITHIN);
    // No server with this address has a key, so the port does not read its packets.
    await expect(fetchZone(primary(null), ZONE)).rejects.toThrow(/ended|ECONNRESET|EPIPE/);

    await startBind(null);
    await update({ is_unsigned: true });
    await isLive();
    await added("unsigned.example.com.");
    await has("unsigned.example.com.", null);

    const key = newKey("theirs.netportal.");
    await update({ key_name: key.name, key_secret: key.secret });
    await expect(fetchZone(primary(null), ZONE)).rejects.toThrow(new NotFetched("refused with code 5"));
    expect((await fetchZone(primary(key), ZONE)).length).toBeGreaterThan(3);
  });

  it("[OPER-70] gives nothing to clients without a key from another address", async () => {
    await update({ key_name: null, key_secret: null, address: SECOND_HOST });
    const answer = await fetchZone(primary(null), ZONE).then(
      (records) => `${String(records.length)} records`,
      String,
    );
    await update({ address: HOST });
    expect(answer).toMatch(/ended|ECONNRESET|EPIPE|refused with code 5/);
  });

  it("[OPER-71] may move from one key to the next while both keys are valid", async () => {
    const [first, next] = [newKey("first.netportal."), newKey("next.netportal.")];
    await update({ is_unsigned: false, key_name: first.name, key_secret: first.secret });
    await startBind(first);
    await isLive();

    await update({ next_key_name: next.name, next_key_secret: next.secret });
    await isLive();
    expect((await fetchZone(primary(first), ZONE)).length).toBeGreaterThan(3);
    expect((await fetchZone(primary(next), ZONE)).length).toBeGreaterThan(3);

    await startBind(next);
    await added("after-change.example.com.");
    await has("after-change.example.com.", next);
    await isLive();

    await update({
      key_name: next.name,
      key_secret: next.secret,
      next_key_name: null,
      next_key_secret: null,
    });
    await isLive();
    await expect(fetchZone(primary(first), ZONE)).rejects.toThrow(new NotFetched("refused with code 9"));
    expect((await fetchZone(primary(next), ZONE)).length).toBeGreaterThan(3);
  });

  it.skipIf(!existsSync(FAKETIME) || !isInstalled("knot"))(
    "[OPER-72] is reported with the difference if its clock is wrong",
    async () => {
      const key = newKey("clock.netportal.");
      await update({ key_name: key.name, key_secret: key.secret });
      await startAhead(key);
      await vi.waitFor(async () => {
        const row = await delivery();
        expect(row).toMatchObject({ is_live: false, error: "wrong_clock" });
        const [, ahead] = /"detail":"\+(\d+) s"/.exec(JSON.stringify(row)) ?? [];
        expect(Math.abs(Number(ahead) - 7200)).toBeLessThan(5);
      }, WITHIN);
      await startBind(key);
      await isLive();
      expect(await delivery()).toMatchObject({ detail: null });
    },
  );
});
