import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { textIn } from "#contract/wire/json";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld();
}, 120_000);
afterAll(() => world.close());
afterEach(cleanup);

it("JSON of an object is a block of indented lines, folded if it is long", async () => {
  const { rows = [] } = await world.apply([
    { idx: "rows", name: "wapi.function.list", old: { fq_name: "nd.bcd.update" } },
  ]);
  const [row] = rows;
  await world.show(`/object/${textIn(row?.["gpk"])}?type=wapi.function`);
  const fieldOf = async (label: string): Promise<HTMLElement> =>
    (await screen.findByText(label, { selector: "dt" })).parentElement ?? document.body;
  for (const [attribute, label, isFolded] of [
    ["grant_rule", "Who else may", false],
    ["parameters", "Parameters", true],
  ] as const) {
    const field = await fieldOf(label);
    const text = JSON.stringify(row?.[attribute], null, 2);
    await waitFor(() => expect(field.querySelector("pre")?.textContent).toBe(text));
    expect(field.querySelector("pre")?.closest("details") != null).toBe(isFolded);
    const count = `${String(text.split("\n").length)} lines`;
    expect(within(field).queryAllByText(count)).toHaveLength(isFolded ? 1 : 0);
    expect(within(field).getByRole("button", { name: "Copy", hidden: true })).toBeTruthy();
  }
});

it("JSON in a list stays one line", async () => {
  await world.show("/object/wapi.function?q=nd.bcd.update&cols=fq_name,grant_rule");
  await screen.findByText("nd.bcd.update");
  expect((await screen.findAllByText('{"is_own":true}')).length).toBeGreaterThan(0);
  expect(document.querySelector("pre")).toBeNull();
});
