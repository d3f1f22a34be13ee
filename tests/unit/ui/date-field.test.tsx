// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Json } from "#contract/wire/json";
import { readLocal } from "#contract/values/local-time";
import { startTexts } from "../../../src/app/i18n.ts";
import { FIELD_COMPONENTS } from "../../../src/ui/field/index.tsx";

const TZ = process.env["TZ"];
afterEach(() => {
  cleanup();
  if (TZ === undefined) delete process.env["TZ"];
  else process.env["TZ"] = TZ;
});

let last: Json | undefined;

function momentOf(date: string, time: string): string | null {
  const read = readLocal(date, time);
  return read.kind === "one" ? read.moment : null;
}

function Form({
  widget,
  start,
}: {
  readonly widget: "date" | "dateTime";
  readonly start?: string;
}): ReactNode {
  const [value, setValue] = useState<Json | undefined>(start);
  const Field = FIELD_COMPONENTS[widget];
  return (
    <>
      <label htmlFor="day">Day</label>
      <Field
        id="day"
        label="Day"
        options={{}}
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
    </>
  );
}

/** The visible inputs, and the hidden one whose calendar is used. */
async function drawn(locale: "de" | "en", name: string) {
  const button = await screen.findByRole("button", { name });
  const native = button.parentElement?.querySelector("input");
  if (!native) throw new Error("no calendar");
  return { button, native, day: screen.getByLabelText<HTMLInputElement>("Day"), locale };
}

describe("dates", () => {
  it.each([
    ["de", "Datum auswählen: Day", "01.12.2026", "31.12.2026", "5.1.2027", "2027-01-05"],
    ["en", "Choose a date: Day", "2026-12-01", "2026-12-31", "2027-01-05", "2027-01-05"],
  ] as const)(
    "in %s are typed in the format of the language, or picked",
    async (locale, name, shown, picked, typed, sent) => {
      await startTexts(locale);
      render(<Form widget="date" start="2026-12-01" />);
      const { button, native, day } = await drawn(locale, name);
      expect([day.value, native.value]).toEqual([shown, "2026-12-01"]);
      const showPicker = vi.fn();
      native.showPicker = showPicker;
      await userEvent.click(button);
      expect(showPicker).toHaveBeenCalledOnce();
      fireEvent.change(native, { target: { value: "2026-12-31" } });
      expect([day.value, last]).toEqual([picked, "2026-12-31"]);
      await userEvent.clear(day);
      expect(last).toBeUndefined();
      await userEvent.type(day, typed);
      expect([day.value, last, native.value]).toEqual([typed, sent, sent]);
      await userEvent.type(day, "x");
      expect([day.value, last, native.value]).toEqual([`${typed}x`, `${typed}x`, ""]);
    },
  );

  it("[VAL-16] [VAL-26] a time that does not exist is no moment until one of its neighbours is chosen", async () => {
    process.env["TZ"] = "Europe/Berlin";
    await startTexts("en");
    render(<Form widget="dateTime" />);
    const { day } = await drawn("en", "Choose a date: Day");
    const time = screen.getByLabelText<HTMLInputElement>(/^Day: /);
    await userEvent.type(day, "2026-03-29");
    await userEvent.type(time, "02:30");
    expect(last).toBe("2026-03-29 02:30");
    const group = screen.getByRole("group", { name: /does not exist on this day/ });
    const offered = within(group).getAllByRole("button");
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      "2026-03-29 01:30 (UTC+01:00)",
      "2026-03-29 03:30 (UTC+02:00)",
    ]);
    await userEvent.click(within(group).getByRole("button", { name: /03:30/ }));
    expect([last, day.value, time.value]).toEqual(["2026-03-29T03:30:00+02:00", "2026-03-29", "03:30"]);
    expect([screen.queryByRole("group"), document.activeElement]).toEqual([null, time]);
  });

  it("[VAL-27] a time that exists twice is no moment until the first or the second is chosen, and the choice can be changed", async () => {
    process.env["TZ"] = "Europe/Berlin";
    await startTexts("de");
    render(<Form widget="dateTime" start="2026-10-25T00:30:00Z" />);
    await drawn("de", "Datum auswählen: Day");
    const choice = () => screen.getAllByRole<HTMLInputElement>("radio");
    expect(choice().map(({ checked }) => checked)).toEqual([true, false]);
    expect(choice().map(({ labels }) => labels?.[0]?.textContent)).toEqual([
      "die erste, 25.10.2026 02:30 (UTC+02:00)",
      "die zweite, 25.10.2026 02:30 (UTC+01:00)",
    ]);
    await userEvent.click(screen.getByRole("radio", { name: "die zweite, 25.10.2026 02:30 (UTC+01:00)" }));
    expect(last).toBe("2026-10-25T02:30:00+01:00");
    expect(choice().map(({ checked }) => checked)).toEqual([false, true]);
    const time = screen.getByLabelText<HTMLInputElement>("Day: Uhrzeit");
    await userEvent.clear(time);
    await userEvent.type(time, "02:45");
    expect(last).toBe("25.10.2026 02:45");
    expect(choice().map(({ checked }) => checked)).toEqual([false, false]);
    choice()[0]?.focus();
    await userEvent.keyboard(" ");
    expect(last).toBe("2026-10-25T02:45:00+02:00");
    await userEvent.clear(time);
    await userEvent.type(time, "03:00");
    expect([last, screen.queryByRole("radio")]).toEqual(["2026-10-25T03:00:00+01:00", null]);
  });

  it("times are picked with their date, and typed in two fields", async () => {
    await startTexts("de");
    render(<Form widget="dateTime" />);
    const { native, day } = await drawn("de", "Datum auswählen: Day");
    const time = screen.getByLabelText<HTMLInputElement>("Day: Uhrzeit");
    fireEvent.change(native, { target: { value: "2026-12-31T08:15" } });
    expect([day.value, time.value]).toEqual(["31.12.2026", "08:15"]);
    expect(last).toBe(momentOf("2026-12-31", "08:15"));
    await userEvent.clear(time);
    expect([last, native.value]).toEqual([momentOf("2026-12-31", ""), "2026-12-31T00:00"]);
    await userEvent.clear(day);
    await userEvent.type(day, "1.2.2027");
    expect([last, native.value]).toEqual([momentOf("2027-02-01", ""), "2027-02-01T00:00"]);
    fireEvent.change(native, { target: { value: "" } });
    expect([day.value, time.value, last]).toEqual(["", "", undefined]);
  });
});
