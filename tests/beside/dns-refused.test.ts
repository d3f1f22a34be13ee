import { createSocket } from "node:dgram";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerTo } from "../../server/services/dns/answer.ts";
import { notify } from "../../server/dns-wire/ask.ts";
import { createClocks } from "../../server/services/dns/clocks.ts";
import { createReplays } from "../../server/services/dns/replays.ts";
import { createTransfers } from "../../server/services/dns/transfers.ts";
import { HOST, KINDS, servedWorld, type ServedWorld } from "../support/name-servers.ts";
import { rowsOf } from "../support/small-world.ts";

const ZONE = "example.com.";

describe.skipIf(!KINDS.includes("bind"))(
  "BIND, after its primary announced a serial and then refused connections",
  () => {
    let world: ServedWorld;
    beforeAll(async () => {
      world = await servedWorld(["bind"]);
      await world.live();
    }, 120_000);
    afterAll(() => world.close());

    it("avoids that address, and transfers from the other address as soon as the primary is back", async () => {
      const [server] = world.servers;
      if (server === undefined) throw new Error("no name server");
      await world.stop();
      const text = { fqdn: "refused.example.com.", fqdn_type: "domain", type: "TXT", data: "x" };
      rowsOf(await world.execute("ada", [{ name: "dns.record.create", new: text }]));
      await world.db.query("select output.publish_dns()");
      const refused = (): number =>
        server.process.output().split("failed to connect: connection refused").length - 1;
      const answering = {
        db: world.db,
        replays: createReplays(),
        transfers: createTransfers(),
        clocks: createClocks(world.db, () => performance.now()),
        now: () => Math.floor(Date.now() / 1000),
      };
      // The state of a primary whose process ends: it has answered the question, and its port is closed.
      const udp = createSocket("udp4");
      udp.on("message", (bytes, from) => {
        void answerTo({ bytes, from: from.address, isStream: false }, answering, async (answer) => {
          udp.send(answer, from.port, from.address);
          await Promise.resolve();
        });
      });
      udp.bind(world.primary.port, HOST);
      await once(udp, "listening");
      for (let tries = 0; refused() < 2 && tries < 10; tries++) {
        await notify(server, ZONE);
        await pause(1_000);
      }
      udp.close();
      expect(refused()).toBeGreaterThanOrEqual(2);
      await world.restart();
      await world.live();
      expect(server.process.output()).toContain("unreachable (cached)");
    }, 60_000);
  },
);
