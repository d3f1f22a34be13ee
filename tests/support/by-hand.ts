import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { expect } from "vitest";

/** What a person does on a page of the portal in jsdom, by roles and names as in the walks. */

type Name = string | RegExp;

export async function press(name: Name, place: HTMLElement = document.body): Promise<void> {
  const [button] = await within(place).findAllByRole("button", { name });
  if (button !== undefined) await userEvent.click(button);
}

/**
 * Opens the page of a link by its first one in this place. What is drawn anew during a click loses it,
 * so the link is found and pressed again until the address has changed.
 */
export async function follow(
  name: Name,
  place: () => HTMLElement | Promise<HTMLElement> = main,
): Promise<void> {
  const before = window.location.href;
  await waitFor(async () => {
    const [link] = await within(await place()).findAllByRole("link", { name }, { timeout: 3000 });
    if (window.location.href === before && link !== undefined) await userEvent.click(link);
    await waitFor(() => expect(window.location.href).not.toBe(before), { timeout: 3000 });
  });
}

/** Replaces the text of a field. */
export async function fill(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  if (field instanceof HTMLInputElement && ["date", "time"].includes(field.type)) {
    await userEvent.type(field, text);
    return;
  }
  await userEvent.click(field);
  await userEvent.paste(text);
}

/** The open form that plans something. */
export async function formOf(plan: Name = "Plan"): Promise<HTMLElement> {
  return waitFor(() => {
    const found = openFormWith(plan);
    if (found === undefined) throw new Error("no form is open");
    return found;
  });
}

function openFormWith(plan: Name): HTMLElement | undefined {
  const dialogs = screen.queryAllByRole("dialog");
  return dialogs.findLast((dialog) => within(dialog).queryByRole("button", { name: plan }) !== null);
}

/** Opens a form by a button. After an apply the page is drawn anew, which loses a click, so the button is found and pressed again. */
export async function openForm(button: string): Promise<HTMLElement> {
  await waitFor(async () => {
    if (openFormWith("Plan") === undefined) await press(button);
    await waitFor(() => expect(openFormWith("Plan")).toBeDefined(), { timeout: AGAIN_AFTER });
  });
  return formOf();
}

/** Plans something by a button of the page that asks nothing, while nothing else is planned. Pressed again like that of a form. */
export async function planAtOnce(button: string): Promise<void> {
  await waitFor(async () => {
    if (elements().length === 0) await press(button, main());
    await waitFor(() => expect(elements()).not.toEqual([]), { timeout: AGAIN_AFTER });
  });
}

/** In ms. What a click opens may have to be loaded first. */
const AGAIN_AFTER = 10_000;

/** Types a reference and chooses it from the suggestions of the server. */
export async function chooseReference(form: HTMLElement, label: string, text: string): Promise<void> {
  await fill(within(form).getByRole("combobox", { name: label }), text);
  const list = await screen.findByRole("listbox", { name: label });
  const [option] = await within(list).findAllByRole("option", { name: new RegExp(text) });
  if (option !== undefined) await userEvent.click(option);
}

/** Plans the change of the form and waits until it is closed. */
export async function plan(form: HTMLElement): Promise<void> {
  await press("Plan", form);
  await waitFor(() => expect(form.isConnected).toBe(false));
}

/** The row with this text in the table of this name, or the only row of a section beside the page. */
export async function rowOf(table: Name, text: string): Promise<HTMLElement> {
  return waitFor(() => {
    const found = rowsOf(table).find((row) => row.textContent.includes(text));
    if (found === undefined) throw new Error(`no row with ${text}`);
    return found;
  });
}

export function rowsOf(table: Name): readonly HTMLElement[] {
  // Names of tables have the number of rows too.
  const name = typeof table === "string" ? new RegExp(table, "i") : table;
  const named = (role: string): readonly HTMLElement[] => screen.queryAllByRole(role, { name });
  const grids = [...named("grid"), ...named("treegrid")];
  const alone = named("region").filter((one) => one.classList.contains("beside-row"));
  return [...grids.flatMap((grid) => [...grid.querySelectorAll<HTMLElement>("tbody tr")]), ...alone];
}

/** Chooses an entry from the menu of a row or of an element. What is drawn anew meanwhile closes its menu. */
export async function chooseIn(
  place: HTMLElement | (() => Promise<HTMLElement>),
  entry: Name,
): Promise<void> {
  await waitFor(async () => {
    await press(/^Actions for/, place instanceof HTMLElement ? place : await place());
    await userEvent.click(await screen.findByRole("menuitem", { name: entry }, { timeout: 3000 }));
  });
}

export function chooseInRow(table: Name, text: string, entry: Name): Promise<void> {
  return chooseIn(() => rowOf(table, text), entry);
}

/** Elements of the planned list, in its order. */
export function elements(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(".planned-item")];
}

/** Presses Test and waits for its result. */
export async function test(result: RegExp): Promise<void> {
  await press("Test");
  await screen.findByText(result);
}

/** Presses Apply and waits until the list is empty. */
export async function apply(): Promise<void> {
  // A deletion is planned when the portal knows what is in its way.
  await waitFor(() => expect(elements()).not.toEqual([]));
  await press("Apply");
  // The result of an apply before may still be shown.
  await waitFor(() => {
    expect(elements()).toEqual([]);
    expect(document.querySelector(".run-progress.is-busy, progress.run-progress")).toBeNull();
    // Until the page has its rows anew, it shows planned ones, which are no links.
    expect(document.querySelector("#content .planned-mark")).toBeNull();
    expect(screen.getByText(/^Applied \d+ change/)).toBeTruthy();
  });
}

/** The part of the page below the bar. */
export function main(): HTMLElement {
  const found = document.getElementById("content");
  if (found === null) throw new Error("the portal is not open");
  return found;
}

/** Waits for the title of the page. */
export async function titled(text: string | RegExp): Promise<void> {
  await waitFor(() => {
    const title = within(main()).getAllByRole("heading", { level: 1 })[0]?.textContent;
    if (typeof text === "string") expect(title).toBe(text);
    else expect(title).toMatch(text);
  });
}

/** Waits for the path and the query of the open page. */
export async function at(address: string | RegExp): Promise<void> {
  await waitFor(() => {
    const open = window.location.pathname + window.location.search;
    if (typeof address === "string") expect(open).toBe(address);
    else expect(open).toMatch(address);
  });
}

/** The value beside this label in a list of facts. */
export async function fact(label: string, place: HTMLElement = main()): Promise<string> {
  return waitFor(() => {
    const term = [...place.querySelectorAll("dt")].find(({ textContent }) => textContent === label);
    if (term === undefined) throw new Error(`no fact ${label}`);
    return term.nextElementSibling?.textContent ?? "";
  });
}

/** Texts of the cells of a row by the heads of their columns. */
export async function cellsOf(table: Name, text: string): Promise<Readonly<Record<string, string>>> {
  const row = await rowOf(table, text);
  const heads = [...(row.closest("table")?.querySelectorAll("thead th") ?? [])];
  const cells = [...row.querySelectorAll("td, th")];
  return Object.fromEntries(
    heads.map((head, place) => [head.textContent.trim(), cells[place]?.textContent.trim() ?? ""]),
  );
}

/** The element of the planned list with this text. */
export async function element(text: string | RegExp): Promise<HTMLElement> {
  return waitFor(() => {
    const found = elements().find(({ textContent }) =>
      typeof text === "string" ? textContent.includes(text) : text.test(textContent),
    );
    if (found === undefined) throw new Error(`nothing planned with ${String(text)}`);
    return found;
  });
}

/** Rules of axe that need no layout and no colours. */
export async function expectAccessible(): Promise<void> {
  const off = { enabled: false };
  const { violations } = await axe.run(document.body, {
    resultTypes: ["violations"],
    rules: { "color-contrast": off, "target-size": off, region: off, "page-has-heading-one": off },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
