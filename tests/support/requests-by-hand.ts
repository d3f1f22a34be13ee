import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect } from "vitest";
import { fill, main, press } from "./by-hand.ts";
import { visit } from "./whole-portal.tsx";

/** What a person does with the forms of requests. */

export const box = (label: string, place: HTMLElement = main()) =>
  within(place).getByRole<HTMLInputElement>("combobox", { name: label });
export const field = (label: string | RegExp, place: HTMLElement = main()) =>
  within(place).getByLabelText<HTMLInputElement>(label);
export const group = (name: string | RegExp) => within(main()).findByRole("group", { name });
export const options = async (label: string) =>
  within(await screen.findByRole("listbox", { name: label })).findAllByRole("option");
export const isEmpty = (find: () => readonly unknown[]) => waitFor(() => expect(find()).toEqual([]));
export const texts = (text: string | RegExp) => within(main()).queryAllByText(text);
export const problems = () =>
  waitFor(() =>
    within(within(main()).getAllByRole("alert")[0] ?? main())
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  );

/** Opens the list of a field without typing, and chooses from it. */
export async function choose(place: HTMLElement, label: string, wanted: RegExp): Promise<void> {
  await userEvent.click(box(label, place));
  const option = await waitFor(async () => {
    const found = (await options(label)).find(({ textContent }) => wanted.test(textContent));
    if (found === undefined) throw new Error(`no option ${String(wanted)}`);
    return found;
  });
  await userEvent.click(option);
}

export async function chooseBcd(text: string, place: HTMLElement = main()): Promise<void> {
  await fill(await within(place).findByRole("combobox", { name: "BCD" }), text);
  const [option = main()] = await options("BCD");
  await userEvent.click(option);
}

/** Opens the list of forms and then a form, so that the form before has gone. */
export async function open(form: string): Promise<void> {
  await visit("/requests");
  await within(main()).findByRole("list", { name: "Request forms" });
  await visit(`/requests?form=${form}`);
}

export const send = () => press("Send the request", main());

/** The text of the ticket that was just made. */
export async function sentText(): Promise<string> {
  const made = await within(main()).findByRole("heading", { name: /^Ticket \d+ was made/ });
  await waitFor(() => expect(document.activeElement).toBe(made));
  return within(main()).getByRole<HTMLTextAreaElement>("textbox", { name: "Text of the ticket" }).value;
}
