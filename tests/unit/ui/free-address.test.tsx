// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { FoundAddress } from "#core/addresses/free-search";
import type { DrawnField } from "#core/form/field-plan";
import type { Json } from "#contract/wire/json";
import { startTexts } from "../../../src/app/i18n.ts";
import {
  FormAroundContext,
  useReferencePort,
  type FormAround,
} from "../../../src/ui/field/field-component.ts";
import { FreeAddress } from "../../../src/ui/field/free-address.tsx";
import { FreeAddressContext } from "../../../src/ui/field/free-address-port.ts";
import "../../support/undrawn.ts";

beforeEach(async () => {
  await startTexts("en");
});
afterEach(cleanup);

const FOUND: readonly FoundAddress[] = [{ address: "10.0.0.7", network: "10.0.0.0/24" }];
const AROUND: FormAround = { values: {}, labelOf: (name) => name, fields: [] };
const SINGLE: Pick<DrawnField, "widget" | "options"> = { widget: "ipAddress", options: {} };
const LIST: Pick<DrawnField, "widget" | "options"> = {
  widget: "list",
  options: { element: { widget: "ipAddress", options: {} } },
};

interface Search {
  readonly port: Parameters<typeof FreeAddressContext>[0]["value"];
  readonly answer: () => void;
}

/** A search; the test decides when it answers. */
function search(): Search {
  const { promise, resolve } = Promise.withResolvers<readonly FoundAddress[]>();
  const place = { values: { network: "10.0.0.0/24" }, list: null };
  return {
    port: { place, fillsLists: false, find: () => promise },
    answer: () => resolve(FOUND),
  };
}

let last: Json | undefined;

function Form(props: {
  readonly field: typeof SINGLE;
  readonly from: Search;
  readonly typed: Json;
}): ReactNode {
  const [value, setValue] = useState<Json | undefined>(undefined);
  const keep = (next: Json): void => {
    last = next;
    setValue(next);
  };
  return (
    <FreeAddressContext value={props.from.port}>
      <FormAroundContext value={AROUND}>
        <button onClick={() => keep(props.typed)}>Type</button>
        <FreeAddress
          field={{ ...props.field, label: "Address" }}
          value={value}
          isDisabled={false}
          onChange={keep}
        />
      </FormAroundContext>
    </FreeAddressContext>
  );
}

const next = () => screen.getByRole("button", { name: "Next free for Address" });

it("a free address is written into an empty field", async () => {
  const from = search();
  render(<Form field={SINGLE} from={from} typed="" />);
  await userEvent.click(next());
  from.answer();
  await screen.findByText("10.0.0.7 is the next free address of 10.0.0.0/24.");
  expect(last).toBe("10.0.0.7");
});

it("text typed during the search stays, and the address is offered", async () => {
  const from = search();
  render(<Form field={SINGLE} from={from} typed="10.0.0.99" />);
  await userEvent.click(next());
  await userEvent.click(screen.getByRole("button", { name: "Type" }));
  from.answer();
  const offered = await screen.findByRole("button", { name: "10.0.0.7 in 10.0.0.0/24" });
  expect(last).toBe("10.0.0.99");
  await userEvent.click(offered);
  expect(last).toBe("10.0.0.7");
});

it("a list keeps values added during the search for an address", async () => {
  const from = search();
  render(<Form field={LIST} from={from} typed={["10.0.0.1", "10.0.0.2"]} />);
  await userEvent.click(next());
  await userEvent.click(screen.getByRole("button", { name: "Type" }));
  from.answer();
  await screen.findByText("10.0.0.7 is the next free address of 10.0.0.0/24.");
  expect(last).toEqual(["10.0.0.1", "10.0.0.2", "10.0.0.7"]);
});

interface Asked {
  readonly field: typeof SINGLE;
  readonly fields?: typeof AROUND.fields;
  readonly fillsLists?: boolean;
}

/** A form without a known place. BCDs are found by name, and each has one free address. */
function Placeless({ field, fields = [], fillsLists = false }: Asked): ReactNode {
  const [value, setValue] = useState<Json | undefined>(undefined);
  const find: NonNullable<Search["port"]>["find"] = ({ bcd }, { version }) =>
    Promise.resolve([{ address: version === 6 ? "2001:db8::7" : "10.0.0.7", network: String(bcd) }]);
  const suggest = () => Promise.resolve([{ value: "iag-labor", label: "iag-labor", note: null }]);
  const keep = (next: Json): void => {
    last = next;
    setValue(next);
  };
  return (
    <useReferencePort.Provider value={{ suggest, choices: suggest }}>
      <FreeAddressContext value={{ place: { values: {}, list: null }, fillsLists, find }}>
        <FormAroundContext value={{ ...AROUND, fields }}>
          <FreeAddress
            field={{ ...field, label: "Address" }}
            value={value}
            isDisabled={false}
            onChange={keep}
          />
        </FormAroundContext>
      </FreeAddressContext>
    </useReferencePort.Provider>
  );
}

const choose = async (address = "10.0.0.7"): Promise<void> => {
  await userEvent.click(
    await screen.findByRole("button", { name: "Next free address of a BCD for Address" }),
  );
  await userEvent.type(
    screen.getByRole("combobox", { name: "BCD in which an address is free for Address" }),
    "iag",
  );
  await userEvent.click(await screen.findByRole("option", { name: "iag-labor" }));
  await userEvent.click(next());
  await screen.findByText(`${address} is the next free address of iag-labor.`);
};

it("if no place is known, a BCD is chosen and stays chosen", async () => {
  render(<Placeless field={SINGLE} />);
  await choose();
  expect(last).toBe("10.0.0.7");
  expect(
    screen.getByRole("combobox", { name: "BCD in which an address is free for Address" }),
  ).toHaveProperty("value", "iag-labor");
});

it("a list of a workflow takes addresses of a chosen BCD", async () => {
  render(<Placeless field={LIST} fillsLists />);
  await choose();
  expect(last).toEqual(["10.0.0.7"]);
});

it("a list of one IP version gets addresses of that version only", async () => {
  const element = { widget: "ipAddress", options: { family: 6 } } as const;
  render(<Placeless field={{ widget: "list", options: { element } }} fillsLists />);
  await choose("2001:db8::7");
  expect(last).toEqual(["2001:db8::7"]);
});

it.each<readonly [string, Asked]>([
  ["a list that may hold other addresses", { field: LIST }],
  [
    "a form that asks for the network itself",
    { field: SINGLE, fields: [{ name: "cidr", options: { expected: "core.form.expected.cidr" } }] },
  ],
])("%s asks for no place", (_, asked) => {
  render(<Placeless {...asked} />);
  expect(screen.queryAllByRole("button")).toEqual([]);
});
