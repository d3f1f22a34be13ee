import type { Params } from "#contract/wire/json";
import type { ObjectName } from "#contract/wire/step";
import type { TextKey } from "../text.ts";

/** Systems that a prefix can restrict a search to. */
export const SEARCH_SYSTEMS = ["dnsvs", "macauth", "org", "cntl"] as const;
export type SearchSystem = (typeof SEARCH_SYSTEMS)[number];

/** Possible meanings of a term besides part of a name; several can apply (SRCH-19). */
export interface TermClasses {
  readonly vlan?: number;
  readonly vxlan?: number;
  readonly bcdId?: string;
  /** In short form. */
  readonly address?: string;
  readonly network?: string;
  /** 12 or 16 hex digits. */
  readonly mac?: string;
}
export type TermClass = keyof TermClasses;

/** One step: a filter of the list, and the part of the term that it gets. */
export interface KindSearch {
  readonly filter: string;
  readonly by: "name" | TermClass;
}

/** A kind of results: the listed type, its steps, and the shown attributes. */
export interface SearchKind {
  readonly object: ObjectName;
  /** Null: left out of searches in one system (SRCH-13). */
  readonly system: SearchSystem | null;
  readonly shown: readonly string[];
  /** Attributes that together name the row; otherwise the first one. */
  readonly named?: readonly string[];
  readonly note?: TextKey;
  readonly sorting: readonly string[];
  /** Filters of every step. */
  readonly always?: Params;
  /** Filters of one step combine with AND, so alternatives are separate steps. */
  readonly searches: readonly KindSearch[];
}

const name = (...filters: readonly string[]): readonly KindSearch[] =>
  filters.map((filter) => ({ filter, by: "name" }));

/** All kinds in display order (wire contract 7.9). */
export const SEARCH_KINDS: readonly SearchKind[] = [
  {
    object: "dns.fqdn",
    system: "dnsvs",
    shown: ["value"],
    sorting: ["value"],
    searches: name("value_regexp"),
  },
  {
    object: "dns.record",
    system: "dnsvs",
    shown: ["fqdn", "type", "data"],
    sorting: ["fqdn", "type"],
    searches: [...name("fqdn_regexp", "data_regexp"), { filter: "data_regexp", by: "address" }],
  },
  {
    object: "dns.ip_addr",
    system: null,
    shown: ["value", "subnet", "bcd"],
    sorting: ["value"],
    searches: [
      { filter: "value", by: "address" },
      { filter: "cidr", by: "network" },
    ],
  },
  {
    object: "nd.ip_subnet",
    system: "dnsvs",
    shown: ["cidr", "bcd"],
    note: "core.search.smallest",
    sorting: ["cidr"],
    searches: [
      { filter: "cidr", by: "address" },
      { filter: "cidr", by: "network" },
    ],
  },
  {
    object: "nd.bcd",
    system: "dnsvs",
    shown: ["name"],
    sorting: ["name"],
    searches: [...name("name_regexp"), { filter: "id", by: "bcdId" }],
  },
  {
    object: "nd.vlan",
    system: "dnsvs",
    shown: ["name", "id", "net_instnc", "bcd"],
    sorting: ["id", "net_instnc"],
    searches: [{ filter: "id", by: "vlan" }, ...name("name_regexp")],
  },
  {
    object: "nd.vxlan",
    system: "dnsvs",
    shown: ["bcd", "vni"],
    sorting: ["vni"],
    searches: [{ filter: "vni", by: "vxlan" }],
  },
  {
    object: "nd.device",
    system: null,
    shown: ["fqdn", "type", "nc"],
    sorting: ["fqdn"],
    searches: name("fqdn_regexp"),
  },
  {
    object: "macauth.client",
    system: "macauth",
    shown: ["description", "mac_addr", "bcd_name"],
    sorting: ["mac_addr"],
    searches: [{ filter: "mac_addr", by: "mac" }, ...name("description_regexp_ic")],
  },
  {
    object: "org.unit",
    system: "org",
    shown: ["title", "short_name", "fq_name"],
    sorting: ["fq_name"],
    searches: name("fq_name_regexp", "short_name_regexp"),
  },
  {
    object: "cntl.group",
    system: "cntl",
    shown: ["name"],
    sorting: ["name"],
    searches: name("name_regexp"),
  },
  {
    object: "cntl.mgr",
    system: "cntl",
    shown: ["first_name", "last_name", "login_name", "email"],
    named: ["first_name", "last_name"],
    sorting: ["login_name"],
    // Subaccounts are on /user/tokens and with their main account (SRCH-54).
    always: { is_sub: false },
    searches: name("login_name_regexp", "full_name_regexp_ic"),
  },
  {
    object: "cntl.saved_view",
    system: null,
    shown: ["name", "group_name", "page"],
    sorting: ["name"],
    searches: name("name_regexp_ic"),
  },
];
