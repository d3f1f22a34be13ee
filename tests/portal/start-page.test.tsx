import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { textIn } from "#contract/wire/json";
import type { Screen } from "#core/screen/screen";
import { insertTicket } from "../../server/domain/req/ticket.store.ts";
import { COUNT_GROWTH } from "../../server/domain/nd/ip-subnet-growth.sql.ts";
import { startTexts } from "../../src/app/i18n.ts";
import { PortalProvider, type Portal } from "../../src/app/providers.tsx";
import { noteOpened } from "../../src/app/shell/note-opened.ts";
import { PlannerHost } from "../../src/editor/planning/planner-host.tsx";
import { ScreenPage } from "../../src/editor/screen/screen-page.tsx";
import home from "../../src/screens/home.ts";
import { createCollectedActions } from "../../src/state/collected-actions.ts";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";
import { Address } from "../support/address.tsx";

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld();
}, 120_000);
afterAll(() => world.close());
afterEach(cleanup);

const NOBODY = { loginName: null, firstName: null };

async function showHome(more: Partial<Portal> = {}, page: Screen = home): Promise<void> {
  await startTexts("en");
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Address path="/home">
        <PortalProvider value={{ ...world.portal, ...more }}>
          <PlannerHost>
            <Typed />
            <ScreenPage screen={page} title="routes.home" />
          </PlannerHost>
        </PortalProvider>
      </Address>
    </QueryClientProvider>,
  );
}

/** A field beside the page, such as that of the search. */
function Typed(): ReactNode {
  const [text, setText] = useState("");
  return <input aria-label="typed" value={text} onChange={(event) => setText(event.target.value)} />;
}

const column = (name: string) => screen.findByRole("region", { name });
const noColumns = (): void =>
  expect(["Continue", "Your subnets", "To do"].map((name) => screen.queryByRole("region", { name }))).toEqual(
    [null, null, null],
  );

describe("the start page", () => {
  it("shows no empty column", async () => {
    await showHome();
    await screen.findByRole("heading", { name: "Your networks" });
    expect(screen.queryByRole("region", { name: "To do" })).toBeNull();
    expect(screen.queryByRole("region", { name: "Your subnets" })).toBeNull();
  });

  it("shows objects that the account works on, its subnets and its tasks, by one call", async () => {
    const { bcd } = await world.apply([
      { idx: "unit", name: "cntl.group.create", new: { name: "harbour" } },
      { name: "cntl.mgr2group.create", new: { login_name: "ada", group_name: "harbour" } },
      { idx: "bcd", name: "nd.bcd.create", new: { name: "hafen-net" } },
      { name: "nd.bcd2group.create", new: { bcd: "hafen-net", group_name: "harbour" } },
      {
        name: "nd.ip_subnet.create",
        new: { cidr: "192.0.2.0/28", bcd: "hafen-net", reserved_addr_list: ["192.0.2.2", "192.0.2.3"] },
      },
      { name: "cntl.mgr.create", new: { parent_login_name: "ada", sub_id: "dns" } },
      {
        name: "cntl.wapi_auth.create",
        new: {
          login_name: "ada-dns",
          description: "nightly job",
          expiration_date: new Date(Date.now() + 10 * 86_400_000).toISOString().replace(/\.\d+/, ""),
        },
      },
      {
        name: "cntl.wapi_auth.create",
        new: {
          login_name: "ada-dns",
          description: "later",
          expiration_date: new Date(Date.now() + 40 * 86_400_000).toISOString().replace(/\.\d+/, ""),
        },
      },
    ]);
    const gpk = textIn(bcd?.[0]?.["gpk"]);
    await world.apply([{ name: "cntl.pin.create", new: { login_name: "ada", object_gfk: gpk } }]);
    const before = world.calls.length;
    const alert = { id: "al-1", title: "Works in hall 4", text: null, window: null, isCritical: true };
    await showHome({ frame: { ...world.portal.frame, useAlerts: () => [alert] } });
    const subnets = within(await column("Your subnets"));
    expect(subnets.getByRole("link", { name: "192.0.2.0/28" }).getAttribute("href")).toBe(
      "/dnsvs/subnets/192.0.2.0-28",
    );
    expect(subnets.getByText("Used 0 · Reserved 2 · Free 12")).toBeTruthy();
    expect(subnets.getByText("14 %")).toBeTruthy();
    expect(subnets.getByText("0, unchanged for 90 days", { selector: "span" })).toBeTruthy();
    const goesOn = within(await column("Continue"));
    expect(goesOn.getByRole("heading", { name: "Pinned" })).toBeTruthy();
    expect(goesOn.getByRole("link", { name: "hafen-net" })).toBeTruthy();
    expect(goesOn.getByRole("link", { name: "harbour" }).getAttribute("href")).toMatch(/^\/object\/tx-/);
    expect(goesOn.queryByRole("heading", { name: "Opened last" })).toBeNull();
    const toDo = within(await column("To do"));
    expect(toDo.getByText(/nightly job/)).toBeTruthy();
    expect(toDo.queryByText(/later/)).toBeNull();
    expect(toDo.getByRole("link", { name: "ada-dns" }).getAttribute("href")).toBe("/user/tokens");
    expect(toDo.getByText("Works in hall 4")).toBeTruthy();
    expect(world.calls.length - before).toBe(1);
  });

  it("[HOME-28] begins with the open tickets that the account works on: its own ones first, then the oldest", async () => {
    const sent = (subject: string) =>
      insertTicket(world.db, {
        form: "firewall",
        variant: null,
        subject,
        text: "Port 443",
        fields: {},
        sender: { name: "Ida Blau", email: "ida@example.org" },
        language: "en",
      });
    const [older, middle] = [await sent("Older"), await sent("Middle")];
    const [newer, done] = [await sent("Newer"), await sent("Closed")];
    await world.apply([
      { name: "req.ticket.update", old: { gpk: newer.gpk }, new: { assignee: "ada" } },
      { name: "req.ticket.update", old: { gpk: done.gpk }, new: { state: "done" } },
    ]);
    const before = world.calls.length;
    await showHome();
    const toDo = within(await column("To do"));
    expect(toDo.getAllByRole("heading")[1]?.textContent).toBe("Tickets of your team");
    const links = toDo.getAllByRole("link", { name: /^(Older|Middle|Newer|Closed)$/ });
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Newer", `/requests/${String(newer.number)}`],
      ["Older", `/requests/${String(older.number)}`],
      ["Middle", `/requests/${String(middle.number)}`],
    ]);
    const columns = screen.getAllByRole("region").map((one) => one.getAttribute("aria-label"));
    expect(columns[0]).toBe("To do");
    expect(world.calls.length - before).toBe(1);
  });

  it("[HOME-38] shows own subnets that are at least 80 % full apart from others, the fullest first, with bar and number", async () => {
    const reserved = (bcd: string, network: number, size: number, count: number) => ({
      name: "nd.ip_subnet.create",
      new: {
        cidr: `198.51.100.${String(network)}/${String(size)}`,
        bcd,
        reserved_addr_list: Array.from(
          { length: count },
          (_, at) => `198.51.100.${String(network + 1 + at)}`,
        ),
      },
    });
    await world.apply([
      { name: "nd.bcd.create", new: { name: "lager-net" } },
      reserved("hafen-net", 0, 30, 1),
      reserved("hafen-net", 64, 27, 24),
      reserved("hafen-net", 4, 30, 2),
      reserved("hafen-net", 32, 27, 23),
      // Nobody has assigned this network to the account.
      reserved("lager-net", 8, 29, 5),
    ]);
    await showHome();
    const subnets = await column("Your subnets");
    const full = within(subnets).getByRole("heading", { name: "From 80 % full" }).nextElementSibling;
    const rest = within(subnets).getByRole("heading", { name: "How full they are" }).nextElementSibling;
    const told = (list: Element | null) =>
      [...(list?.children ?? [])].map((line) => [
        line.querySelector("a")?.textContent,
        line.querySelector(".part-percent")?.textContent,
      ]);
    expect(told(full)).toEqual([
      ["198.51.100.4/30", "100 %"],
      ["198.51.100.64/27", "80 %"],
    ]);
    expect(told(rest)).toEqual([
      ["198.51.100.32/27", "76 %"],
      ["198.51.100.0/30", "50 %"],
      ["192.0.2.0/28", "14 %"],
    ]);
    const lines = [full, rest].flatMap((list) => [...(list?.children ?? [])]);
    for (const line of lines) expect(line.querySelectorAll("svg.part-bar")).toHaveLength(1);
    expect(lines.map((line) => line.querySelector("a")?.getAttribute("href"))).toEqual(
      ["4-30", "64-27", "32-27", "0-30"]
        .map((network) => `/dnsvs/subnets/198.51.100.${network}`)
        .concat("/dnsvs/subnets/192.0.2.0-28"),
    );
  });

  it("[HOME-39] shows which own subnets have grown most in 30 days, those with the most new addresses first, and no others", async () => {
    await world.db.query(COUNT_GROWTH);
    await showHome();
    expect(
      within(await column("Your subnets")).queryByRole("heading", { name: "Grown most in 30 days" }),
    ).toBeNull();
    cleanup();
    const host = (name: string, data: string) => ({
      name: "dns.record.create",
      new: {
        fqdn: `${name}.hafen.example.`,
        type: "A",
        data,
        fqdn_type: "domain",
        target_is_reverse_unique: false,
      },
    });
    await world.apply([
      { name: "dns.fqdn.create", new: { value: "hafen.example.", is_zone_apex: true } },
      host("near", "198.51.100.90"),
      host("foreign", "198.51.100.14"),
      host("a", "192.0.2.4"),
      host("b", "192.0.2.5"),
      host("c", "192.0.2.5"),
    ]);
    await world.db.query("update nd.subnet_growth set counted = counted - interval '1 hour'");
    await world.db.query(COUNT_GROWTH);
    await showHome();
    const grown = within(await column("Your subnets")).getByRole("heading", {
      name: "Grown most in 30 days",
    }).nextElementSibling;
    expect([...(grown?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      "192.0.2.0/28hafen-net · 2 addresses more",
      "198.51.100.64/27hafen-net · 1 address more",
    ]);
    expect(grown?.querySelector("a")?.getAttribute("href")).toBe("/dnsvs/subnets/192.0.2.0-28");
  });

  it("[HOME-40] shows a request that was started in this browser and not sent", async () => {
    await showHome();
    expect(
      within(await column("Continue")).queryByRole("heading", { name: "Started and not sent" }),
    ).toBeNull();
    cleanup();
    const collected = createCollectedActions(localStorage);
    collected.keep({ actions: [{ action: "connect" }, { action: "disconnect" }], names: {} });
    await showHome();
    const goesOn = within(await column("Continue"));
    await goesOn.findByText("2 entries, not sent");
    expect(goesOn.getByRole("link", { name: "Patch request" }).getAttribute("href")).toBe(
      "/requests?form=patch",
    );
    collected.keep({ actions: [], names: {} });
  });

  it("[HOME-41] shows what servers do not have in time, by the one call of the page", async () => {
    await showHome();
    expect(within(await column("To do")).queryByRole("heading", { name: "Late on servers" })).toBeNull();
    cleanup();
    await world.apply([
      { name: "output.server.create", new: { name: "ns1", address: "127.0.0.1", port: 5353 } },
    ]);
    await world.db.query(
      `insert into output.seen (server, unit, wanted, error, waits_since)
        select id, unit, '1', 'no_answer', now() - make_interval(secs => seconds) from output.server,
          (values ('hafen.example.', 21), ('kai.example.', 1)) u(unit, seconds)`,
    );
    const before = world.calls.length;
    await showHome();
    const toDo = within(await column("To do"));
    const late = toDo.getByRole("heading", { name: "Late on servers" }).nextElementSibling;
    expect(late?.textContent).toMatch(/^hafen\.example\.ns1 · does not answer · /);
    expect(late?.querySelector("a")?.getAttribute("href")).toMatch(/^\/object\/delivery-/);
    expect(late?.textContent).not.toContain("kai.example.");
    expect(world.calls.length - before).toBe(1);
  });

  it("keeps every letter that is typed elsewhere while the texts of its columns load", async () => {
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const sections = home.sections.map((section) => {
      if (section.kind !== "columns") return section;
      const load = async (): ReturnType<typeof section.load> => {
        asked.resolve();
        await held.promise;
        return section.load();
      };
      return { ...section, load };
    });
    await showHome({}, { ...home, sections });
    await asked.promise;
    const field = await screen.findByLabelText<HTMLInputElement>("typed");
    await userEvent.type(field, "ap-001.");
    expect(field.value).toBe("ap-001.");
    expect(screen.getByRole("heading", { name: "Your networks" })).toBeTruthy();
    noColumns();
    held.resolve();
    await column("Continue");
  });

  it("shows the last changes of the account, but not that it signed out", async () => {
    const sessions = await world.db.query<{ gpk: string }>(
      `insert into cntl.wapi_auth (login_name, is_session, token_hash)
        select m.id, true, 'session ' || n from cntl.mgr m, generate_series(1, 25) n where m.login_name = 'ada'
        returning 'tok-' || id gpk`,
    );
    for (const { gpk } of sessions) await world.apply([{ name: "cntl.wapi_auth.delete", old: { gpk } }]);
    await showHome();
    const goesOn = within(await column("Continue"));
    expect(goesOn.getByRole("link", { name: "harbour" })).toBeTruthy();
    expect(goesOn.queryByText(/Token/)).toBeNull();
  });

  it("names an object only once, however often it was changed", async () => {
    await world.apply([{ name: "nd.bcd.create", new: { name: "werft-net" } }]);
    await world.apply([{ name: "nd.bcd.update", old: { name: "werft-net" }, new: { seclvl: 2 } }]);
    await world.apply([{ name: "nd.bcd.create", new: { name: "kai-net" } }]);
    await showHome();
    const work = within(await column("Continue"));
    expect(work.getAllByRole("link", { name: "werft-net" })).toHaveLength(1);
    expect(work.getAllByRole("link", { name: "kai-net" })).toHaveLength(1);
  });

  it("counts planned changes and opens their list", async () => {
    const item = {
      uuid: "u1",
      ta_type: "db_editor_simple",
      variant: null,
      content: {
        object_fq_name: "nd.bcd",
        object_function: "delete",
        parameters: { old: { name: "hafen-net" }, new: {} },
        preview_fields: [],
        object_title: "hafen-net",
        show_result: false,
        non_optionals: [],
        input_reducer: null,
      },
    } as const;
    world.portal.txlist.submit({ kind: "add", item });
    world.portal.shell.setPanel("isPlannedOpen", false);
    await showHome();
    await userEvent.click(await screen.findByRole("button", { name: "1 planned change" }));
    expect(world.portal.shell.state.isPlannedOpen).toBe(true);
    world.portal.txlist.submit({ kind: "clear" });
  });

  it("shows visitors and people who are not in the database their usual content, without a call", async () => {
    const before = world.calls.length;
    const { account } = world.portal;
    const visitor = { ...account.visitor, inDatabase: false };
    await showHome({ account: { ...account, visitor } });
    expect(await screen.findByText(/not in the network database yet/)).toBeTruthy();
    noColumns();
    cleanup();
    await showHome({ account: { ...NOBODY, visitor: { ...visitor, signedIn: false } } });
    expect(await screen.findByText("Sign in to see your networks.")).toBeTruthy();
    noColumns();
    expect(world.calls.length).toBe(before);
  });

  it("[HOME-37] tells visitors in three sentences what the portal does, and shows where the guide is and what is announced", async () => {
    const { frame } = world.portal;
    const visitor = { ...world.portal.account.visitor, inDatabase: false, signedIn: false };
    const account = { ...NOBODY, visitor };
    const failure = { id: "a-1", title: "Cut fibre", text: null, window: null, isCritical: true };
    const window = { begin: new Date("2031-05-06T07:00:00Z"), end: new Date("2031-05-06T09:00:00Z") };
    const work = { id: "m-1", title: "New core router", text: null, window, isCritical: false };
    await showHome({ account, frame: { ...frame, useAlerts: () => [] } });
    const steps = await screen.findAllByRole("heading", { level: 2, name: /^(Plan|Test|Apply)$/ });
    expect(steps.map(({ textContent }) => textContent)).toEqual(["Plan", "Test", "Apply"]);
    const told = steps.map(({ nextElementSibling }) => nextElementSibling?.textContent);
    // Each text is one sentence.
    for (const text of told) expect(text).toMatch(/^[A-Z][^.!?]+\.$/);
    expect(document.querySelectorAll("svg.door-picture")).toHaveLength(1);
    const way = (name: string) => screen.getByRole<HTMLAnchorElement>("link", { name }).getAttribute("href");
    expect([way("Sign in"), way("User guide")]).toEqual(["/login", "/docs/user-guide"]);
    screen.getByText("Nothing is announced.");
    cleanup();
    await showHome({ account, frame: { ...frame, useAlerts: () => [failure, work] } });
    await screen.findByText("Cut fibre");
    expect(screen.getByText("New core router").querySelector("time")?.dateTime).toMatch(/^2031-05-06/);
    expect(screen.queryByText("Nothing is announced.")).toBeNull();
  });
});

describe("an opened object", () => {
  const opened = async (): Promise<readonly unknown[]> =>
    (await world.apply([{ idx: "r", name: "cntl.recent_object.list", old: { is_own: true } }]))["r"]?.map(
      (row) => row["object_gfk"],
    ) ?? [];
  const wait = () => new Promise((resolve) => setTimeout(resolve, 200));

  it("is stored once a visit, but neither for a view nor during impersonation", async () => {
    const { portal } = world;
    // jsdom has no idle time.
    window.requestIdleCallback = (work) => Number(setTimeout(work));
    const client = new QueryClient();
    const [row] = (await world.apply([{ idx: "b", name: "nd.bcd.list" }]))["b"] ?? [];
    const bcd = {
      type: "nd.bcd" as const,
      gpk: textIn(row?.["gpk"]),
      title: "hafen-net",
      variant: null,
      shownAt: "/home",
    };
    const calls = { ...portal.calls, viewer: { token: "ada", as: "otto" } };
    noteOpened({ ...portal, calls }, client, bcd);
    noteOpened(portal, client, { ...bcd, type: "nd.ip_subnet_use", gpk: "netuse-1" });
    await wait();
    expect(await opened()).toEqual([]);
    const before = world.calls.length;
    noteOpened(portal, client, bcd);
    noteOpened(portal, client, { ...bcd, title: "another title" });
    await wait();
    expect(world.calls.length - before).toBe(1);
    expect(await opened()).toEqual([bcd.gpk]);
    await showHome();
    const goesOn = within(await column("Continue"));
    expect(goesOn.getByRole("heading", { name: "Opened last" })).toBeTruthy();
  });
});
