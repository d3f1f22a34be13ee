import type { Localised } from "#contract/wire/json";

interface FqdnTypeRow {
  readonly name: string;
  readonly description: Localised;
  readonly is_creatable: boolean;
}

/** Types of names (wire contract 7.6), in the order of their position. */
export const FQDN_TYPES: readonly FqdnTypeRow[] = [
  {
    name: "domain",
    description: { de: "Name mit beliebigen Einträgen", en: "Name with any records" },
    is_creatable: true,
  },
  {
    name: "alias",
    description: { de: "Alias, der nur einen CNAME trägt", en: "Alias that has a CNAME only" },
    is_creatable: true,
  },
  {
    name: "host",
    description: {
      de: "Name aus älteren Daten, gleich einem gewöhnlichen Namen",
      en: "Name of older data, the same as an ordinary name",
    },
    is_creatable: false,
  },
  {
    name: "extern",
    description: {
      de: "Name außerhalb der Zonen der Datenbank",
      en: "Name outside the zones of the database",
    },
    is_creatable: true,
  },
  {
    name: "nameserver_extref",
    description: {
      de: "Externer Nameserver, auf den nur verwiesen wird",
      en: "External name server that is only referred to",
    },
    is_creatable: true,
  },
];

interface RecordTypeRow {
  readonly name: string;
  readonly description: Localised;
  /** What `data` points to: an address, a name, or nothing that has a row. */
  readonly target_kind: "inet" | "fqdn" | "text" | "none";
  /** One record per name. */
  readonly is_singleton: boolean;
  readonly data_format: string | null;
}

/** Types of records (wire contract 7.6), in the order of their position. */
export const RECORD_TYPES: readonly RecordTypeRow[] = [
  record("A", "inet", "192.0.2.1", { de: "IPv4-Adresse", en: "IPv4 address" }),
  record("AAAA", "inet", "2001:db8::1", { de: "IPv6-Adresse", en: "IPv6 address" }),
  record("CNAME", "fqdn", "www.example.edu.", { de: "Alias für einen Namen", en: "Alias of a name" }, true),
  record("DNAME", "fqdn", "example.edu.", { de: "Alias für einen Teilbaum", en: "Alias of a subtree" }, true),
  record("NS", "fqdn", "ns1.example.edu.", { de: "Nameserver der Zone", en: "Name server of the zone" }),
  record("PTR", "fqdn", "www.example.edu.", { de: "Verweis auf einen Namen", en: "Pointer to a name" }),
  record("MX", "fqdn", "10 mail.example.edu.", {
    de: "Mailserver mit Priorität",
    en: "Mail server with priority",
  }),
  record("SRV", "fqdn", "0 5 443 www.example.edu.", {
    de: "Dienst: Priorität, Gewicht, Port, Name",
    en: "Service: priority, weight, port, name",
  }),
  record("TXT", "text", "v=spf1 -all", {
    de: "Freier Text ohne Anführungszeichen",
    en: "Free text without quotation marks",
  }),
  record("CAA", "text", '0 issue "ca.example.edu"', {
    de: "Erlaubte Zertifizierungsstelle",
    en: "Allowed certification authority",
  }),
  record("SSHFP", "text", "4 2 0123abcd", {
    de: "Fingerabdruck eines SSH-Schlüssels",
    en: "Fingerprint of an SSH key",
  }),
  record("TLSA", "text", "3 1 1 0123abcd", {
    de: "Zertifikat eines TLS-Dienstes",
    en: "Certificate of a TLS service",
  }),
  record("DS", "text", "12345 13 2 0123abcd", {
    de: "Schlüssel einer delegierten Zone",
    en: "Key of a delegated zone",
  }),
  record(
    "REF-FQDN",
    "none",
    null,
    { de: "Bloßer Verweis auf den Namen", en: "Bare reference to the name" },
    true,
  ),
];

function record(
  name: string,
  target_kind: RecordTypeRow["target_kind"],
  data_format: string | null,
  description: Localised,
  is_singleton = false,
): RecordTypeRow {
  return { name, description, target_kind, is_singleton, data_format };
}
