import type { Localised } from "#contract/wire/json";
import TEXTS from "./addresses.json" with { type: "json" };

/** Why an address cannot be used, and where it lies as far as the account may read it. */
export interface AddressPlace {
  readonly subnet?: string;
  readonly bcd?: string;
  readonly first_addr?: string;
  readonly last_addr?: string;
}

interface Reason {
  /** Text about the address; `{of}` is the subnet or empty. */
  readonly text: Localised;
  readonly hint: Localised;
}

/** Texts for an address that cannot be used, by reason (`-20060/8`). */
const REASONS: Readonly<Record<string, Reason>> = TEXTS;

const OF: Localised = { de: " des Subnetzes {subnet}", en: " of the subnet {subnet}" };
const IN: Localised = { de: " im BCD {bcd}", en: " in the BCD {bcd}" };

/** Sentence and hint for an address that cannot be used; they name the subnet, and the pool by its bounds. */
export function addressSentences(
  address: string,
  reason: string,
  place: AddressPlace,
): { readonly text: Localised; readonly hint: Localised } | null {
  const found = REASONS[reason];
  if (found === undefined) return null;
  const fill = (language: keyof Localised): string =>
    found.text[language]
      .replace("{address}", address)
      .replace("{range}", rangeOf(place))
      .replace("{of}", ofPlace(place, language));
  return { text: { de: fill("de"), en: fill("en") }, hint: found.hint };
}

/** Objects in the way of an address for links: pool and subnet, as rows that identify their pages. */
export function placeObjects({ subnet, bcd, first_addr: first, last_addr: last }: AddressPlace) {
  if (subnet === undefined || bcd === undefined) return [];
  const network = { object_fq_name: "nd.ip_subnet", title: subnet, row: { cidr: subnet, bcd } };
  if (first === undefined || last === undefined) return [network];
  const pool = {
    object_fq_name: "dhcp.pool",
    title: `${first} – ${last}`,
    row: { first_addr: first, bcd },
  };
  return [pool, network];
}

function ofPlace({ subnet, bcd }: AddressPlace, language: keyof Localised): string {
  const of = subnet === undefined ? "" : OF[language].replace("{subnet}", subnet);
  return bcd === undefined ? of : of + IN[language].replace("{bcd}", bcd);
}

function rangeOf({ first_addr: first, last_addr: last }: AddressPlace): string {
  return first === undefined || last === undefined ? "" : ` (${first} – ${last})`;
}
