// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import { startTexts } from "../../../src/app/i18n.ts";
import { TextInput as TextField } from "../../../src/ui/field/text-field.tsx";

beforeEach(async () => {
  await startTexts("de");
});
afterEach(cleanup);

const options = { values: { USER: { de: "Arbeitsplätze", en: "Workplaces" }, WLAN: { de: "WLAN" } } };

function Form(): ReactNode {
  const [value, setValue] = useState<Json | undefined>("USER");
  return (
    <TextField
      id="category"
      label="Kategorie"
      options={options}
      value={value}
      isDisabled={false}
      isInvalid={false}
      isRequired={false}
      describedBy="help"
      onChange={setValue}
    />
  );
}

it("a field of known values shows the name of the value, also if other values are allowed", async () => {
  const user = userEvent.setup();
  render(<Form />);
  const told = () => screen.getByRole("status").textContent;
  expect(told()).toBe("Arbeitsplätze");
  const field = screen.getByRole("combobox");
  await user.clear(field);
  await user.type(field, "WLAN");
  expect(told()).toBe("");
  await user.clear(field);
  await user.type(field, "Eigenes");
  expect(told()).toBe("");
  await user.clear(field);
  await user.type(field, "USER");
  expect(told()).toBe("Arbeitsplätze");
});
