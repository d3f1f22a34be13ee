import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Execute } from "#contract/wire/outcome";
import type { FormTarget } from "#core/form/target";
import { contentOf, type Planned } from "#core/txlist/planned";
import { startTexts } from "../../src/app/i18n.ts";
import { PortalProvider, type Portal } from "../../src/app/providers.tsx";
import { OpenedForm } from "../../src/editor/planning/opened-form.tsx";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";
import { Address } from "../support/address.tsx";

let world: PortalWorld;
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });

beforeAll(async () => {
  world = await portalWorld();
  await startTexts("en");
  await world.apply([
    { name: "nd.site.create", new: { name: "nord" } },
    { name: "nd.bldg.create", new: { site: "nord", number: "1" } },
  ]);
}, 120_000);
afterAll(() => world.close());
afterEach(() => {
  cleanup();
  world.portal.txlist.submit({ kind: "clear" });
});

async function openImport(object: FormTarget["object"], differences: Partial<Portal> = {}) {
  const planned: Planned[] = [];
  let isClosed = false;
  render(
    <QueryClientProvider client={client}>
      <Address path="/">
        <PortalProvider value={{ ...world.portal, ...differences }}>
          <OpenedForm
            form={{ of: { imported: { object, operation: "create", row: null } }, edited: null }}
            onPlanned={(item) => planned.push(item)}
            onPlannedAll={(more) => planned.push(...more)}
            onClose={() => {
              isClosed = true;
            }}
          />
        </PortalProvider>
      </Address>
    </QueryClientProvider>,
  );
  const dialog = await screen.findByRole("dialog");
  return { planned, dialog, isClosed: () => isClosed };
}

async function paste(dialog: HTMLElement, text: string): Promise<void> {
  await userEvent.click(within(dialog).getByRole("textbox", { name: "Table as text" }));
  await userEvent.paste(text);
}

const press = async (dialog: HTMLElement, name: RegExp): Promise<void> =>
  userEvent.click(await within(dialog).findByRole("button", { name }));

const TABLE = "site,number\nnord,2\nsued,3\nnord,1\nsued,4\n";

describe("a table of text", () => {
  it("is tested by the server, which reports all refused lines with their numbers; the others can be planned", async () => {
    const { planned, dialog, isClosed } = await openImport("nd.bldg");
    await paste(dialog, TABLE);
    await press(dialog, /^Plan 4 new objects/);
    const list = await within(dialog).findByRole("list", { name: "3 errors in 3 lines" });
    expect(
      within(list)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^Line 3 .*„sued“ gibt es nicht/),
      expect.stringMatching(/^Line 4 .*gibt es schon/),
      expect.stringMatching(/^Line 5 .*„sued“ gibt es nicht/),
    ]);
    expect(planned).toEqual([]);
    await press(dialog, /^Plan$/);
    expect([planned.length, isClosed()]).toEqual([0, false]);
    await userEvent.click(within(dialog).getByRole("checkbox", { name: "Leave out 3 faulty lines" }));
    await press(dialog, /^Plan 1 new object/);
    expect(planned.map((item) => contentOf(item)?.parameters.new)).toEqual([{ site: "nord", number: "2" }]);
    expect(isClosed()).toBe(true);
  });

  it("may refer to planned objects, and to objects of its own lines", async () => {
    const before = await openImport("nd.site");
    await paste(before.dialog, "name\nsued\n");
    await press(before.dialog, /^Plan 1 new object/);
    await expect.poll(() => before.planned.length).toBe(1);
    cleanup();
    world.portal.txlist.submit({ kind: "append", items: before.planned });
    const { planned, dialog } = await openImport("nd.bldg");
    await paste(dialog, "site,number\nsued,3\nsued,4\n");
    await press(dialog, /^Plan 2 new objects/);
    await expect.poll(() => planned.length).toBe(2);
  });

  it("can be planned untested if the server is unreachable, and the page says so", async () => {
    const fault = {
      type: { name: "internal_error", code: -20999 },
      code: 0,
      name: "network",
      description: "The server cannot be reached.",
      details: {},
      hint: null,
      stepIdx: null,
    };
    const execute: Execute = () => Promise.resolve({ ok: false, fault, status: 0 });
    const { planned, dialog } = await openImport("nd.bldg", { calls: { ...world.portal.calls, execute } });
    await paste(dialog, "site,number\nnord,7\n");
    await press(dialog, /^Plan 1 new object/);
    await within(dialog).findAllByText(/cannot test the lines: The server cannot be reached/);
    expect(planned).toEqual([]);
    await press(dialog, /^Plan 1 new object/);
    expect(planned).toHaveLength(1);
  });

  it("of 2,000 lines, half of them refused, is reported at once", async () => {
    const { dialog } = await openImport("nd.bldg");
    const lines = Array.from({ length: 2000 }, (_, at) => `${at % 2 === 0 ? "nord" : "west"},n${String(at)}`);
    await paste(dialog, `site,number\n${lines.join("\n")}`);
    const before = world.calls.length;
    await press(dialog, /^Plan 2,000 new objects/);
    await within(dialog).findByRole("list", { name: "1,000 errors in 1,000 lines" });
    expect(world.calls.length - before).toBeLessThanOrEqual(3);
  });
});
