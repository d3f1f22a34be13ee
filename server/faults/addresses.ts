import type { Localised } from "#contract/wire/json";

/** What stands against an address; where it is, as far as the account may read it. */
export interface AddressPlace {
  readonly subnet?: string;
  readonly bcd?: string;
  readonly first_addr?: string;
  readonly last_addr?: string;
}

interface Reason {
  /** Of the address, `{of}` being the subnet or nothing. */
  readonly text: Localised;
  readonly hint: Localised;
}

const HOST_ADDRESS: Localised = {
  de: "Wählen Sie eine andere Adresse zwischen Netz- und Broadcast-Adresse.",
  en: "Choose another address between the network and the broadcast address.",
};

const ROUTER: Localised = {
  de: "Wählen Sie eine andere Adresse; die der Router stehen beim Subnetz.",
  en: "Choose another address; those of the routers stand with the subnet.",
};

const ANOTHER_RANGE: Localised = {
  de: "Wählen Sie eine freie Adresse oder einen Bereich ohne sie, oder räumen Sie sie zuerst.",
  en: "Choose a free address or a range without this one, or free it first.",
};

/** What is said of an address that cannot be used, by its reason (`-20060/8`). */
const REASONS: Readonly<Record<string, Reason>> = {
  network: {
    text: { de: "{address} ist die Netzadresse{of}.", en: "{address} is the network address{of}." },
    hint: HOST_ADDRESS,
  },
  broadcast: {
    text: { de: "{address} ist die Broadcast-Adresse{of}.", en: "{address} is the broadcast address{of}." },
    hint: HOST_ADDRESS,
  },
  gateway: {
    text: { de: "{address} ist das Gateway{of}.", en: "{address} is the gateway{of}." },
    hint: ROUTER,
  },
  anycast: {
    text: {
      de: "{address} ist die Anycast-Adresse der Router{of}.",
      en: "{address} is the anycast address of the routers{of}.",
    },
    hint: ROUTER,
  },
  reserved: {
    text: {
      de: "{address} ist eine reservierte Adresse{of}.",
      en: "{address} is a reserved address{of}.",
    },
    hint: {
      de: "Wählen Sie eine andere Adresse, oder nehmen Sie diese beim Subnetz aus den reservierten heraus.",
      en: "Choose another address, or take this one out of the reserved addresses of the subnet.",
    },
  },
  pool: {
    text: {
      de: "{address} liegt in einem DHCP-Pool{range}{of}.",
      en: "{address} lies in a DHCP pool{range}{of}.",
    },
    hint: {
      de: "Wählen Sie eine Adresse außerhalb des Pools, oder verkleinern Sie den Pool zuerst.",
      en: "Choose an address outside of the pool, or make the pool smaller first.",
    },
  },
  record: {
    text: { de: "{address}{of} hat DNS-Einträge.", en: "{address}{of} has DNS records." },
    hint: ANOTHER_RANGE,
  },
  assignment: {
    text: {
      de: "{address}{of} hat eine feste DHCP-Zuweisung.",
      en: "{address}{of} has a static DHCP assignment.",
    },
    hint: ANOTHER_RANGE,
  },
};

const OF: Localised = { de: " des Subnetzes {subnet}", en: " of the subnet {subnet}" };
const IN: Localised = { de: " im BCD {bcd}", en: " in the BCD {bcd}" };

/** Sentence and hint of an address that cannot be used: they name the subnet, and the pool by its ends. */
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

/** Objects in the way of an address, for links: the pool, and the subnet. The rows hold what their pages are found by. */
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
