// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { useInOrder } from "../../../src/editor/section/in-order.ts";
import type { SectionStep } from "../../../src/editor/section/section-context.ts";
import { NO_MARKS } from "../../../src/editor/overlay/marks.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

const catalogue = await portalCatalogue();

/** Names of the rows in the order of a list of this type. */
function ordered(
  object: string,
  rows: readonly Row[],
  old: Step["old"] = {},
  isLong = false,
): readonly unknown[] {
  const type = catalogue.objectType(object);
  if (type === null) throw new Error(object);
  const step = { idx: "rows", name: `${object}.list`, old } as Step;
  // The hook reads only these members.
  const found = { type, step, rows, marks: NO_MARKS } as unknown as SectionStep;
  const section = { kind: "table", of: "rows", ...(isLong ? ({ isLong: true } as const) : {}) } as const;
  return renderHook(() => useInOrder(section, found)).result.current.map((row) => row["name"]);
}

describe("[LIST-55] a list that is there as a whole", () => {
  const buildings = ["10.2", "9.10", "9.2"].map((number) => ({ site: "a", number, name: number }));
  const ports = [
    { module_gfk: "module-1", name: "Gi1/0/10", fq_name: "sw-9 Gi1/0/10" },
    { module_gfk: "module-2", name: "Gi1/0/1", fq_name: "sw-10 Gi1/0/1" },
    { module_gfk: "module-3", name: "Gi1/0/2", fq_name: "sw-9 Gi1/0/2" },
  ];

  it("has the natural order of its keys", () => {
    expect(ordered("nd.bldg", buildings)).toEqual(["9.2", "9.10", "10.2"]);
  });

  it("has the natural order of its titles where a key is the number of another object", () => {
    expect(ordered("nd.p_port", ports)).toEqual(["Gi1/0/2", "Gi1/0/10", "Gi1/0/1"]);
  });

  it("has the order of its screen if that has one, and a long list that of the server", () => {
    const given = buildings.map(({ name }) => name);
    expect(ordered("nd.bldg", buildings, { sorting_params_list: ["title"] })).toEqual(given);
    expect(ordered("nd.bldg", buildings, {}, true)).toEqual(given);
  });
});
