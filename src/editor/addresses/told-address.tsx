import type { ReactNode } from "react";
import { formatAddress } from "#contract/values/ip";
import { stateAt, type AddressMap } from "#core/addresses/address-map";
import type { AddressesSection } from "#core/screen/screen";
import type { Planning } from "#core/screen/planning";
import type { CellRange } from "../../ui/addresses/cell-grid.tsx";
import { StateSign } from "../../ui/addresses/state-sign.tsx";
import { Button } from "../../ui/action/button.tsx";
import { MenuButton } from "../../ui/action/menu-button.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { sayText, useText } from "../../ui/text.ts";
import { creationsFor, type Control } from "../planning/controls.ts";
import { usePlanner } from "../planning/planner.ts";
import { menuItemOf } from "../planning/row-controls.tsx";
import type { SectionStep } from "../section/section-context.ts";
import type { NetworkModel } from "./network-model.ts";
import { stateName, type Told } from "./told.ts";

/** Controls for the marked addresses; none if one of them is taken. */
export function controlsAt(
  { place }: SectionStep,
  { plan = [] }: AddressesSection,
  map: AddressMap,
  { row }: NetworkModel,
  { from, to }: CellRange,
): readonly Control[] {
  for (let offset = from; offset <= to; offset++) if (stateAt(map, offset) !== "free") return [];
  const text = (offset: number): string =>
    formatAddress({ version: map.network.version, value: map.network.value + BigInt(offset) });
  const [first, last] = [text(from), text(to)];
  const fitting = plan.filter((planning) => isForSeveral(planning) === from < to);
  return creationsFor(place, fitting, { address: first, first, last, is_own: row["is_own"] ?? null });
}

export function forOne({ plan = [] }: AddressesSection): readonly Planning[] {
  return plan.filter((planning) => !isForSeveral(planning));
}

function isForSeveral({ set }: Planning): boolean {
  return Object.values(set ?? {}).some((value) => "row" in value && value.row === "last");
}

interface ToldAddressProps {
  /** Null before an address was pointed at. */
  readonly told: Told | null;
  readonly range: readonly [first: string, last: string, count: number] | null;
  /** Only the mouse points at it; the controls belong to the marked address. */
  readonly isHovered: boolean;
  readonly href: (address: string) => string | null;
  readonly controls: readonly Control[];
}

/** Facts and actions of an address. Screen readers get them with the cell itself. */
export function ToldAddress({ told, range, isHovered, href, controls }: ToldAddressProps): ReactNode {
  const say = useText();
  if (told === null) return <p className="address-told muted">{say("editor.addresses.choose")}</p>;
  if (range !== null && !isHovered) {
    const [first, last, count] = range;
    return (
      <div className="address-told">
        <span>{say("editor.addresses.rangeOf", { first, last, count })}</span>
        <PlanControls controls={controls} />
      </div>
    );
  }
  const to = told.state === "free" || told.state === null ? null : href(told.address);
  return (
    <div className="address-told">
      {told.state !== null && <StateSign state={told.state} />}
      {to === null ? (
        <span className="code">{told.address}</span>
      ) : (
        <Link to={to} className="code">
          {told.address}
        </Link>
      )}
      <span>{stateName(say, told.state)}</span>
      {told.roles.map((role) => (
        <span key={role} className="muted">
          {role}
        </span>
      ))}
      {told.facts.map(({ title, text }) =>
        text === "" ? null : (
          <span key={title}>
            <span className="muted">{say(title)} </span>
            {text}
          </span>
        ),
      )}
      {!isHovered && <PlanControls controls={controls} />}
    </div>
  );
}

/** Allowed controls as buttons, locked ones in a menu. */
export function PlanControls({ controls }: { readonly controls: readonly Control[] }): ReactNode {
  const say = useText();
  const planner = usePlanner();
  const locked = controls.filter(({ missing }) => missing.length > 0);
  return (
    <>
      {controls
        .filter(({ missing }) => missing.length === 0)
        .map((control) => (
          <Button key={control.id} icon="add" onClick={() => planner.plan(control)}>
            {sayText(say, control.label)}
          </Button>
        ))}
      {locked.length > 0 && (
        <MenuButton
          label={say("ui.common.more")}
          icon="more"
          items={locked.map((control) => menuItemOf(control, say, planner))}
        />
      )}
    </>
  );
}
