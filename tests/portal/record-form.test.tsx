import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Row } from "#contract/wire/json";
import type { FormTarget } from "#core/form/target";
import { contentOf, type Planned } from "#core/txlist/planned";
import { startTexts } from "../../src/app/i18n.ts";
import { OpenedForm } from "../../src/editor/planning/opened-form.tsx";
import { PortalProvider } from "../../src/editor/portal.ts";
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

async function open(target: FormTarget): Promise<readonly Planned[]> {
  const planned: Planned[] = [];
  await startTexts("en");
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Address path="/">
        <PortalProvider value={world.portal}>
          <OpenedForm
            form={{ of: { target }, edited: null }}
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

  it("[TAFORM-39] have those of the type of an existing record, whose type no field can change", async () => {
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
