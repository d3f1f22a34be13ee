import type { ReactNode } from "react";
import { ADDRESS_STATES, type AddressState, type StateCounts } from "#core/addresses/state";
import { fillOf } from "./state-sign.tsx";

const GAP = 0.08;

/** One path for each state, whatever the number of cells; unused states have none. */
export function StatePaths({
  count,
  columns,
  stateOf,
}: {
  readonly count: number;
  readonly columns: number;
  readonly stateOf: (at: number) => AddressState | null;
}): ReactNode {
  const paths = new Map<AddressState | "edge", string>();
  for (let at = 0; at < count; at++) {
    const state = stateOf(at) ?? "edge";
    paths.set(state, (paths.get(state) ?? "") + cell(at, columns, 1, 1));
  }
  return [...paths].map(([state, d]) => (
    <path
      key={state}
      className={`address-cells address-cells-${state}`}
      fill={state === "edge" ? "" : fillOf(state)}
      d={d}
    />
  ));
}

/** Fill of a part of a network, from bottom to top. */
const STACK = ADDRESS_STATES.filter((state) => state !== "free").toReversed();

/** Parts of a network, filled by their share of used addresses. */
export function SharePaths({
  blocks,
  columns,
}: {
  readonly blocks: readonly { readonly size: number; readonly counts: StateCounts }[];
  readonly columns: number;
}): ReactNode {
  const paths = new Map<AddressState, string>();
  blocks.forEach(({ size, counts }, at) => {
    let taken = 0;
    for (const state of STACK) {
      const share = counts[state] / size;
      if (share === 0) continue;
      taken += share;
      paths.set(state, (paths.get(state) ?? "") + cell(at, columns, share, taken));
    }
  });
  const frames = blocks.map((_, at) => cell(at, columns, 1, 1)).join("");
  return (
    <>
      <path className="address-cells address-cells-free" d={frames} />
      {[...paths].map(([state, d]) => (
        <path key={state} className={`address-cells address-cells-${state}`} fill={fillOf(state)} d={d} />
      ))}
    </>
  );
}

/** A rectangle in a cell: its height, and its top measured from the bottom. */
function cell(at: number, columns: number, height: number, top: number): string {
  const side = 1 - 2 * GAP;
  const x = (at % columns) + GAP;
  const y = Math.floor(at / columns) + GAP + side * (1 - top);
  return `M${short(x)} ${short(y)}h${short(side)}v${short(side * height)}h${short(-side)}z`;
}

function short(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
