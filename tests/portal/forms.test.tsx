import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Row } from "#contract/wire/json";
import { planForm } from "#core/form/plan-form";
import type { FormTarget } from "#core/form/target";
import { items } from "#core/txlist/history";
import { contentOf, type Planned } from "#core/txlist/planned";
import { OpenedForm } from "../../src/editor/planning/opened-form.tsx";
import { startTexts } from "../../src/app/i18n.ts";
import { PortalProvider } from "../../src/app/providers.tsx";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";
import { Address } from "../support/address.tsx";

let world: PortalWorld;
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });

beforeAll(async () => {
  world = await portalWorld();
  await startTexts("en");
  const made = await world.execute(
    [
      { idx: "site", name: "nd.site.create", new: { name: "nord", title: "Nord" } },
      { idx: "bldg", name: "nd.bldg.create", new: { site: "nord", number: "20.40", title: "Altbau" } },
      { idx: "room", name: "nd.room.create", new: { site: "nord", bldg: "20.40", name: "001" } },
      ...Array.from({ length: 12 }, (_, at) => ({
        idx: `s${String(at)}`,
        name: "nd.site.create",
        new: { name: `west-${String(at)}` },
      })),
    ],
    { dryRun: false },
  );
  if (!made.ok) throw new Error(made.fault.description);
}, 900_000);
afterAll(() => world.close());
afterEach(() => {
  cleanup();
  world.portal.txlist.submit({ kind: "clear" });
});

interface Opened {
  readonly planned: Planned[];
  readonly before: Planned[];
}

async function open(target: FormTarget): Promise<Opened> {
  const opened: Opened = { planned: [], before: [] };
  render(
    <QueryClientProvider client={client}>
      <Address path="/">
        <PortalProvider value={world.portal}>
          <OpenedForm
            form={{ of: { target }, edited: null }}
            onPlanned={(item) => opened.planned.push(item)}
            onPlannedAll={(more) => opened.before.push(...more)}
            onClose={() => undefined}
          />
        </PortalProvider>
      </Address>
    </QueryClientProvider>,
  );
  await screen.findByRole("dialog");
  return opened;
}

const create = (object: FormTarget["object"], more: Partial<FormTarget> = {}): FormTarget => ({
  object,
  operation: "create",
  row: null,
  ...more,
});

/** How each widget appears to a person. */
const FITS: Readonly<Record<string, string>> = {
  boolean: "input[type=checkbox], select",
  choice: "select",
  choiceList: "select",
  // A line that may be long is shown in several.
  text: "input, textarea",
  textarea: "textarea",
  json: "textarea",
  secret: "input[type=password]",
  reference: "input[role=combobox]",
};

describe("every form", () => {
  it("[TAFORM-08] opens with a fitting input and the help text of each parameter, and without an error", async () => {
    const errors = vi.spyOn(console, "error");
    let count = 0;
    let helped = 0;
    for (const type of world.catalogue.types) {
      for (const operation of ["create", "update"] as const) {
        const target: FormTarget = { object: type.name, operation, row: operation === "create" ? null : {} };
        const plan = planForm(world.catalogue, target, { locale: "en", isExpert: false });
        if (plan === null) continue;
        await open(target);
        const drawn = [...document.querySelectorAll(".form-field")];
        expect(drawn.length, `${type.name}.${operation}`).toBe(plan.fields.length);
        for (const [at, field] of plan.fields.entries()) {
          const fitting = () => drawn[at]?.querySelector(FITS[field.widget] ?? "input, button") ?? null;
          // Rarely used fields are loaded after the first form.
          await vi.waitFor(() =>
            expect(fitting(), `${type.name}.${operation} ${field.name} as ${field.widget}`).not.toBeNull(),
          );
          expect(field.label, `${type.name} ${field.name}`).not.toBe("");
          if (field.help === null) continue;
          // The text stands below the input and is read out with it.
          const help = drawn[at]?.querySelector(".form-help");
          expect(help?.textContent, `${type.name} ${field.name}`).toContain(field.help);
          const described = `[aria-describedby~="${help?.id ?? ""}"]`;
          expect(drawn[at]?.matches(described) === true || drawn[at]?.querySelector(described)).toBeTruthy();
          helped += 1;
        }
        count += 1;
        cleanup();
      }
    }
    expect(count).toBeGreaterThan(60);
    expect(helped).toBeGreaterThan(60);
    expect(errors.mock.calls.map((call) => String(call[0])).slice(0, 3)).toEqual([]);
    errors.mockRestore();
  }, 900_000);

  it("offers likely values of a text by their labels, and accepts any other", async () => {
    const user = userEvent.setup();
    const opened = await open(create("nd.device"));
    const field = screen.getByLabelText<HTMLInputElement>("Type");
    const offered = [...(field.list?.options ?? [])].map(({ value, label }) => [value, label]);
    expect(Object.fromEntries(offered)).toEqual({ switch: "Switch", router: "Router", ap: "Access point" });
    await user.type(field, "ups");
    await user.type(screen.getByRole("combobox", { name: "FQDN" }), "ups.example.edu.");
    await user.click(screen.getByRole("button", { name: "Plan" }));
    await vi.waitFor(() => expect(opened.planned).toHaveLength(1));
    expect(contentOf(opened.planned[0] as Planned)?.parameters.new).toMatchObject({ type: "ups" });
  });

  it("[TAFORM-11] [TAFORM-12] [TAFORM-13] empties a value by a box and opens locked fields for experts; others have boxes only where the control says so", async () => {
    const user = userEvent.setup();
    const row = { gpk: "site-1", name: "west-1", campus: "Nord" };
    const target: FormTarget = { object: "nd.site", operation: "update", row, lock: ["name"] };
    const boxes = () => screen.queryAllByRole("checkbox", { name: "set to empty" });
    const isLocked = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name" }).disabled;
    await open(target);
    expect([boxes().length, isLocked()]).toEqual([0, true]);
    cleanup();
    await open({ ...target, nullable: ["campus"] });
    expect([boxes().length, isLocked()]).toEqual([1, true]);
    cleanup();
    world.portal.settings.set("expert", true);
    try {
      const opened = await open(target);
      expect(isLocked()).toBe(false);
      const campus = screen.getByRole("combobox", { name: "Campus" }).closest<HTMLElement>(".form-field");
      await user.click(within(campus ?? document.body).getByRole("checkbox", { name: "set to empty" }));
      await user.click(screen.getByRole("button", { name: "Plan" }));
      await vi.waitFor(() => expect(opened.planned).toHaveLength(1));
      expect(contentOf(opened.planned[0] as Planned)?.parameters.new).toEqual({ campus: "__NULL" });
    } finally {
      world.portal.settings.set("expert", false);
    }
  });

  it("sends nothing when it opens, and loads a choice only when its field gets the focus", async () => {
    const user = userEvent.setup();
    const before = world.calls.length;
    await open(create("dns.record"));
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(world.calls.length).toBe(before);
    const type = screen.getByRole("combobox", { name: "Type" });
    await user.click(type);
    expect((await within(type).findAllByRole("option", { name: /^AAAA/ })).length).toBe(1);
    expect(world.calls.length).toBe(before + 1);
  });
});

it("[OBJ-11] every form asks for the metadata first while their cache is switched off", async () => {
  let renewals = 0;
  const renewCatalogue = (): Promise<void> => {
    renewals += 1;
    return Promise.resolve();
  };
  await world.show("/object/nd.site", { metadata: { ...world.portal.metadata, renewCatalogue } });
  const user = userEvent.setup();
  for (const count of [1, 2]) {
    await user.click(await screen.findByRole("button", { name: "New site" }));
    await screen.findByRole("dialog");
    expect(renewals).toBe(count);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
});

describe("a reference", () => {
  it("[CONST-08] offers ten values after two letters and says that there are more", async () => {
    const user = userEvent.setup();
    await open(create("nd.bldg"));
    const site = screen.getByRole("combobox", { name: "Site" });
    await user.type(site, "w");
    expect(screen.getByText("Type at least 2 characters.")).toBeTruthy();
    await user.type(site, "e");
    expect(await screen.findAllByRole("option")).toHaveLength(10);
    expect(screen.getByText(/More than 10 match/)).toBeTruthy();
    await user.type(site, "st-11");
    await vi.waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1), { timeout: 5000 });
    expect(screen.queryByText(/More than 10 match/)).toBeNull();
  });

  it("a new object is planned from its field, before the form's own action, and becomes its value", async () => {
    const user = userEvent.setup();
    const opened = await open(create("nd.bldg"));
    await user.type(screen.getByRole("combobox", { name: "Site" }), "sued");
    await user.click(screen.getByRole("button", { name: "New: Site" }));
    const inner = within(await screen.findByRole("dialog", { name: "New: Site" }));
    expect(inner.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("sued");
    expect(inner.queryByRole("button", { name: "Plan and continue" })).toBeNull();
    await user.click(inner.getByRole("button", { name: "Plan" }));
    await vi.waitFor(() => expect(screen.queryByRole("dialog", { name: "New: Site" })).toBeNull());
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Site" }).value).toBe("sued");
    await user.type(screen.getByRole("textbox", { name: "Number" }), "1");
    await user.click(screen.getByRole("button", { name: "Plan" }));
    expect(opened.before.map((item) => contentOf(item)?.parameters.new)).toEqual([{ name: "sued" }]);
    expect(opened.planned.map((item) => contentOf(item)?.parameters.new)).toMatchObject([
      { site: "sued", number: "1" },
    ]);
  });
});

describe("a reference by the key of an object", () => {
  it("shows its name soon after the form has opened, and keeps its value unless another one is chosen", async () => {
    const found = await world.execute([{ idx: "room", name: "nd.room.list", old: {} }], { dryRun: false });
    if (!found.ok) throw new Error(found.fault.description);
    const room = found.lists["room"]?.[0];
    const gpk = room?.["gpk"];
    if (typeof gpk !== "string") throw new Error("there is no room");
    const opened = await open({
      object: "nd.module",
      operation: "update",
      row: {
        gpk: "mod-1",
        name: "rack",
        module_type: "R",
        room_gfk: gpk,
        parent_gfk: null,
        description: null,
      },
      ask: ["room_gfk", "description"],
    });
    const input = screen.getByRole<HTMLInputElement>("combobox", { name: "Room" });
    expect(input.value).toBe(gpk);
    await vi.waitFor(() => expect(input.value).toContain("001"), { timeout: 5000 });
    await userEvent.setup().type(screen.getByRole("textbox", { name: "Description" }), "Keller");
    await userEvent.setup().click(screen.getByRole("button", { name: "Plan" }));
    expect(opened.planned.map((item) => contentOf(item)?.parameters.new)).toEqual([
      { description: "Keller" },
    ]);
  });
});

describe("a list of values", () => {
  it("is chips: Enter, a comma and pasted lines add them, Backspace edits the last one", async () => {
    const user = userEvent.setup();
    const opened = await open(
      create("nd.ip_subnet", { set: { cidr: "198.51.100.0/24" }, ask: ["reserved_addr_list"] }),
    );
    const field = screen.getByRole("textbox", { name: "Reserved addresses" });
    await user.type(field, "198.51.100.5{Enter}198.51.100.6,");
    await user.paste("198.51.100.7\r\n\n198.51.100.8 \n198.51.100.9");
    expect(screen.getAllByRole("listitem")).toHaveLength(5);
    await user.click(screen.getByRole("button", { name: "Take 198.51.100.6 out" }));
    await user.click(field);
    await user.keyboard("{Backspace}{Backspace}0");
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Reserved addresses" }).value).toBe(
      "198.51.100.0",
    );
    await user.click(screen.getByRole("button", { name: "Plan" }));
    expect(opened.planned.map((item) => contentOf(item)?.parameters.new["reserved_addr_list"])).toEqual([
      ["198.51.100.5", "198.51.100.7", "198.51.100.8", "198.51.100.0"],
    ]);
  });
});

describe("a text", () => {
  it("[TAFORM-14] [TAFORM-17] that is too long is refused while typing, with a note and a log entry", async () => {
    const user = userEvent.setup();
    const log = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await open(create("nd.site"));
    const name = screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
    const most = world.catalogue.dataType("text_id").text_length ?? 0;
    expect(most).toBeGreaterThan(10);
    await user.click(name);
    await user.paste("x".repeat(most));
    await user.keyboard("y");
    expect(name.value).toBe("x".repeat(most));
    expect(screen.getByText(`No more than ${most.toLocaleString("en-GB")} characters fit.`)).toBeTruthy();
    expect(log.mock.calls.join(" ")).toContain("is longer than");
    log.mockRestore();
  });
});

describe("a refused field", () => {
  it("shows its fault while it is unchanged; a changed field is checked again when the form is sent", async () => {
    const user = userEvent.setup();
    const opened = await open(create("nd.bldg", { set: { site: "west" }, ask: ["number", "geo_lat"] }));
    const number = screen.getByRole<HTMLInputElement>("textbox", { name: "Number" });
    const latitude = screen.getByRole<HTMLInputElement>("textbox", { name: "Latitude" });
    await user.type(latitude, "north");
    await user.click(screen.getByRole("button", { name: "Plan" }));
    const invalid = () => [number, latitude].map((field) => field.getAttribute("aria-invalid"));
    const summary = () => within(screen.getByRole("alert")).getAllByRole("listitem");
    expect(invalid()).toEqual(["true", "true"]);
    await user.type(number, "20.40");
    expect(invalid()).toEqual(["false", "true"]);
    expect(summary().map((line) => line.querySelector("s") !== null)).toEqual([true, false]);
    await user.click(screen.getByRole("button", { name: "Plan" }));
    expect(invalid()).toEqual(["false", "true"]);
    expect(summary()).toHaveLength(1);
    await user.clear(latitude);
    await user.click(screen.getByRole("button", { name: "Plan" }));
    expect(opened.planned).toHaveLength(1);
  });
});

describe("a reference, a secret, a text of several lines or a value of a list", () => {
  it.each([
    ["macauth.client", "BCD", "bcd_name"],
    ["macauth.client", "WPA2 key", "wpa2_key"],
    ["nd.room", "Description", "text"],
    ["nd.l_port", "Tagged BCDs", "bcd_name"],
  ] as const)("[TAFORM-14] of %s: %s accepts no truncated value", async (object, label, type) => {
    const user = userEvent.setup();
    const log = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await open(create(object));
    const [input] = screen.getAllByLabelText<HTMLInputElement | HTMLTextAreaElement>(label, {
      selector: "input, textarea",
    });
    if (input === undefined) throw new Error(`no field ${label}`);
    const most = world.catalogue.dataType(type).text_length ?? 0;
    expect(most).toBeGreaterThan(10);
    await user.click(input);
    await user.paste("x".repeat(most + 1));
    expect(input.value).toBe("");
    expect(screen.getByText(`No more than ${most.toLocaleString("en-GB")} characters fit.`)).toBeTruthy();
    await user.paste("x".repeat(most));
    await user.keyboard("y");
    expect(input.value).toBe("x".repeat(most));
    log.mockRestore();
  });
});

describe("a number", () => {
  it("[VAL-18] [VAL-19] stays as typed in any notation, and is sent as a number", async () => {
    const user = userEvent.setup();
    const opened = await open(create("nd.site", { set: { name: "sued" }, ask: ["geo_lat", "geo_lon"] }));
    const [latitude, longitude] = ["Latitude", "Longitude"].map((name) =>
      screen.getByRole<HTMLInputElement>("textbox", { name }),
    );
    if (latitude === undefined || longitude === undefined) throw new Error("a site has a place");
    await user.type(latitude, "-0,50");
    await user.type(longitude, "8.010");
    expect([latitude.value, longitude.value]).toEqual(["-0,50", "8.010"]);
    await user.click(screen.getByRole("button", { name: "Plan" }));
    expect(opened.planned.map((item) => contentOf(item)?.parameters.new)).toEqual([
      { name: "sued", geo_lat: -0.5, geo_lon: 8.01 },
    ]);
  });
});

describe("the same change for several rows", () => {
  it("is one form and one step of the list, undone at once", async () => {
    const user = userEvent.setup();
    await world.show("/netdoc/sites");
    await screen.findAllByRole("row");
    await user.click(screen.getByRole("checkbox", { name: "Select all rows" }));
    await user.click(await screen.findByRole("button", { name: "Actions for the selected rows" }));
    await user.click(screen.getByRole("menuitem", { name: "Change 13 rows" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Change: 13 × Site" }));
    await user.click(dialog.getByRole("button", { name: "Plan" }));
    expect((await dialog.findAllByText(/Nothing was filled in/)).length).toBeGreaterThan(0);
    await user.type(dialog.getByRole("combobox", { name: "Campus" }), "West");
    await user.click(dialog.getByRole("button", { name: "Plan" }));
    const list = () => items(world.portal.txlist.state.history);
    await vi.waitFor(() => expect(list()).toHaveLength(13));
    expect(list().map((item) => contentOf(item)?.parameters.new)).toEqual(
      Array.from({ length: 13 }, (): Row => ({ campus: "West" })),
    );
    world.portal.txlist.undo();
    expect(list()).toEqual([]);
    const run = async () => {
      world.portal.txlist.redo();
      return world.portal.txlist.run("test");
    };
    expect((await run()).phase).toBe("success");
  });

  it("a deletion of all selected rows is planned without a form", async () => {
    const user = userEvent.setup();
    await world.show("/object/nd.bldg");
    await user.click(await screen.findByRole("checkbox", { name: "Select all rows" }));
    await user.click(await screen.findByRole("button", { name: "Actions for the selected rows" }));
    await user.click(screen.getByRole("menuitem", { name: "Delete 1 row" }));
    const functions = () =>
      items(world.portal.txlist.state.history).map((item) => contentOf(item)?.object_function);
    await vi.waitFor(() => expect(functions()).toEqual(["delete"]));
  });
});

/** A file as a spreadsheet program writes it. */
const FILES = {
  "UTF-8 with a mark": new TextEncoder().encode("\uFEFFname;title\nmensa;Süd"),
  "Windows-1252": Uint8Array.from("name;title\nmensa;S\u00fcd", (sign) => sign.charCodeAt(0)),
  "UTF-16": new Uint8Array(
    Uint16Array.from("\uFEFFname\ttitle\nmensa\tSüd", (sign) => sign.charCodeAt(0)).buffer,
  ),
};

describe("a table of text", () => {
  it.each(Object.entries(FILES))("is read from a file in %s", async (_, bytes) => {
    const user = userEvent.setup();
    await world.show("/netdoc/sites");
    await user.click(await screen.findByRole("button", { name: "More actions" }));
    await user.click(screen.getByRole("menuitem", { name: /^Import from CSV/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Import: Site" }));
    await user.upload(
      dialog.getByLabelText("Choose a file"),
      new File([bytes], "sites.csv", { type: "text/csv" }),
    );
    await user.click(await dialog.findByRole("button", { name: "Plan 1 new object" }));
    const made = () =>
      items(world.portal.txlist.state.history).map((item) => contentOf(item)?.parameters.new);
    // The server tests the lines before they are planned.
    await vi.waitFor(() => expect(made()).toEqual([{ name: "mensa", title: "Süd" }]));
  });

  it("is planned when it is valid, or when its invalid lines are left out on purpose; one undo removes all", async () => {
    const user = userEvent.setup();
    await world.show("/netdoc/sites");
    await user.click(await screen.findByRole("button", { name: "More actions" }));
    await user.click(screen.getByRole("menuitem", { name: /^Import from CSV/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Import: Site" }));
    await user.click(dialog.getByRole("textbox", { name: "Table as text" }));
    await user.paste("Name,title,Latitude\nnew-1,Eins,48.5\n,Zwei,hoch\nnew-2,Drei,");
    const list = () => items(world.portal.txlist.state.history);
    // The number is that of the objects that a press would plan.
    await user.click(dialog.getByRole("button", { name: "Plan" }));
    expect(dialog.getAllByText("Line 3")).toHaveLength(2);
    expect(list()).toEqual([]);
    await user.click(dialog.getByRole("checkbox", { name: "Leave out 1 faulty line" }));
    await user.click(dialog.getByRole("button", { name: "Plan 2 new objects" }));
    await vi.waitFor(() => expect(list()).toHaveLength(2));
    expect(list().map((item) => contentOf(item)?.parameters.new)).toMatchObject([
      { name: "new-1", title: "Eins", geo_lat: 48.5 },
      { name: "new-2", title: "Drei" },
    ]);
    expect((await world.portal.txlist.run("test")).phase).toBe("success");
    world.portal.txlist.undo();
    expect(list()).toEqual([]);
  });
});
