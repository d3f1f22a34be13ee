// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { NOWHERE } from "#core/addresses/free-scope";
import type { FoundAddress } from "#core/addresses/free-search";
import type { DrawnField } from "#core/form/field-plan";
import type { Json } from "#contract/wire/json";
import { startTexts } from "../../../src/app/i18n.ts";
import { FormAroundProvider } from "../../../src/ui/field/field-component.ts";
import { FreeAddress } from "../../../src/ui/field/free-address.tsx";
import { FreeAddressProvider } from "../../../src/ui/field/free-address-port.ts";

beforeEach(async () => {
  await startTexts("en");
});
afterEach(cleanup);

const FOUND: readonly FoundAddress[] = [{ address: "10.0.0.7", network: "10.0.0.0/24" }];
const AROUND = { values: {}, labelOf: (name: string) => name, fields: [] };
const SINGLE: Pick<DrawnField, "widget" | "options"> = { widget: "ipAddress", options: {} };
const LIST: Pick<DrawnField, "widget" | "options"> = {
  widget: "list",
  options: { element: { widget: "ipAddress", options: {} } },
};

interface Search {
  readonly port: Parameters<typeof FreeAddressProvider>[0]["value"];
  readonly answer: () => void;
}

/** A search that answers when it is told to. */
function search(): Search {
  const { promise, resolve } = Promise.withResolvers<readonly FoundAddress[]>();
  const scope = { ...NOWHERE, networks: ["10.0.0.0/24"] };
  return { port: { scope, find: () => promise }, answer: () => resolve(FOUND) };
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
    <FreeAddressProvider value={props.from.port}>
      <FormAroundProvider value={AROUND}>
        <button onClick={() => keep(props.typed)}>Type</button>
        <FreeAddress
          field={{ ...props.field, label: "Address" }}
          value={value}
          isDisabled={false}
          onChange={keep}
        />
      </FormAroundProvider>
    </FreeAddressProvider>
  );
}

const next = () => screen.getByRole("button", { name: "Next free for Address" });

it("a free address is taken into an empty field", async () => {
  const from = search();
  render(<Form field={SINGLE} from={from} typed="" />);
  await userEvent.click(next());
  from.answer();
  await screen.findByText("10.0.0.7 is the next free address of 10.0.0.0/24.");
  expect(last).toBe("10.0.0.7");
});

it("what is typed while it is looked for stays; the address is offered", async () => {
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

it("a list keeps what came into it while an address is looked for", async () => {
  const from = search();
  render(<Form field={LIST} from={from} typed={["10.0.0.1", "10.0.0.2"]} />);
  await userEvent.click(next());
  await userEvent.click(screen.getByRole("button", { name: "Type" }));
  from.answer();
  await screen.findByText("10.0.0.7 is the next free address of 10.0.0.0/24.");
  expect(last).toEqual(["10.0.0.1", "10.0.0.2", "10.0.0.7"]);
});
