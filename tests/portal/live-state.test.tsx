import { cleanup, screen, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { textIn } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { startOutput, type Output } from "../../server/output/output.ts";
import { freePort, HOST, newKey } from "../support/name-servers.ts";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

const TITLE = "Live on name servers";
const NAME = "www.hafen.example.";

let world: PortalWorld;
let output: Output;
beforeAll(async () => {
  world = await portalWorld();
  await world.apply([
    { name: "dns.fqdn.create", new: { value: "hafen.example.", type: "domain", is_zone_apex: true } },
    record(NAME, "A", "192.0.2.1"),
    record("hafen.example.", "NS", NAME),
  ]);
  const listen = { host: HOST, port: await freePort() };
  output = await startOutput({ db: world.db, listen, writes: true, log: () => undefined });
}, 120_000);
afterAll(async () => {
  await output.stop();
  await world.close();
});
afterEach(cleanup);

function record(fqdn: string, type: string, data: string): Step {
  return { name: "dns.record.create", new: { fqdn, fqdn_type: "domain", type, data } };
}

async function stateRows(path: string): Promise<readonly string[]> {
  await world.show(path);
  const table = await screen.findByRole("grid", { name: TITLE });
  return within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      [...row.querySelectorAll("td")]
        .map((cell) => cell.textContent.replaceAll("\u200b", "").trim())
        .join(" | "),
    );
}

describe("the page of a name", () => {
  it("tells nothing of servers where there are none, and asks for them in its one call", async () => {
    const before = world.calls.length;
    await world.show(`/dnsvs/fqdns/${NAME}`);
    await screen.findByRole("heading", { name: NAME });
    expect(screen.queryByText(TITLE)).toBeNull();
    const calls = world.calls.slice(before).filter((steps) => steps.some(({ idx }) => idx === "state"));
    expect(calls).toHaveLength(1);
    expect(calls[0]?.filter(({ name }) => name.startsWith("output."))).toHaveLength(1);
  });

  it("tells which server a name and its zone wait for, and why; the page of the transaction too", async () => {
    const key = newKey("ns1.");
    await world.apply([
      {
        name: "output.server.create",
        new: {
          name: "ns1",
          address: HOST,
          port: await freePort(),
          key_name: key.name,
          key_secret: key.secret,
        },
      },
      record(NAME, "TXT", "pier"),
    ]);
    const error = async (): Promise<unknown> =>
      (await world.db.query("select error from output.name_state where error = 'no_answer' limit 1"))[0];
    await expect.poll(error, { timeout: 20_000 }).toEqual({ error: "no_answer" });
    world.client.clear();
    for (const path of [`/dnsvs/fqdns/${NAME}`, "/dnsvs/fqdns/hafen.example."])
      expect(await stateRows(path)).toEqual([
        expect.stringMatching(/^ns1 \| hafen\.example\. \| no \| .* \| does not answer$/),
      ]);
    const [last] =
      (
        await world.apply([
          { name: "wapi.transaction.list", old: { sorting_params_list: ["ts DESC"], fetch_limit: 1 } },
        ])
      )["0"] ?? [];
    expect(await stateRows(`/object/${textIn(last?.["gpk"])}`)).toEqual([
      expect.stringMatching(/^ns1 \| hafen\.example\. \| no \| .* \| does not answer$/),
    ]);
  });
});
