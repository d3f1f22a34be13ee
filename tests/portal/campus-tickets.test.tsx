import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { textIn, type Params, type Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { insertTicket } from "../../server/domain/req/ticket.store.ts";
import { startTexts } from "../../src/app/i18n.ts";
import { PortalProvider } from "../../src/app/providers.tsx";
import { PlannerHost } from "../../src/editor/planning/planner-host.tsx";
import { ScreenPage } from "../../src/editor/screen/screen-page.tsx";
import { ticketsScreen } from "../../src/subjects/req/requests.ts";
import { Address } from "../support/address.tsx";
import { apply, elements, expectAccessible, openForm, plan, rowOf, rowsOf } from "../support/by-hand.ts";
import { campus, type Campus } from "../support/portal-world.tsx";

let demo: Campus;
type Person = Awaited<ReturnType<Campus["as"]>>;
let ada: Person;
let greta: Person;
let otto: Person;

beforeAll(async () => {
  demo = await campus();
  [ada, greta, otto] = [await demo.as("ada"), await demo.as("greta"), await demo.as("otto")];
}, 120_000);
afterAll(() => demo.close());
afterEach(() => {
  cleanup();
  for (const { client, portal } of [ada, greta, otto]) {
    client.clear();
    portal.txlist.submit({ kind: "clear" });
  }
});

async function rows({ apply: run }: Person, name: Step["name"], old: Params = {}): Promise<readonly Row[]> {
  return (await run([{ idx: "rows", name, old }]))["rows"] ?? [];
}

/** Stores a request as somebody of the campus sends it, and answers its number. */
async function sent(login: string, form: string, fields: Params = {}): Promise<number> {
  const [account] = await ada.db.query<{ id: string }>(
    "select id::text id from cntl.mgr where login_name = $1",
    [login],
  );
  const sender = { account: account?.id ?? "", login };
  const text = "as it was sent";
  const { number } = await insertTicket(ada.db, {
    form,
    variant: null,
    sender,
    subject: `${form} of ${login}`,
    text,
    fields,
    language: "en",
  });
  return number;
}

/** The tickets of the page of all requests, in a view. */
async function showTickets({ portal, client }: Person, view: string | null = null): Promise<void> {
  await startTexts("en");
  render(
    <QueryClientProvider client={client}>
      <Address path="/requests">
        <PortalProvider value={portal}>
          <PlannerHost>
            <ScreenPage screen={ticketsScreen(view)} title="routes.requests" />
          </PlannerHost>
        </PortalProvider>
      </Address>
    </QueryClientProvider>,
  );
}

/** The texts of a row by the names of their columns. */
function cellsOf(row: HTMLElement): ReadonlyMap<string, string> {
  const heads = [...(row.closest("table")?.querySelectorAll("thead th") ?? [])];
  const cells = [...row.children];
  return new Map(heads.map((head, at) => [head.textContent.trim(), cells[at]?.textContent ?? ""]));
}

describe("the tickets of an account", () => {
  it("[REQ-100] greta sees her own ones with number, form, time and state, and those of nobody else", async () => {
    const number = await sent("greta", "vpn2vlan");
    await sent("otto", "vpn2vlan");
    await showTickets(greta);
    const cells = cellsOf(await rowOf("Own tickets", String(number)));
    expect([cells.get("Number"), cells.get("Form"), cells.get("State")]).toEqual([
      String(number),
      "VPN2VLAN access",
      "open",
    ]);
    expect(cells.get("Sent")).toMatch(/^now$|\d/);
    const own = await rows(greta, "req.ticket.list");
    expect(rowsOf("Own tickets")).toHaveLength(own.length);
    expect(own.map((row) => row["login_name"])).toEqual(own.map(() => "greta"));
    await expectAccessible();
  });

  it("[REQ-100] ada sees all tickets and changes the state of one through the transaction list", async () => {
    const number = await sent("greta", "vpn2vlan");
    await showTickets(ada);
    await rowOf("All tickets", String(number));
    const [{ count } = { count: 0 }] = await ada.db.query<{ count: number }>(
      "select count(*)::int count from req.ticket",
    );
    expect(rowsOf("All tickets")).toHaveLength(count);
    cleanup();
    await ada.show(`/requests/${String(number)}`);
    const form = await openForm("Change state");
    const states = within(form).getByRole<HTMLSelectElement>("combobox", { name: "State" });
    const offered = [...states.options].flatMap(({ value, text }) => (value === "" ? [] : text));
    expect(offered.toSorted()).toEqual(["done", "in progress", "open", "refused"]);
    await userEvent.selectOptions(states, "refused");
    await plan(form);
    expect(elements()).toHaveLength(1);
    const state = async () => (await rows(ada, "req.ticket.list", { number }))[0]?.["state"];
    expect(await state()).toBe("open");
    await apply();
    expect(await state()).toBe("refused");
  });

  it("[REQ-131] otto's team has its tickets first, with who works on each; his other ones follow", async () => {
    const [taken, free, other] = [
      await sent("greta", "dhcp"),
      await sent("greta", "dhcp"),
      await sent("otto", "vpn2vlan"),
    ];
    await otto.apply([{ name: "req.ticket.update", old: { number: taken }, new: { assignee: "otto" } }]);
    await showTickets(otto);
    const worker = async (number: number) =>
      cellsOf(await rowOf("Tickets of your team", String(number))).get("Assigned to");
    await waitFor(async () => expect(await worker(taken)).toContain("Otto Brandt"));
    expect(await worker(free)).toMatch(/^\W*$/);
    const own = await rowOf("Own tickets", String(other));
    const team = await rowOf("Tickets of your team", String(taken));
    expect(team.compareDocumentPosition(own)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const numbers = (table: string) => rowsOf(table).map((row) => Number(cellsOf(row).get("Number")));
    expect(numbers("Own tickets")).not.toContain(taken);
    cleanup();
    otto.client.clear();

    await showTickets(otto, "mine");
    await rowOf("Tickets of your team", String(taken));
    expect(numbers("Tickets of your team")).not.toContain(free);
    cleanup();
    otto.client.clear();
    await showTickets(otto, "open");
    await rowOf("Tickets of your team", String(free));
    expect(numbers("Tickets of your team")).not.toContain(taken);
  });
});

describe("a ticket", () => {
  it("[REQ-132] that a colleague works on is taken over through the transaction list", async () => {
    const number = await sent("greta", "dhcp");
    await ada.apply([{ name: "req.ticket.update", old: { number }, new: { assignee: "ada" } }]);
    await otto.show(`/requests/${String(number)}`);
    await plan(await openForm("Take over"));
    expect(elements()).toHaveLength(1);
    const [before] = await rows(otto, "req.ticket.list", { number });
    expect(before).toMatchObject({ assignee: "ada" });
    await apply();
    const [after] = await rows(otto, "req.ticket.list", { number });
    expect(after).toMatchObject({ assignee: "otto", state: "in_work" });
    await screen.findByText(/ → Otto Brandt$/);
    expect(screen.queryByRole("button", { name: "Take over" })).toBeNull();
  });

  it("[REQ-133] has links to the objects that its reader may see, and to addresses; its text is folded", async () => {
    const own = await rows(greta, "nd.ip_subnet.list", { is_own: true });
    const foreign = new Set((await rows(otto, "nd.bcd.list")).map((row) => row["name"]));
    const network = own.find((row) => !foreign.has(row["bcd"] ?? null));
    const [bcd, cidr] = [textIn(network?.["bcd"]), textIn(network?.["cidr"])];
    const comments = `between 192.0.2.7 and ${cidr}.`;
    const number = await sent("greta", "dhcp", { bcd, mdhcp_enabled: true, comments });
    const path = `/requests/${String(number)}`;
    const link = (name: string) => screen.queryByRole("link", { name });

    await greta.show(path);
    await waitFor(() =>
      expect([bcd, "192.0.2.7", cidr].map((name) => link(name) !== null)).toEqual([true, true, true]),
    );
    expect(link(bcd)?.getAttribute("href")).toBe(`/cntl/bcds/${bcd}`);
    expect(link("192.0.2.7")?.getAttribute("href")).toBe("/dnsvs/ips/192.0.2.7/records");
    const answers = [...document.querySelectorAll(".detail-field")].map(({ textContent }) => textContent);
    expect(answers).toContain(`BCD${bcd}`);
    expect(answers).toContain("Static assignments (mDHCP)yes");
    expect(answers).toContain(`Comments${comments}`);
    expect(screen.getByText("Text as it was sent").closest("details")?.open).toBe(false);
    cleanup();

    await otto.show(path);
    await waitFor(() => expect(link("192.0.2.7")).not.toBeNull());
    await screen.findByText(bcd, { exact: true });
    expect([bcd, cidr].map(link)).toEqual([null, null]);
  });
});
