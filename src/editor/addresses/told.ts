import { formatAddress } from "#contract/values/ip";
import type { Row } from "#contract/wire/json";
import type { AddressState } from "#core/addresses/state";
import type { ObjectTypeMeta, Catalogue } from "#core/catalogue/catalogue";
import type { Locale, TextKey } from "#core/text";
import { macInside } from "#core/tools/eui64";
import type { Say } from "../../ui/text.ts";
import { valueText } from "../cell/value-text.ts";
import type { AddressesSection } from "#core/screen/screen";
import type { NetworkModel, ShownMark } from "./network-model.ts";

/** Language and names for texts about an address. */
export interface Teller {
  readonly section: AddressesSection;
  readonly catalogue: Catalogue;
  readonly typeOf: (idx: string) => ObjectTypeMeta | null;
  readonly locale: Locale;
  readonly say: Say;
}

/** All texts about one address. */
export interface Told {
  readonly address: string;
  /** Null if no host can have it. */
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

function factsOf({ section, catalogue, typeOf, locale }: Teller, marks: readonly ShownMark[]): Told["facts"] {
  return section.facts.map(({ title, of }) => {
    const texts = marks.flatMap(({ said }) => {
      const attribute = said === null ? undefined : of[said.claim.from];
      if (said === null || attribute === undefined) return [];
      return [valueText(catalogue, typeOf(said.claim.from), attribute, valueIn(said.row, attribute), locale)];
    });
    return { title, text: [...new Set(texts.filter((text) => text !== ""))].join(", ") };
  });
}

function valueIn(row: Row, attribute: string) {
  return row[attribute] ?? null;
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
