import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeViews } from "../../server/services/copy/copy-views.ts";
import { answerSteps, presentObjects } from "../support/answer-steps.ts";
import { extent, seed } from "../support/extent.ts";
import { changeText, fullAnswers, toldDifference } from "../support/full-answers.ts";
import { random } from "../support/random.ts";
import { rowsOf, smallWorld, type SmallWorld } from "../support/small-world.ts";

const LISTS = extent(500);

describe.each([
  { world: "nobody is served", records: "output.wanted_rr" },
  { world: "a name server is served", records: "output.rr" },
] as const)("random lists of steps while $world", ({ records }) => {
  const isServed = records === "output.rr";
  let world: SmallWorld;
  beforeAll(async () => {
    world = await smallWorld();
    await makeViews(world.db, world.catalogue);
    const servers = isServed ? [{ name: "ns1", address: "127.0.0.1", key_name: "ns1." }] : [];
    rowsOf(
      await world.execute("ada", [
        ...["n0", "n1"].map((name) => ({ name: "nd.net_instnc.create", new: { name } })),
        ...servers.map((values) => ({ name: "output.server.create", new: values })),
      ]),
    );
    await world.db.query("select output.publish_dns()");
  });
  afterAll(() => world.close());

  it(
    "the dry run reported exactly the answers that differ after the apply",
    async () => {
      const draw = random(seed(isServed ? 14 : 41));
      const kinds = new Set<string>();
      let before = await fullAnswers(world.db, records);
      let present = await presentObjects(world.db);
      for (let passed = 0, tries = 0; passed < LISTS; tries++) {
        expect(tries).toBeLessThan(LISTS * 20);
        const steps = answerSteps(draw, present);
        if (steps.length === 0) continue;
        const dry = await world.execute("ada", steps, { dryRun: true, answers: true });
        if (!dry.ok) continue;
        const applied = await world.execute("ada", steps);
        expect({ steps, ok: applied.ok }).toEqual({ steps, ok: true });
        await world.db.query("select output.publish_dns()");
        const after = await fullAnswers(world.db, records);
        const difference = toldDifference(before, after);
        const told = (dry.lists[steps.length] ?? []).map(changeText).toSorted();
        expect({ steps, told }).toEqual({ steps, told: difference });
        for (const change of difference) kinds.add(change.split(" ", 2).join(" "));
        before = after;
        present = await presentObjects(world.db);
        passed++;
      }
      expect([...kinds].toSorted()).toEqual(["+ dhcp", "+ dns", "+ radius", "- dhcp", "- dns", "- radius"]);
    },
    LISTS * 2_000,
  );
});
