import type { ReactNode } from "react";
import type { AddressState } from "#core/addresses/state";
import "./addresses.css";

/** Fill of cells in a state; each has a pattern, so that colour is never the only sign. */
export function fillOf(state: AddressState): string {
  return state === "free" || state === "used" ? "" : `url(#address-${state})`;
}

/** Patterns of the states, once on a page with maps. Sizes are parts of a cell. */
export function StatePatterns(): ReactNode {
  return (
    <svg className="address-patterns" aria-hidden="true" focusable="false">
      <defs>
        <pattern
          id="address-reserved"
          width=".3"
          height=".3"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect className="address-ground-reserved" width=".3" height=".3" />
          <rect className="address-ink-reserved" width=".14" height=".3" />
        </pattern>
        <pattern id="address-pool" width=".34" height=".34" patternUnits="userSpaceOnUse">
          <rect className="address-ground-pool" width=".34" height=".34" />
          <circle className="address-ink-pool" cx=".17" cy=".17" r=".07" />
        </pattern>
        <pattern id="address-lease" width=".25" height=".25" patternUnits="userSpaceOnUse">
          <rect className="address-ground-pool" width=".25" height=".25" />
          <rect className="address-ink-pool" width=".25" height=".13" />
        </pattern>
        <pattern
          id="address-planned"
          width=".3"
          height=".3"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-45)"
        >
          <rect className="address-ground-planned" width=".3" height=".3" />
          <rect className="address-ink-planned" width=".1" height=".3" />
          <rect className="address-ink-planned" width=".3" height=".1" />
        </pattern>
      </defs>
    </svg>
  );
}

/** The symbol of a state in a legend or a line. */
export function StateSign({ state }: { readonly state: AddressState }): ReactNode {
  return (
    <svg className="address-sign" viewBox="-0.05 -0.05 1.1 1.1" aria-hidden="true" focusable="false">
      <rect className={`address-cells address-cells-${state}`} fill={fillOf(state)} width="1" height="1" />
    </svg>
  );
}
