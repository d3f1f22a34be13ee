// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { allProblems } from "#contract/requests/check";
import type { Field } from "#contract/requests/form";
import { REQUEST_FORMS } from "#contract/requests/forms";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { FormValues } from "#core/form/values";
import { sentOf, settled, startOf } from "#core/requests/draft";
import { planRequest } from "#core/requests/plan";
import { problemText } from "#core/requests/problem-text";
import { startTexts } from "../../../src/app/i18n.ts";
import { useReferencePort, type ReferencePort } from "../../../src/ui/field/field-component.ts";
import { FormView } from "../../../src/ui/form/form-view.tsx";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await portalCatalogue();
});
beforeEach(async () => {
  await startTexts("en");
});
afterEach(cleanup);

const port: ReferencePort = { suggest: () => Promise.resolve([]), choices: () => Promise.resolve([]) };
const NOTHING_REFUSED: ReadonlyMap<string, string> = new Map();

let values: FormValues;
let sent: FormValues | null;

interface OpenedProps {
  readonly fields: readonly Field[];
  readonly refused?: ReadonlyMap<string, string>;
}

function Opened({ fields, refused = NOTHING_REFUSED }: OpenedProps): ReactNode {
  const [draft, setDraft] = useState<FormValues>(() => startOf(fields, { senderEmail: null }));
  return (
    <useReferencePort.Provider value={port}>
      <FormView
        id="form"
        form={planRequest(fields, draft, { catalogue, locale: "en", variant: null })}
        values={draft}
        kind="page"
        refused={refused}
        check={(typed) =>
          allProblems({ fields }, sentOf(fields, typed)).map((one) => ({
            name: one.path,
            text: problemText(one),
          }))
        }
        onChange={(next) => {
          values = settled(fields, draft, next);
          setDraft(values);
        }}
        onSubmit={(given) => {
          sent = sentOf(fields, given);
        }}
      >
        <button type="submit">Send</button>
      </FormView>
    </useReferencePort.Provider>
  );
}

function open(name: string): ReturnType<typeof userEvent.setup> {
  sent = null;
  render(<Opened fields={fieldsOf(name)} />);
  return userEvent.setup();
}

const fieldsOf = (name: string): readonly Field[] => REQUEST_FORMS.get(name)?.fields ?? [];
const send = () => screen.getByRole("button", { name: "Send" });
const summary = () => within(screen.getByRole("alert"));
const group = (name: string) => within(screen.getByRole("group", { name }));

it("[REQ-07] links each error in the summary to its field, also within an entry, and drops the error when the field changes", async () => {
  const user = open("firewall");
  await user.click(send());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("alert")));
  expect(sent).toBeNull();
  expect(
    summary()
      .getAllByRole("link")
      .map((link) => link.textContent),
  ).toEqual(
    ["BCD", "Direction", "Source", "Destination", "Protocol", "Reason"].map((name) => `Rule 1: ${name}`),
  );
  await user.click(summary().getByRole("link", { name: "Rule 1: Protocol" }));
  const protocol = group("Rule 1").getByLabelText<HTMLInputElement>("Protocol");
  expect(document.activeElement).toBe(protocol);
  const help = () => document.getElementById(protocol.getAttribute("aria-describedby") ?? "");
  expect(protocol.getAttribute("aria-invalid")).toBe("true");
  expect(help()?.textContent).toContain("content required");
  await user.type(protocol, "tcp");
  expect(protocol.getAttribute("aria-invalid")).toBe("false");
  expect(help()?.textContent).toBe("");
  // The line stays, so that nothing moves under the pointer.
  expect(summary().getAllByRole("link")).toHaveLength(6);
  expect(summary().getByText("content required", { selector: "s" })).toBeTruthy();
  expect(group("Rule 1").getByLabelText("Source").getAttribute("aria-invalid")).toBe("true");
});

it("[REQ-79] [REQ-92] adds entries and removes the right one; the focus then goes to the button that adds the next one", async () => {
  const user = open("firewall");
  for (const [at, source] of ["first", "second", "third"].entries()) {
    if (at > 0) await user.click(screen.getByRole("button", { name: "Add: Rule" }));
    await user.type(group(`Rule ${String(at + 1)}`).getByLabelText("Source"), source);
  }
  await user.click(screen.getByRole("button", { name: "Remove Rule 2" }));
  expect(values["rule_list"]).toEqual([{ source: "first" }, { source: "third" }]);
  expect(screen.queryByRole("group", { name: "Rule 3" })).toBeNull();
  expect(group("Rule 2").getByLabelText<HTMLTextAreaElement>("Source").value).toBe("third");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add: Rule" }));
});

it("[REQ-36] [REQ-66] [REQ-84] shows the fields that other answers require; fields in groups and entries depend on values of their own group or entry", async () => {
  const user = open("bcd_vpn2vlan");
  const vpn = group("VPN");
  expect(vpn.queryByLabelText("Split-routing realm")).toBeNull();
  await user.type(vpn.getByLabelText("Realm"), "kit");
  await user.selectOptions(vpn.getByLabelText("Routing"), "both");
  expect(vpn.getByLabelText<HTMLInputElement>("Split-routing realm").value).toBe("kit-split");
  await user.selectOptions(screen.getByLabelText("IP version"), "ipv6_only");
  expect(screen.queryByLabelText("Prefix length of the IPv4 subnet")).toBeNull();
  cleanup();

  const other = open("patch");
  for (const [at, action] of ["patch", "change_insert"].entries()) {
    await other.click(screen.getByRole("button", { name: "Add: Action" }));
    await other.selectOptions(group(`Action ${String(at + 1)}`).getByLabelText("Action"), action);
  }
  expect(group("Action 1").queryByLabelText("New insert")).toBeNull();
  expect(group("Action 1").getByLabelText("Tagged")).toBeTruthy();
  expect(group("Action 2").getByLabelText("New insert")).toBeTruthy();
  expect(group("Action 2").queryByLabelText("Tagged")).toBeNull();
});

it("keeps the text typed into a field that becomes hidden, and the errors of the other fields", async () => {
  const user = open("bcd");
  await user.click(screen.getByLabelText("Internet access"));
  await user.type(screen.getByLabelText("Reason for internet access"), "Updates");
  await user.click(send());
  expect(screen.getByRole("combobox", { name: "OE" }).getAttribute("aria-invalid")).toBe("true");
  await user.click(screen.getByLabelText("Internet access"));
  expect(screen.queryByLabelText("Reason for internet access")).toBeNull();
  expect(screen.getByRole("combobox", { name: "OE" }).getAttribute("aria-invalid")).toBe("true");
  await user.click(screen.getByLabelText("Internet access"));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Reason for internet access").value).toBe("Updates");
});

it("[REQ-21] draws a list of choices as a group of checkboxes with name, guidance and error", async () => {
  const user = open("bcd");
  const systems = within(screen.getByRole("group", { name: /^Connected systems/ }));
  await user.click(send());
  expect(systems.getByText("content required")).toBeTruthy();
  await user.click(summary().getByRole("link", { name: "Connected systems" }));
  expect(document.activeElement).toBe(systems.getByRole("checkbox", { name: "Clients" }));
  await user.keyboard(" ");
  await user.click(systems.getByRole("checkbox", { name: "Printers" }));
  expect(values["type_of_system"]).toEqual([1, 3]);
  expect(systems.getByRole("status").textContent).toContain("Only equal kinds");
  await user.click(systems.getByRole("checkbox", { name: "Clients" }));
  expect(values["type_of_system"]).toEqual([3]);
  expect(systems.queryByText("content required")).toBeNull();
});

it("shows a refusal of the server at the field that it names, and the form can be sent again", async () => {
  const user = userEvent.setup();
  sent = null;
  const fields = fieldsOf("vpn2vlan").filter(({ name }) => name === "vpn");
  const { rerender } = render(<Opened fields={fields} />);
  const vpn = group("VPN");
  await user.type(vpn.getByLabelText("Parallel sessions"), "20");
  await user.type(vpn.getByLabelText("Permission group"), "vpn-users");
  await user.type(vpn.getByLabelText("Realm"), "kit");
  await user.selectOptions(vpn.getByLabelText("Routing"), "default_only");
  await user.click(send());
  expect(sent).toMatchObject({ vpn: { session_count: 20, realm: "kit" } });
  sent = null;
  rerender(<Opened fields={fields} refused={new Map([["vpn.realm", "There is no such realm."]])} />);
  expect(summary().getByRole("link").textContent).toBe("VPN: Realm");
  expect(vpn.getByLabelText("Realm").getAttribute("aria-invalid")).toBe("true");
  expect(vpn.getByText("There is no such realm.")).toBeTruthy();
  rerender(<Opened fields={fields} />);
  await user.click(send());
  expect(sent).not.toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("[TAFORM-41] makes the typed value a chip when the field is left: by keyboard at once, by mouse after the press", async () => {
  const user = open("kit_iot");
  const input = screen.getByRole("textbox", { name: "MAC addresses" });
  const chip = () => screen.queryByRole("button", { name: "Take 00:53:00:00:00:01 out" });
  await user.type(input, "00:53:00:00:00:01");
  await user.pointer({ keys: "[MouseLeft>]", target: send() });
  expect(document.activeElement).toBe(send());
  expect(chip()).toBeNull();
  await user.pointer({ keys: "[/MouseLeft]", target: send() });
  await waitFor(() => expect(chip()).toBeTruthy());
  await user.type(input, "00:53:00:00:00:02");
  await user.tab();
  expect(screen.getByRole("button", { name: "Take 00:53:00:00:00:02 out" })).toBeTruthy();
});
