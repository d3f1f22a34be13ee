import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Params, Row } from "#contract/wire/json";
import type { FormTarget } from "#core/form/target";
import { contentOf, type Planned } from "#core/txlist/planned";
import { toSteps } from "#core/txlist/to-steps";
import { startTexts } from "../../src/app/i18n.ts";
import { PortalProvider } from "../../src/app/providers.tsx";
import { OpenedForm } from "../../src/editor/planning/opened-form.tsx";
import { Address } from "../support/address.tsx";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;
let record: Row | null = null;
beforeAll(async () => {
  world = await portalWorld();
  await world.apply([
    { name: "dns.fqdn.create", new: { value: "example.com.", is_zone_apex: true } },
    { name: "dns.record.create", new: { fqdn: "example.com.", type: "MX", data: "10 example.com." } },
  ]);
  const { found } = await world.apply([{ idx: "found", name: "dns.record.list", old: { type: "MX" } }]);
  record = found?.[0] ?? null;
}, 120_000);
afterAll(() => world.close());
afterEach(cleanup);

async function open(target: FormTarget, edited: Planned | null = null): Promise<readonly Planned[]> {
  const planned: Planned[] = [];
  await startTexts("en");
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Address path="/">
        <PortalProvider value={world.portal}>
          <OpenedForm
            form={{ of: { target }, edited }}
            onPlanned={(item) => planned.push(item)}
            onPlannedAll={() => undefined}
            onClose={() => undefined}
          />
        </PortalProvider>
      </Address>
    </QueryClientProvider>,
  );
  return planned;
}

describe("the data of a record", () => {
  it("[TAFORM-39] have the parts and the example of the chosen type, and are checked while somebody types", async () => {
    await open({ object: "dns.record", operation: "create", row: null, set: { fqdn: "example.com." } });
    const data = await screen.findByLabelText("Data");
    expect(screen.queryByText(/^Example of|^Parts:/)).toBeNull();
    const type = await screen.findByRole("combobox", { name: "Type" });
    await userEvent.click(type);
    await within(type).findAllByRole("option", { name: /^SRV/ });
    await userEvent.selectOptions(type, "SRV");
    expect(await screen.findByText(/Parts: priority weight port target\. Example of SRV:/)).toBeTruthy();
    expect(screen.getByText("0 5 443 www.example.edu.")).toBeTruthy();
    await userEvent.type(data, "0 5 443");
    const wrong = "SRV has 4 fields: priority weight port target";
    expect(await screen.findByText(wrong)).toBeTruthy();
    await userEvent.type(data, " example.com.");
    expect(screen.queryByText(wrong)).toBeNull();
    await userEvent.selectOptions(type, "A");
    expect(await screen.findByText("192.0.2.1")).toBeTruthy();
    expect(screen.getByText("not in the form of A")).toBeTruthy();
  });

  it("[TAFORM-39] have the parts of the type of an existing record, whose type no field can change", async () => {
    await open({ object: "dns.record", operation: "update", row: record });
    expect(await screen.findByText(/Parts: preference exchange\. Example of MX:/)).toBeTruthy();
    const data = await screen.findByLabelText("Data");
    await userEvent.clear(data);
    await userEvent.type(data, "ten example.com.");
    expect(await screen.findByText("preference is a whole number from 0 to 65535")).toBeTruthy();
  });

  it("[TAFORM-40] are one line, however many lines they fill: pasted line breaks become blanks, and Enter plans", async () => {
    const planned = await open({
      object: "dns.record",
      operation: "create",
      row: null,
      set: { fqdn: "example.com.", type: "TXT" },
    });
    const data = await screen.findByLabelText<HTMLTextAreaElement>("Data");
    expect(data.tagName).toBe("TEXTAREA");
    await userEvent.click(data);
    await userEvent.paste('"v=DKIM1; k=rsa" \n  "p=MIGf"');
    expect(data.value).toBe('"v=DKIM1; k=rsa" "p=MIGf"');
    await userEvent.keyboard("{Enter}");
    await vi.waitFor(() => expect(planned).toHaveLength(1));
    const [item] = planned;
    expect(item && contentOf(item)?.parameters.new).toMatchObject({ data: '"v=DKIM1; k=rsa" "p=MIGf"' });
  });
});

/** The lines beside the form: their cells, and which one is that of the form. */
function others(): readonly string[] {
  return [...document.querySelectorAll(".others-note tbody tr")].map((line) =>
    [...line.querySelectorAll("td")].map(({ textContent }) => textContent).join("|"),
  );
}

async function choose(label: string, option: string): Promise<void> {
  const select = await screen.findByRole("combobox", { name: label });
  await userEvent.click(select);
  await within(select).findAllByRole("option", { name: new RegExp(`^${option}`) });
  await userEvent.selectOptions(select, option);
}

describe("the set of a record", () => {
  beforeAll(async () => {
    await world.apply([
      { name: "dns.fqdn.create", new: { value: "set.example.com." } },
      ...["20 example.com.", "100 example.com.", "3 example.com."].map((data) => ({
        name: "dns.record.create",
        new: { fqdn: "set.example.com.", type: "MX", data },
      })),
    ]);
  });

  it("[DNS-10] [TAFORM-48] is shown beside the form in the order of its priorities, with the place of the typed record", async () => {
    await open({ object: "dns.record", operation: "create", row: null, set: { fqdn: "set.example.com." } });
    await choose("Type", "MX");
    await screen.findByText("DNS records with the same FQDN and Type, in order:");
    expect(others()).toEqual(["3|example.com.", "20|example.com.", "100|example.com."]);
    const data = screen.getByLabelText("Data");
    await userEvent.type(data, "25 example.com.");
    expect(others()).toEqual([
      "3|example.com.",
      "20|example.com.",
      "25|example.com. this one",
      "100|example.com.",
    ]);
    await userEvent.clear(data);
    await userEvent.type(data, "020 EXAMPLE.com.");
    await screen.findByText("There is one with these values already.");
    expect(others()).toEqual(["3|example.com.", "20|example.com. this one", "100|example.com."]);
    await choose("Type", "SRV");
    await vi.waitFor(() => expect(others()).toEqual([]));
  });

  it.each([
    [
      "MX",
      ["preference", "exchange"],
      ["9 b.example.com.", "10 a.example.com."],
      ["9|b.example.com.", "10|a.example.com."],
    ],
    [
      "SRV",
      ["priority", "weight", "port", "target"],
      ["10 5 443 a.example.com.", "9 60 5060 b.example.com.", "9 7 5060 c.example.com."],
      ["9|7|5060|c.example.com.", "9|60|5060|b.example.com.", "10|5|443|a.example.com."],
    ],
  ])(
    "[DNS-10] of %s has the names of the parts, and is in the order of the priorities",
    async (type, parts, data, lines) => {
      const fqdn = `parts-${type.toLowerCase()}.example.com.`;
      await world.apply([
        ...["a", "b", "c"].map((name) => ({ name: "dns.fqdn.create", new: { value: `${name}.${fqdn}` } })),
        { name: "dns.fqdn.create", new: { value: fqdn } },
        ...data.map((one) => ({
          name: "dns.record.create",
          new: { fqdn, type, data: one.replace("example.com.", fqdn) },
        })),
      ]);
      await open({ object: "dns.record", operation: "create", row: null, set: { fqdn } });
      await choose("Type", type);
      await screen.findByText("DNS records with the same FQDN and Type, in order:");
      const heads = [...document.querySelectorAll(".others-note thead th")];
      expect(heads.map(({ textContent }) => textContent)).toEqual(parts);
      expect(others()).toEqual(lines.map((line) => line.replace("example.com.", fqdn)));
    },
  );

  it("[DNS-10] [TAFORM-48] has no second line for the record of the form, and shows the set as planned", async () => {
    const { found } = await world.apply([
      {
        idx: "found",
        name: "dns.record.list",
        old: { fqdn: "set.example.com.", type: "MX", data: "20 example.com." },
      },
    ]);
    const row = found?.[0] ?? null;
    const item = {
      uuid: "beside",
      ta_type: "db_editor_simple",
      variant: null,
      content: {
        object_fq_name: "dns.record",
        object_function: "create",
        parameters: { old: {}, new: { fqdn: "set.example.com.", type: "MX", data: "50 example.com." } },
        preview_fields: [],
        object_title: "",
        show_result: false,
        non_optionals: [],
        input_reducer: null,
      },
    } as const;
    world.portal.txlist.submit({ kind: "append", items: [item] });
    await open({ object: "dns.record", operation: "update", row });
    await vi.waitFor(() =>
      expect(others()).toEqual([
        "3|example.com.",
        "20|example.com. this one",
        "50|example.com.",
        "100|example.com.",
      ]),
    );
    cleanup();
    const key = (priority: number) => ({
      fqdn: "set.example.com.",
      type: "MX",
      data: `${String(priority)} example.com.`,
    });
    const planned = (uuid: string, fn: "update" | "delete", old: Params, now: Params) =>
      ({
        ...item,
        uuid,
        content: { ...item.content, object_function: fn, parameters: { old, new: now } },
      }) as const;
    world.portal.txlist.submit({
      kind: "append",
      items: [
        planned("gone", "delete", key(3), {}),
        planned("changed", "update", key(100), { data: "7 example.com." }),
      ],
    });
    await open({ object: "dns.record", operation: "update", row });
    await vi.waitFor(() =>
      expect(others()).toEqual(["7|example.com.", "20|example.com. this one", "50|example.com."]),
    );
    cleanup();
    world.portal.txlist.submit({ kind: "clear" });
    world.portal.txlist.submit({ kind: "append", items: [item] });
    const { fqdn, type, data } = item.content.parameters.new;
    await open({ object: "dns.record", operation: "create", row: null, set: { fqdn, type, data } }, item);
    await vi.waitFor(() => expect(others()).toContain("50|example.com. this one"));
    expect(others()).toHaveLength(4);
    world.portal.txlist.submit({ kind: "clear" });
  });
});

describe("the name of a new record", () => {
  it("[TAFORM-47] [DNS-11] is explained in a sentence: the record joins it, or creates it, or needs more to create it", async () => {
    await open({ object: "dns.record", operation: "create", row: null });
    const name = await screen.findByRole("combobox", { name: "FQDN" });
    await userEvent.type(name, "example.com.");
    await screen.findByText("example.com. (Type: domain) exists; the DNS record is added to it.");
    await choose("Type of the name", "alias");
    await screen.findByText(
      /What stands under Type of the name or Description of the name has no effect then\.$/,
    );
    await userEvent.clear(name);
    await userEvent.type(name, "new.example.com");
    await screen.findByText(
      "new.example.com. does not exist yet. This DNS record makes it, with Type: alias.",
    );
    await choose("Type of the name", "");
    await screen.findByText(
      "new.example.com. does not exist, or you may not read it. Fill in Type of the name or Description of the name, and this DNS record makes it.",
    );
    await choose("Type", "CNAME");
    await screen.findByText(
      "new.example.com. does not exist yet. This DNS record makes it, with Type: alias.",
    );
  });

  it.each(["k1._domainkey.example.com.", "_dmarc.example.com.", "_sip._tcp.example.com.", "*.example.com."])(
    "[TAFORM-50] is made as a domain by itself, which the form says: %s",
    async (name) => {
      await open({ object: "dns.record", operation: "create", row: null });
      await userEvent.type(await screen.findByRole("combobox", { name: "FQDN" }), name);
      await choose("Type", "TXT");
      await screen.findByText(`${name} does not exist yet. This DNS record makes it, with Type: domain.`);
    },
  );
});

describe("the name servers of a new name", () => {
  it("[TAFORM-49] [DNS-12] are asked for while it is a zone apex, and are applied with it", async () => {
    const planned = await open({
      object: "dns.fqdn",
      operation: "create",
      row: null,
      set: { value: "zone.example.net.", is_zone_apex: true },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Plan" }));
    await screen.findByText("content required");
    expect(planned).toEqual([]);
    await userEvent.type(screen.getByRole("combobox", { name: /^Name servers/ }), "example.com.{Enter}");
    await userEvent.click(screen.getByRole("button", { name: "Plan" }));
    await vi.waitFor(() => expect(planned).toHaveLength(1));
    await world.apply(toSteps(planned));
    const { zone, server } = await world.apply([
      { idx: "zone", name: "dns.fqdn.list", old: { value: "zone.example.net." } },
      { idx: "server", name: "dns.record.list", old: { fqdn: "zone.example.net." } },
    ]);
    expect(zone).toMatchObject([{ is_zone_apex: true, record_count: 1 }]);
    expect(server).toMatchObject([{ type: "NS", data: "example.com." }]);
  });
});
