import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  apply,
  at,
  elements,
  expectAccessible,
  fact,
  fill,
  follow,
  main,
  openForm,
  plan,
  press,
  rowOf,
  rowsOf,
  titled,
} from "../support/by-hand.ts";
import { wholePortal, type WholePortal } from "../support/whole-portal.tsx";

let portal: WholePortal;

beforeAll(async () => {
  portal = await wholePortal();
}, 120_000);
afterAll(() => portal.close());

const box = (label: string, place: HTMLElement = main()) =>
  within(place).findByRole("combobox", { name: label });
const options = async (label: string) =>
  within(await screen.findByRole("listbox", { name: label })).findAllByRole("option");
const isEmpty = (find: () => readonly unknown[]) => waitFor(() => expect(find()).toEqual([]));
const texts = (text: string | RegExp) => within(main()).queryAllByText(text);

/** Sends a DHCP request as greta, and returns the number of her ticket. */
async function asked(): Promise<string> {
  await portal.enter("greta", "/requests?form=dhcp");
  await fill(await box("BCD"), "iap");
  await userEvent.click((await options("BCD"))[0] ?? main());
  await fill(within(main()).getByLabelText("Comments"), "line one\nline two");
  await press("Send the request", main());
  const made = await within(main()).findByRole("heading", { name: /^Ticket \d+ was made/ });
  const number = /\d+/.exec(made.textContent)?.[0] ?? "";
  await follow("Open the ticket");
  await at(`/requests/${number}`);
  await titled(new RegExp(`${number} DHCP for a BCD: `));
  return number;
}

describe("tickets", () => {
  const button = (name: string) => within(main()).queryByRole("button", { name });
  const work = async () => within(main()).getAllByRole("navigation", { name: "Views" })[0] ?? main();
  const tab = async (name: string) => {
    await within(main()).findByRole("navigation", { name: "Views" });
    await follow(name, work);
  };

  it("[REQ-131] [REQ-132] [REQ-134] otto takes a ticket of greta, assigns it to a colleague of his team and gives it back", async () => {
    const number = await asked();
    expect(texts("in progress")).toEqual([]);
    await portal.enter("otto", "/requests");
    await rowOf("Tickets of your team", number);
    await tab("Assigned to me");
    await at(/state=mine$/);
    const listed = () =>
      rowsOf("Tickets of your team").filter(({ textContent }) => textContent.includes(number));
    await isEmpty(listed);
    await tab("open");
    await expectAccessible();
    await follow(number, () => rowOf("Tickets of your team", number));
    await within(main()).findByRole("button", { name: "Take" });
    expect(button("Hand back")).toBeNull();
    await press("Take", main());
    // The actions follow from the plan.
    await waitFor(() => expect(["Take", "Take over"].map(button)).toEqual([null, null]));
    await within(main()).findByRole("button", { name: "Hand back" });
    await apply();
    await within(main()).findByText("nobody → Otto Brandt");
    await within(main()).findByText("open → in progress");
    expect(button("Take")).toBeNull();

    await portal.enter("greta", `/requests/${number}`);
    await within(main()).findByText("nobody → Otto Brandt");
    expect(await fact("State")).toBe("in progress");
    for (const name of ["Take", "Take over", "Assign", "Hand back", "Change state"])
      expect(button(name)).toBeNull();

    await portal.enter("otto", `/requests/${number}`);
    const form = await openForm("Assign");
    // Besides the four people of the team, ada works on all tickets of the demo; nobody else is offered.
    await userEvent.click(await box("Assigned to", form));
    const offered = await options("Assigned to");
    expect(offered.map(({ textContent }) => textContent).join(" ")).not.toMatch(/greta/);
    expect(offered.length).toBeLessThanOrEqual(5);
    const colleague = offered.find(({ textContent }) => !/otto|ada/.test(textContent)) ?? main();
    await userEvent.click(colleague);
    await fill(within(form).getByLabelText("Comment"), "You know this network.");
    await expectAccessible();
    await plan(form);
    await apply();
    await within(main()).findByText(/^Otto Brandt → /);
    await within(main()).findByText("You know this network.");
    await within(main()).findByRole("button", { name: "Take over" });
    await plan(await openForm("Hand back"));
    await apply();
    await within(main()).findByText(/ → nobody$/);
    await waitFor(async () => expect(await fact("State")).toBe("open"));
  });

  it("[REQ-132] if two people plan to take a ticket, the second one is told who has it", async () => {
    const number = await asked();
    await portal.enter("ada", `/requests/${number}`);
    await press("Take", main());
    await waitFor(() => expect(elements()).toHaveLength(1));
    const [ticket] = await portal.rows("otto", "req.ticket.list", { number: Number(number) });
    await portal.run("otto", [
      {
        name: "req.ticket.update",
        old: { number: Number(number), assignee: ticket?.["assignee"] ?? null },
        new: { assignee: "otto" },
      },
    ]);
    await press("Apply");
    await screen.findAllByText(/was changed/);
    expect(elements()[0]?.textContent).toMatch(/was changed.*otto/s);
  });

  it("[REQ-133] the answers of a ticket are shown as values, with links to objects that its reader may see", async () => {
    const number = await asked();
    const answers = async () => {
      const heading = await within(main()).findByRole("heading", { name: "What was filled in" });
      return within(heading.closest("section") ?? main());
    };
    const bcd = await (await answers()).findByRole("link", { name: /^iap-/ });
    const name = bcd.textContent;
    expect((await answers()).getAllByText(/line one/)).not.toEqual([]);
    expect((await answers()).queryByText(name)).toBe(bcd);
    const sent = (await answers()).getByText("Text as it was sent").closest("details");
    expect(sent?.open).toBe(false);
    await userEvent.click((await answers()).getByText("Text as it was sent"));
    expect(sent?.open).toBe(true);
    expect(sent?.textContent).toContain(`BCD: ${name}`);
    await expectAccessible();
    await userEvent.click(bcd);
    await titled(new RegExp(name));

    // Otto's team works on the ticket, but his unit does not own the network.
    await portal.enter("otto", `/requests/${number}`);
    await (await answers()).findByText(name);
    expect((await answers()).queryByRole("link", { name: new RegExp(name) })).toBeNull();
  });
});
