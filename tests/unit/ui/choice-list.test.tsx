// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Fault } from "#contract/wire/fault";
import type { Json } from "#contract/wire/json";
import { FaultError } from "#core/fault/fault-error";
import { startTexts } from "../../../src/app/i18n.ts";
import { ChoiceListField } from "../../../src/ui/field/choice-list-field.tsx";
import { useReferencePort, type ReferencePort } from "../../../src/ui/field/field-component.ts";

beforeEach(async () => {
  await startTexts("en");
});
afterEach(cleanup);

const ROLES = ["reader", "dns_admin"].map((value) => ({ value, label: value, note: null }));
const port: ReferencePort = { suggest: () => Promise.resolve([]), choices: () => Promise.resolve(ROLES) };
const reference = {
  object: "cntl.role",
  attribute: "name",
  titles: [],
  searched: [],
  filters: {},
  sorting: [],
};
const options = { reference };

let last: Json | undefined;

function Form({ from = port }: { readonly from?: ReferencePort }): ReactNode {
  const [value, setValue] = useState<Json | undefined>(undefined);
  return (
    <useReferencePort.Provider value={from}>
      <ChoiceListField
        id="roles"
        label="Roles"
        options={options}
        value={value}
        isDisabled={false}
        isInvalid={false}
        isRequired={false}
        describedBy="help"
        onChange={(next) => {
          last = next;
          setValue(next);
        }}
      />
    </useReferencePort.Provider>
  );
}

it("[TOK-06] accepts each choice once and refuses values that are not choices", async () => {
  const user = userEvent.setup();
  render(<Form />);
  const choice = screen.getByRole("combobox", { name: "Add to Roles" });
  // The choices arrive a second after the form has opened.
  await screen.findByRole("option", { name: "reader" }, { timeout: 5000 });
  await user.selectOptions(choice, "reader");
  await user.selectOptions(choice, "dns_admin");
  expect(last).toEqual(["reader", "dns_admin"]);
  await user.selectOptions(choice, "reader");
  expect(screen.getByRole("alert").textContent).toBe("reader was already added.");
  expect(last).toEqual(["reader", "dns_admin"]);
  await user.click(screen.getByRole("button", { name: "Take reader out" }));
  expect(last).toEqual(["dns_admin"]);
  expect(screen.queryByRole("alert")).toBeNull();
});

const NO_ANSWER: Fault = {
  type: { name: "network", code: 0 },
  code: 0,
  name: "network",
  description: "The server cannot be reached.",
  details: {},
  hint: null,
  stepIdx: null,
};

it("says why there are no choices, and asks again when the field is entered", async () => {
  const user = userEvent.setup();
  let isDown = true;
  const failing: ReferencePort = {
    ...port,
    choices: () => (isDown ? Promise.reject(new FaultError(NO_ANSWER, 0)) : Promise.resolve(ROLES)),
  };
  render(<Form from={failing} />);
  const choice = screen.getByRole("combobox", { name: "Add to Roles" });
  choice.focus();
  const { description } = NO_ANSWER;
  await screen.findByText(description);
  isDown = false;
  choice.blur();
  await user.click(choice);
  await screen.findByRole("option", { name: "reader" });
  expect(screen.queryByText(description)).toBeNull();
});
