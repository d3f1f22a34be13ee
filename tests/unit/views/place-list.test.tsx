// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startTexts } from "../../../src/app/i18n.ts";
import { PlaceList } from "../../../src/views/campus-map/place-list.tsx";

beforeEach(async () => {
  await startTexts("en");
});
afterEach(cleanup);

it("[MAP-02] buildings without a position are listed below those on the map", () => {
  const drawn = [
    ["K1", null],
    ["K2", { longitude: 8.4, latitude: 49 }],
    ["K3", null],
    ["K4", { longitude: 8.5, latitude: 49 }],
  ] as const;
  render(
    <PlaceList
      drawn={drawn.map(([number, position]) => ({
        place: { gpk: number, site: "Hafen", number, title: "", address: "", position },
        weight: null,
        row: undefined,
      }))}
      chosen={null}
      onChoose={() => undefined}
    />,
  );
  const lines = [...screen.getAllByRole("heading"), ...screen.getAllByRole("button")].toSorted(
    (one, other) => (one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1),
  );
  expect(lines.map(({ textContent }) => textContent.replace("Hafen", ""))).toEqual([
    "2 buildings on the map",
    "K2",
    "K4",
    "2 without a position",
    "K1",
    "K3",
  ]);
});
