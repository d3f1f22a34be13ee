// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Json } from "#contract/wire/json";
import type { ReferenceTarget } from "#core/form/widget";
import { startTexts } from "../../../src/app/i18n.ts";
import {
  FormAroundContext,
  useReferencePort,
  type ReferencePort,
} from "../../../src/ui/field/field-component.ts";
import { ReferenceField } from "../../../src/ui/field/reference-field.tsx";
import "../../support/undrawn.ts";

const BUILDINGS = Array.from({ length: 12 }, (_, at) => `20.${String(at + 10)}`);
const ANY: ReferenceTarget = {
  object: "nd.bldg",
  attribute: "number",
  titles: ["number"],
  searched: ["number"],
  filters: {},
  sorting: [],
};
/** The buildings of the site that another field of the form has. */
const OF_SITE: ReferenceTarget = { ...ANY, filters: { site: "{{site}}" }, isFew: true };

const suggest = vi.fn<ReferencePort["suggest"]>();

beforeEach(async () => {
  await startTexts("en");
  suggest.mockReset().mockImplementation((_target, text) => {
    const found = BUILDINGS.filter((number) => number.includes(text));
    return Promise.resolve(found.map((value) => ({ value, label: value, note: null })));
  });
});
afterEach(cleanup);

interface FormProps {
  readonly reference: ReferenceTarget;
  readonly site?: string;
}

function Form({ reference, site }: FormProps): ReactNode {
  const [value, setValue] = useState<Json | undefined>(undefined);
  return (
    <useReferencePort.Provider value={{ suggest, choices: () => Promise.resolve([]) }}>
      <FormAroundContext value={{ values: { site }, labelOf: () => "Site", fields: [] }}>
        <label htmlFor="bldg">Building</label>
        <ReferenceField
          id="bldg"
          label="Building"
          options={{ reference }}
          value={value}
          isDisabled={false}
          isInvalid={false}
          isRequired={false}
          describedBy="help"
          onChange={setValue}
        />
      </FormAroundContext>
    </useReferencePort.Provider>
  );
}

const field = () => screen.getByRole("combobox", { name: "Building" });

it("[CONST-08] a reference that an earlier choice narrows shows all its values without typing, and searches from the first character", async () => {
  const user = userEvent.setup();
  render(<Form reference={OF_SITE} site="nord" />);
  await user.click(field());
  expect(await screen.findAllByRole("option")).toHaveLength(BUILDINGS.length);
  expect(suggest).toHaveBeenLastCalledWith(
    expect.objectContaining({ filters: { site: "nord" } }),
    "",
    expect.anything(),
  );
  await user.type(field(), "9");
  await vi.waitFor(() =>
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["20.19"]),
  );
  expect(suggest).toHaveBeenLastCalledWith(expect.anything(), "9", expect.anything());
});

it("[CONST-08] such a reference names the field to fill in first, and asks for nothing before", async () => {
  const user = userEvent.setup();
  render(<Form reference={OF_SITE} />);
  await user.click(field());
  expect(await screen.findByText("First fill in: Site")).toBeTruthy();
  expect(suggest).not.toHaveBeenCalled();
});

it("[CONST-08] any other reference waits for the second character, and shows ten values", async () => {
  const user = userEvent.setup();
  render(<Form reference={ANY} />);
  await user.click(field());
  await user.type(field(), "2");
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(suggest).not.toHaveBeenCalled();
  expect(screen.queryAllByRole("option")).toEqual([]);
  await user.type(field(), "0");
  expect(await screen.findAllByRole("option")).toHaveLength(10);
});
