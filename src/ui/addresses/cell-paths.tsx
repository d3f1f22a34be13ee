import type { ReactNode } from "react";
import { ADDRESS_STATES, type AddressState, type StateCounts } from "#core/addresses/state";
import { fillOf } from "./state-sign.tsx";

const GAP = 0.08;

interface StatePathsProps {
  readonly count: number;
  readonly columns: number;
  readonly stateOf: (at: number) => AddressState | null;
}

/** One path for each state, whatever the number of cells; unused states have none. */
export function StatePaths({ count, columns, stateOf }: StatePathsProps): ReactNode {
  const paths = new Map<PathState, string>();
  for (let at = 0; at < count; at++) {
    const state = stateOf(at) ?? "edge";
    paths.set(state, (paths.get(state) ?? "") + cell(at, columns, 1, 1));
  }
  return <Paths paths={paths} />;
}

/** Fill of a part of a network, from bottom to top. */
const STACK = ADDRESS_STATES.filter((state) => state !== "free").toReversed();

interface SharePathsProps {
  readonly blocks: readonly { readonly size: number; readonly counts: StateCounts }[];
  readonly columns: number;
}

/** Parts of a network, filled by their share of used addresses. */
export function SharePaths({ blocks, columns }: SharePathsProps): ReactNode {
  const frames = blocks.map((_, at) => cell(at, columns, 1, 1)).join("");
  const paths = new Map<PathState, string>([["free", frames]]);
  blocks.forEach(({ size, counts }, at) => {
    let taken = 0;
    for (const state of STACK) {
      const share = counts[state] / size;
      if (share === 0) continue;
      taken += share;
      paths.set(state, (paths.get(state) ?? "") + cell(at, columns, share, taken));
    }
  });
  return <Paths paths={paths} />;
}

/** Cells outside the network have no state. */
type PathState = AddressState | "edge";

function Paths({ paths }: { readonly paths: ReadonlyMap<PathState, string> }): ReactNode {
  return [...paths].map(([state, d]) => (
    <path
      key={state}
      className={`address-cells address-cells-${state}`}
      fill={state === "edge" ? "" : fillOf(state)}
      d={d}
    />
  ));
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
