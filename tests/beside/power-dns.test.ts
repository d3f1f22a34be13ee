import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hadBy, servedWorld, wantedOf, type ServedWorld } from "../support/name-servers.ts";
import { POWER_DNS } from "../support/power-dns.ts";
import { rowsOf, type SentStep } from "../support/small-world.ts";

describe.skipIf(POWER_DNS.length === 0)(
  "PowerDNS, as docs/services.md sets it up,",
  () => {
    let world: ServedWorld;
    beforeAll(async () => {
      world = await servedWorld(POWER_DNS);
      await world.live(40_000);
    });
    afterAll(() => world.close());

    const text = (name: string, data: string) => ({ fqdn: name, fqdn_type: "domain", type: "TXT", data });
    const record = (fqdn: string, data: string): SentStep => ({
      name: "dns.record.create",
      new: text(fqdn, data),
    });
    const apply = async (...steps: readonly SentStep[]): Promise<void> => {
      rowsOf(await world.execute("ada", steps));
      await world.live(40_000);
    };
    const expectEqual = async (...zones: readonly string[]): Promise<void> => {
      for (const zone of zones)
        for (const server of world.servers)
          expect(await hadBy(server, zone)).toEqual(await wantedOf(world, zone));
    };

    it("[OPER-73] finds its zones in the catalog and has the applied changes", async () => {
      await expectEqual("example.com.");
      await apply(
        ...Array.from({ length: 150 }, (_, at) => record("many.example.com.", `text ${String(at)}`)),
      );
      await expectEqual("example.com.");
    });

    it("[OPER-73] gets a new zone and drops a deleted zone", async () => {
      await apply({
        name: "dns.record.create",
        new: { fqdn: "example.org.", type: "NS", data: "ns.example.com." },
      });
      await expectEqual("example.com.", "example.org.");
      const gone = { fqdn: "example.org.", type: "NS", data: "ns.example.com." };
      rowsOf(
        await world.execute("ada", [
          { name: "dns.record.delete", old: gone },
          { name: "dns.fqdn.delete", old: { value: "example.org." } },
        ]),
      );
      await world.live(40_000);
      const [server] = world.servers;
      if (server === undefined) throw new Error("no server");
      await vi.waitFor(() => expect(hadBy(server, "example.org.")).rejects.toThrow(/refused/), {
        timeout: 40_000,
        interval: 200,
      });
    });

    it("[OPER-73] fetches the changes that it missed while it was away", async () => {
      for (const server of world.servers) await server.process.end("SIGTERM");
      rowsOf(await world.execute("ada", [record("missed.example.com.", "while away")]));
      for (const server of world.servers) server.start();
      await world.live(60_000);
      await expectEqual("example.com.");
    });
  },
  180_000,
);
