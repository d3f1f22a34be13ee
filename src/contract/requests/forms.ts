import { POOL_LEAVES_FREE } from "../values/ip.ts";
import { CAMPUS_CHOICES } from "./bcd-choices.ts";
import { BCD_FIELDS, bcdFormFields, VPN, WLAN } from "./bcd-fields.ts";
import { BCD_NAME, BOOLEAN, choice, COUNT, field, holding, LINE, option, REQUIRED, TEXT } from "./field.ts";
import type { Field, FieldType, Reference, RequestForm } from "./form.ts";

const PLACE_ID: FieldType = { kind: "text", dataType: "place_id" };
const GPK: FieldType = { kind: "text", dataType: "gpk" };
const DATE: FieldType = { kind: "text", dataType: "date" };
const EMAIL: FieldType = { kind: "text", dataType: "email" };
const OWN_EMAIL = { ...REQUIRED, prefilled: "senderEmail" } as const;
const PATCH = { onlyIf: holding("action", "patch") };
const NEW_INSERT = holding("action", "change_insert");

const BCD_REFERENCE = { object: "nd.bcd", attribute: "name" } as const;
const BCD = field("bcd", "BCD", "BCD", BCD_NAME, { ...REQUIRED, refersTo: BCD_REFERENCE });
const COMMENTS = field("comments", "Bemerkungen", "Comments", TEXT);
const VALID_UNTIL = field("valid_until", "Gültig bis", "Valid until", DATE);

const DIRECTION = choice(option("in", "herein", "in"), option("out", "hinaus", "out"));
const RULE: readonly Field[] = [
  BCD,
  field("direction", "Richtung", "Direction", DIRECTION, REQUIRED),
  field("source", "Quelle", "Source", TEXT, REQUIRED),
  field("destination", "Ziel", "Destination", TEXT, REQUIRED),
  field("protocol", "Protokoll", "Protocol", LINE, REQUIRED),
  field("ports", "Ports", "Ports", LINE),
  field("valid_from", "Gültig ab", "Valid from", DATE),
  VALID_UNTIL,
  field("reason", "Begründung", "Reason", TEXT, REQUIRED),
  COMMENTS,
];

function entries(fields: readonly Field[]): FieldType {
  return { kind: "list", of: { kind: "object", fields } };
}

function place(name: string, de: string, en: string, type: FieldType, refersTo: Reference): Field {
  return field(name, de, en, type, { ...REQUIRED, refersTo: { ...refersTo, isFew: true } });
}

const KIND = choice(
  option("patch", "patchen", "patch"),
  option("unpatch", "Patch entfernen", "unpatch"),
  option("change_insert", "Einsatz wechseln", "change insert"),
);
const ACTION: readonly Field[] = [
  field("action", "Aktion", "Action", KIND, REQUIRED),
  place("site", "Standort", "Site", PLACE_ID, {
    object: "nd.site",
    attribute: "name",
    byVariant: { cn: { campus: "cn" }, cs: { campus: "cs" } },
  }),
  place("bldg", "Gebäude", "Building", PLACE_ID, {
    object: "nd.bldg",
    attribute: "number",
    within: { site: "site" },
  }),
  place("room_gfk", "Raum", "Room", GPK, {
    object: "nd.room",
    attribute: "gpk",
    within: { site: "site", bldg: "bldg" },
  }),
  place("module_gfk", "Modul", "Module", GPK, {
    object: "nd.module",
    attribute: "gpk",
    within: { room_gfk: "room_gfk" },
    below: "api_func_nd_module_hierarchy_gfk_list_is_superset",
  }),
  place("p_port_gfk", "Port", "Port", GPK, {
    object: "nd.p_port",
    attribute: "gpk",
    within: { module_gfk: "module_gfk" },
  }),
  field("bcd", "BCD", "BCD", BCD_NAME, { ...PATCH, refersTo: BCD_REFERENCE }),
  field("is_tagged", "Tagged", "Tagged", BOOLEAN, PATCH),
  field("is_lacp", "LACP", "LACP", BOOLEAN, PATCH),
  field("new_insert", "Neuer Einsatz", "New insert", LINE, { required: NEW_INSERT, onlyIf: NEW_INSERT }),
  field("comment", "Bemerkung", "Comment", TEXT),
];

/** A form with its label; `more` are its other members. */
function form(
  name: string,
  de: string,
  en: string,
  who: RequestForm["who"],
  fields: readonly Field[],
  more: Pick<RequestForm, "administers" | "variants" | "sender"> = {},
): RequestForm {
  return { name, label: { de, en }, who, fields, ...more };
}

/** A request for a new BCD, which an administrator of its OU sends. */
function bcdForm(name: string, de: string, en: string, fields: readonly Field[]): RequestForm {
  return form(name, de, en, "ouAdmin", fields, { administers: "oe" });
}

const SUBNET: FieldType = { kind: "text", dataType: "cidr" };
const POOL_SIZE: FieldType = {
  kind: "integer",
  min: 2,
  max: { subnetIn: "subnet", less: POOL_LEAVES_FREE, otherwise: 1_000_000 },
};
const MAC_LIST: FieldType = { kind: "list", of: { kind: "text", dataType: "mac_addr" } };

/** The request forms of wire contract 6.4, in the order of its table. */
const FORMS: readonly RequestForm[] = [
  bcdForm("bcd", "Neues BCD", "New BCD", bcdFormFields()),
  bcdForm("bcd_vpn2vlan", "BCD mit VPN2VLAN", "BCD with VPN2VLAN", bcdFormFields("vpn2vlan")),
  bcdForm("bcd_wifi2vlan", "BCD mit WIFI2VLAN", "BCD with WIFI2VLAN", bcdFormFields("wifi2vlan")),
  form("dhcp", "DHCP für ein BCD", "DHCP for a BCD", "token", [
    BCD,
    field("subnet", "Subnetz", "Subnet", SUBNET),
    field("dhcp_pool_size", "Dynamische Adressen", "Dynamic pool size", POOL_SIZE),
    field("mdhcp_enabled", "Statische Zuweisungen (mDHCP)", "Static assignments (mDHCP)", BOOLEAN, {
      default: true,
    }),
    COMMENTS,
  ]),
  form("kit_iot", "KIT-IoT", "KIT-IoT", "everyone", [
    field("device_kind", "Art der Geräte", "Kind of devices", LINE, REQUIRED),
    field("device_count", "Zahl der Geräte", "Number of devices", COUNT, REQUIRED),
    field("mac_addr_list", "MAC-Adressen", "MAC addresses", MAC_LIST),
    field("place", "Einsatzort", "Place of use", LINE, REQUIRED),
    field("contact", "Kontaktperson", "Contact person", LINE, REQUIRED),
    COMMENTS,
  ]),
  form("firewall", "Firewall-Freischaltung", "Firewall rule", "token", [
    field("rule_list", "Regeln", "Rules", entries(RULE), {
      ...REQUIRED,
      entry: { de: "Regel", en: "Rule" },
    }),
  ]),
  form(
    "patch",
    "Patch-Auftrag",
    "Patch request",
    "ouAdmin",
    [
      field("action_list", "Aktionen", "Actions", entries(ACTION), {
        required: { not: { given: "informal_text" } },
        entry: { de: "Aktion", en: "Action" },
        isCollected: true,
      }),
      field("informal_text", "Formloser Auftrag", "Informal request", TEXT),
      field("reply_to", "Antwort an", "Reply to", EMAIL, OWN_EMAIL),
    ],
    { variants: [option("general", "Allgemein", "General"), ...CAMPUS_CHOICES] },
  ),
  form("vpn2vlan", "Zugang über VPN2VLAN", "VPN2VLAN access", "token", [
    BCD,
    field("vpn", "VPN", "VPN", VPN, REQUIRED),
  ]),
  form("wifi2vlan", "Zugang über WIFI2VLAN", "WIFI2VLAN access", "token", [
    BCD,
    field("wlan", "WLAN", "WLAN", WLAN, REQUIRED),
  ]),
  form(
    "home_ap",
    "Access-Point für zu Hause",
    "Remote access point for home WLAN",
    "everyone",
    [
      field("name", "Name", "Name", LINE, REQUIRED),
      field("organisation", "Einrichtung", "Organisation", LINE, REQUIRED),
      field("email", "E-Mail-Adresse", "E-mail address", EMAIL, OWN_EMAIL),
      field("delivery_address", "Lieferadresse", "Delivery address", TEXT, REQUIRED),
      field("valid_from", "Nutzung ab", "Use from", DATE, REQUIRED),
      field("valid_until", "Nutzung bis", "Use until", DATE),
      field("reason", "Begründung", "Reason", TEXT, REQUIRED),
      COMMENTS,
    ],
    { sender: { name: "name", email: "email" } },
  ),
];

export const REQUEST_FORMS: ReadonlyMap<string, RequestForm> = new Map(
  FORMS.map((form) => [form.name, form]),
);

/** `POST /api/bcd_request`: the request for a BCD in the form of scripts, stored as form `bcd`. */
export const BCD_REQUEST = bcdForm("bcd", "Neues BCD", "New BCD", BCD_FIELDS);

/** The sender of a form who is not signed in (wire contract 6.4). */
export const SENDER_FIELDS: readonly Field[] = [
  field("sender_name", "Ihr Name", "Your name", LINE, REQUIRED),
  field("sender_email", "Ihre E-Mail-Adresse", "Your e-mail address", EMAIL, REQUIRED),
];
