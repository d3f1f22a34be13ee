import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { describe as describeTypes } from "../../server/wapi/describe/metadata.ts";
import { applyDefinition } from "../../server/db/apply.ts";
import { makeCopy } from "../../server/services/copy/copy.ts";
import { startPrimary, type Primary } from "../../server/services/dns/primary.ts";
import type { Asked } from "../../server/dns-wire/exchange.ts";
import { answerSteps, presentObjects } from "../support/answer-steps.ts";
import { extent, seed } from "../support/extent.ts";
import { changeBytes, servedAnswers, toldDifference, type Answer } from "../support/full-answers.ts";
import { freePort, HOST, newKey } from "../support/name-servers.ts";
import { random } from "../support/random.ts";
import { ownPostgres, type OwnPostgres } from "../support/service-machine.ts";
import { callsOf, executorOf, fillSmallWorld, rowsOf, type SmallWorld } from "../support/small-world.ts";

const LISTS = extent(150);
const COPY = "netportal_copy";

describe("random lists of steps beside a service machine", () => {
  let central: OwnPostgres;
  let copy: OwnPostgres;
  let calls: Pick<SmallWorld, "execute">;
  let listener: Primary;
  let primary: Asked;
  const logged: string[] = [];

  beforeAll(async () => {
    central = await ownPostgres({ wal_level: "logical", max_slot_wal_keep_size: "1GB" });
    copy = await ownPostgres({});
    const { db } = central;
    const catalogue = await loadCatalogue();
    await applyDefinition(db, catalogue, describeTypes(catalogue));
    await fillSmallWorld(db, catalogue);
    calls = callsOf(executorOf(db, catalogue, "rw"));
    await makeCopy({
      central: db,
      copy: copy.db,
      catalogue,
      from: central.libpq,
      name: COPY,
      role: null,
      say: () => undefined,
    });
    // A commit then waits until the copy has applied it, so that the test need not wait for the copy.
    await db.query(`alter system set synchronous_standby_names = '${COPY}'`);
    await db.query("alter system set synchronous_commit = 'remote_apply'");
    await db.query("select pg_reload_conf()");
    listener = await startPrimary(db, [{ host: HOST, port: await freePort() }], (text) => logged.push(text));
    const key = newKey("machine.netportal.");
    primary = { address: HOST, port: listener.port, key };
    const { name, secret } = key;
    const server = { name: "machine", address: HOST, key_name: name, key_secret: secret };
    rowsOf(
      await calls.execute("ada", [
        ...["n0", "n1"].map((one) => ({ name: "nd.net_instnc.create", new: { name: one } })),
        { name: "output.server.create", new: server },
        // The catalog is there as soon as a zone has a name server.
        { name: "dns.record.create", new: { fqdn: "example.com.", type: "NS", data: "example.org." } },
      ]),
    );
    await db.query("select output.publish_dns()");
  }, 120_000);
  afterAll(async () => {
    await listener.stop();
    await copy.remove();
    await central.remove();
  });

  const served = (): Promise<ReadonlySet<Answer>> => servedAnswers(central.db, copy.db, primary);

  it(
    "the dry run told exactly how the answers of AXFR and of the views of the copy differ after the apply",
    async () => {
      const draw = random(seed(58));
      const kinds = new Set<string>();
      let before = await served();
      let present = await presentObjects(central.db);
      for (let passed = 0, tries = 0; passed < LISTS; tries++) {
        expect(tries).toBeLessThan(LISTS * 20);
        const steps = answerSteps(draw, present);
        if (steps.length === 0) continue;
        const dry = await calls.execute("ada", steps, { dryRun: true, answers: true });
        if (!dry.ok) continue;
        expect({ steps, ok: (await calls.execute("ada", steps)).ok }).toEqual({ steps, ok: true });
        await central.db.query("select output.publish_dns()");
        const after = await served();
        const difference = toldDifference(before, after);
        const told = (dry.lists[steps.length] ?? []).map(changeBytes).toSorted();
        expect({ steps, told }).toEqual({ steps, told: difference });
        for (const change of difference) kinds.add(change.split(" ", 2).join(" "));
        before = after;
        present = await presentObjects(central.db);
        passed++;
      }
      expect([...kinds].toSorted()).toEqual(["+ dhcp", "+ dns", "+ radius", "- dhcp", "- dns", "- radius"]);
      expect(logged).toEqual([]);
    },
    LISTS * 2_000,
  );
});
