import type { ReactNode } from "react";
import { formatAddress, type IpNetwork } from "#contract/values/ip";
import type { Row } from "#contract/wire/json";
import { stateAt, type AddressMap } from "#core/addresses/address-map";
import type { AddressState } from "#core/addresses/state";
import type { Planning } from "#core/screen/planning";
import type { AddressesSection } from "#core/screen/screen";
import type { TextKey } from "#core/text";
import { macInside } from "#core/tools/eui64";
import { Button } from "../../ui/action/button.tsx";
import { MenuButton } from "../../ui/action/menu-button.tsx";
import type { CellRange } from "../../ui/addresses/cell-grid.tsx";
import { StateSign } from "../../ui/addresses/state-sign.tsx";
import { sayText, useText, type Say } from "../../ui/text.ts";
import { valueText } from "../cell/value-text.ts";
import { TextLink } from "../names/part.tsx";
import { controlOf, planningsOf, type Control } from "../planning/controls.ts";
import { usePlanner } from "../planning/planner.ts";
import { menuItemOf } from "../planning/row-controls.tsx";
import { holds, hrefOfTarget } from "../screen/values.ts";
import type { SectionStep } from "../section/section-context.ts";
import type { NetworkModel, ShownMark } from "./network-model.ts";

/** Sources of the texts about an address. */
export interface Teller {
  readonly section: AddressesSection;
  readonly found: SectionStep;
  readonly say: Say;
}

/** Props of the parts that draw the addresses of a network. */
export interface NetworkProps {
  readonly model: NetworkModel;
  readonly teller: Teller;
}

/** The address at this distance from the first one of its network. */
export function addressAt({ version, value }: IpNetwork, offset: number): string {
  return formatAddress({ version, value: value + BigInt(offset) });
}

/** Page of an address. */
export function hrefOf({ section, found }: Teller, address: string): string | null {
  return hrefOfTarget(section.open, found.source, { address });
}

/** All texts about one address. */
export interface Told {
  readonly address: string;
  /** Null if no host can have the address. */
  readonly state: AddressState | null;
  /** Names of its claims: gateway, static assignment. */
  readonly roles: readonly string[];
  readonly facts: readonly { readonly title: TextKey; readonly text: string }[];
}

/** Texts about an address: its state, its role, its name, MAC address or lease. */
export function tellAddress(
  teller: Teller,
  { network, claims }: NetworkModel,
  value: bigint,
  state: AddressState | null,
): Told {
  const marks = claims(value);
  const { say } = teller;
  const notes = marks.flatMap(({ said }) => (said?.claim.note === undefined ? [] : [say(said.claim.note)]));
  const isHidden = state === "used" && !marks.some((mark) => mark.state === "used");
  const mac = network.version === 6 ? macInside(value) : null;
  return {
    address: formatAddress({ version: network.version, value }),
    state,
    roles: [
      ...new Set(notes),
      ...(isHidden ? [say("editor.addresses.hidden")] : []),
      ...(mac === null ? [] : [say("editor.addresses.eui64", { mac })]),
    ],
    facts: factsOf(teller, marks),
  };
}

function factsOf({ section, found }: Teller, marks: readonly ShownMark[]): Told["facts"] {
  const { catalogue, typeOf, locale } = found;
  return section.facts.map(({ title, of }) => {
    const texts = marks.flatMap(({ said }) => {
      const attribute = said === null ? undefined : of[said.claim.from];
      if (said === null || attribute === undefined) return [];
      const value = said.row[attribute] ?? null;
      return [valueText(catalogue, typeOf(said.claim.from), attribute, value, locale)];
    });
    return { title, text: [...new Set(texts.filter((text) => text !== ""))].join(", ") };
  });
}

/** Name of a state; null for addresses that no host can have. */
export function stateName(say: Say, state: AddressState | null): string {
  return say(STATE_NAMES[state ?? "edge"]);
}

const STATE_NAMES: Readonly<Record<AddressState | "edge", TextKey>> = {
  used: "core.addresses.used",
  reserved: "core.addresses.reserved",
  planned: "core.addresses.planned",
  pool: "core.addresses.pool",
  lease: "core.addresses.lease",
  free: "core.addresses.free",
  edge: "core.addresses.edge",
};

/** All texts in one line for screen readers. */
export function toldLine(say: Say, { address, state, roles, facts }: Told): string {
  const texts = facts.map(({ text }) => text).filter((text) => text !== "");
  return [address, stateName(say, state), ...roles, ...texts].join(", ");
}

/** Controls for the marked addresses. There are none if one of the addresses is taken. */
export function controlsAt(
  teller: Teller,
  { network, row }: NetworkModel,
  map: AddressMap,
  { from, to }: CellRange,
): readonly Control[] {
  for (let offset = from; offset <= to; offset++) if (stateAt(map, offset) !== "free") return [];
  return controlsOn(teller, row, addressAt(network, from), addressAt(network, to));
}

/** Controls for these free addresses of a network. */
export function controlsOn(
  { section: { plan = [] }, found }: Teller,
  network: Row,
  first: string,
  last: string,
): readonly Control[] {
  const fitting = plan.filter((planning) => isForSeveral(planning) === (first !== last));
  // A free address is a row, but no object.
  const row: Row = { address: first, first, last, is_own: network["is_own"] ?? null };
  return planningsOf(found, fitting).flatMap((planning, at) =>
    planning.do === "create" && holds(planning.when, found.source, row)
      ? [controlOf(found, planning, at, row)]
      : [],
  );
}

function isForSeveral({ set }: Planning): boolean {
  return Object.values(set ?? {}).some((value) => "row" in value && value.row === "last");
}

interface ToldAddressProps {
  /** Null before an address was pointed at. */
  readonly told: Told | null;
  readonly range: readonly [first: string, last: string, count: number] | null;
  /** Only the mouse points at the address. The controls then belong to the marked address. */
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
      <TextLink to={to} className="code">
        {told.address}
      </TextLink>
      <span>{stateName(say, told.state)}</span>
      <Roles of={told} />
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

export function Roles({ of: { roles } }: { readonly of: Told }): ReactNode {
  return roles.map((role) => (
    <span key={role} className="muted">
      {role}
    </span>
  ));
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
