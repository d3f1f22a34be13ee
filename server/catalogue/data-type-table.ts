import { BCD_ID_PATTERN } from "#contract/values/bcd";
import { FQDN_PATTERN } from "#contract/values/fqdn";
import { OU_PART, TEXT_TYPES } from "#contract/values/text-types";
import type { Localised } from "#contract/wire/json";

export type JsonName = "string" | "number" | "boolean" | "array" | "object" | "json";

/** What the table of wire contract 5.5 says of one scalar data type, and how PostgreSQL keeps it. */
export interface ScalarSpec {
  readonly jsonName: JsonName;
  readonly sqlType: string;
  readonly formatLiteral?: string;
  readonly textLength?: number;
  readonly pattern?: string;
  readonly partPattern?: string;
  readonly min?: number;
  readonly max?: number;
  readonly label: Localised;
  readonly help: Localised;
}

function text(textLength: number, label: Localised, help: Localised, pattern?: string, partPattern?: string) {
  return {
    jsonName: "string",
    sqlType: "text",
    textLength,
    label,
    help,
    ...(pattern === undefined ? {} : { pattern }),
    ...(partPattern === undefined ? {} : { partPattern }),
  } as const;
}

/** Scalar data types (wire contract 5.5), in the order in which they are listed there. */
export const SCALARS = {
  boolean: {
    jsonName: "boolean",
    sqlType: "boolean",
    label: { de: "Wahrheitswert", en: "Boolean" },
    help: { de: "Wahr oder falsch", en: "True or false" },
  },
  integer: {
    jsonName: "number",
    sqlType: "bigint",
    min: Number.MIN_SAFE_INTEGER,
    max: Number.MAX_SAFE_INTEGER,
    label: { de: "Ganze Zahl", en: "Whole number" },
    help: { de: "Ganze Zahl mit höchstens 53 Bit", en: "Whole number of at most 53 bits" },
  },
  decimal: {
    jsonName: "number",
    sqlType: "double precision",
    label: { de: "Dezimalzahl", en: "Decimal number" },
    help: { de: "Zahl mit Nachkommastellen", en: "Number with decimal places" },
  },
  vlan_id: {
    jsonName: "number",
    sqlType: "integer",
    min: 1,
    max: 4094,
    label: { de: "VLAN-ID", en: "VLAN id" },
    help: { de: "Ganze Zahl von 1 bis 4094", en: "Whole number from 1 to 4094" },
  },
  vni: {
    jsonName: "number",
    sqlType: "integer",
    min: 1,
    max: 999_999,
    label: { de: "VNI", en: "VNI" },
    help: { de: "Ganze Zahl von 1 bis 999999", en: "Whole number from 1 to 999999" },
  },
  text: text(
    TEXT_TYPES.text.length,
    { de: "Text", en: "Text" },
    { de: "Beliebiger Text, auch mehrzeilig", en: "Any text, line breaks allowed" },
  ),
  text_line: text(
    TEXT_TYPES.text_line.length,
    { de: "Textzeile", en: "Line of text" },
    { de: "Text ohne Zeilenumbrüche, nicht leer", en: "Text without line breaks, not empty" },
    TEXT_TYPES.text_line.pattern,
  ),
  text_id: text(
    TEXT_TYPES.text_id.length,
    { de: "Kennung", en: "Identifier" },
    {
      de: "Buchstaben, Ziffern, Leerzeichen und _ . : / ( ) + -, am Anfang ein Buchstabe oder eine Ziffer",
      en: "Letters, digits, blanks and _ . : / ( ) + -, beginning with a letter or digit",
    },
    TEXT_TYPES.text_id.pattern,
  ),
  gpk: text(
    TEXT_TYPES.gpk.length,
    { de: "Objektschlüssel", en: "Object key" },
    { de: "Eindeutiger Schlüssel eines Objekts (GPK)", en: "Unique key of an object (GPK)" },
    TEXT_TYPES.gpk.pattern,
  ),
  bcd_name: text(
    TEXT_TYPES.bcd_name.length,
    { de: "BCD-Name", en: "BCD name" },
    {
      de: "OE-Bereich-Funktion-Nummer in Kleinbuchstaben; Bereich und Nummer können fehlen",
      en: "ou-division-function-number in lower case; division and number are optional",
    },
    TEXT_TYPES.bcd_name.pattern,
    "^[a-z0-9-]+$",
  ),
  bcd_id: {
    ...text(
      8,
      { de: "BCD-ID", en: "BCD id" },
      {
        de: "Zwei oder drei Zahlenpaare: NN.NN oder NN.NN.NN",
        en: "Two or three pairs of digits: NN.NN or NN.NN.NN",
      },
      BCD_ID_PATTERN,
    ),
    formatLiteral: "NN.NN[.NN]",
  },
  group_name: text(
    TEXT_TYPES.group_name.length,
    { de: "Gruppenname", en: "Group name" },
    { de: "Buchstaben, Ziffern, _ und -", en: "Letters, digits, _ and -" },
    TEXT_TYPES.group_name.pattern,
    "^[A-Za-z0-9_-]+$",
  ),
  login_name: text(
    64,
    { de: "Anmeldename", en: "Login name" },
    { de: "Kleinbuchstaben, Ziffern und . _ -", en: "Lower-case letters, digits and . _ -" },
    "^[a-z0-9][a-z0-9._-]*$",
    "^[a-z0-9._-]+$",
  ),
  ou_name: text(
    TEXT_TYPES.ou_name.length,
    { de: "OE-Name", en: "OE name" },
    {
      de: "Kurznamen von der Wurzel an, verbunden durch ::, zum Beispiel KIT::SCC::NET",
      en: "Short names from the root, joined by ::, for example KIT::SCC::NET",
    },
    TEXT_TYPES.ou_name.pattern,
    "^[^/]+$",
  ),
  ou_short_name: text(
    64,
    { de: "OE-Kurzname", en: "Short name of an OE" },
    { de: "Ohne : und /, ohne Leerzeichen am Rand", en: "Without : and /, no blank at either end" },
    `^${OU_PART}$`,
  ),
  fqdn: text(
    255,
    { de: "FQDN", en: "FQDN" },
    {
      de: "Vollständiger Domänenname mit abschließendem Punkt, zum Beispiel www.example.edu.",
      en: "Complete domain name with final dot, for example www.example.edu.",
    },
    FQDN_PATTERN,
    "^[a-z0-9_.*-]+$",
  ),
  email: {
    ...text(
      TEXT_TYPES.email.length,
      { de: "E-Mail-Adresse", en: "E-mail address" },
      { de: "Zum Beispiel name@example.edu", en: "For example name@example.edu" },
      TEXT_TYPES.email.pattern,
    ),
    formatLiteral: "email",
  },
  inet: {
    jsonName: "string",
    sqlType: "inet",
    formatLiteral: "ip",
    textLength: 39,
    label: { de: "IP-Adresse", en: "IP address" },
    help: { de: "Eine IPv4- oder IPv6-Adresse ohne Präfix", en: "One IPv4 or IPv6 address without prefix" },
  },
  cidr: {
    jsonName: "string",
    sqlType: "cidr",
    formatLiteral: "cidr",
    textLength: 43,
    label: { de: "IP-Netz", en: "IP network" },
    help: {
      de: "Netzadresse mit Präfixlänge, Hostbits null, zum Beispiel 192.0.2.0/24",
      en: "Network address with prefix length, host bits zero, for example 192.0.2.0/24",
    },
  },
  mac_addr: {
    jsonName: "string",
    sqlType: "macaddr",
    formatLiteral: "mac",
    textLength: 17,
    pattern: "^([0-9a-f]{2}:){5}[0-9a-f]{2}$",
    label: { de: "MAC-Adresse", en: "MAC address" },
    help: {
      de: "Sechs Paare von Hexadezimalziffern, getrennt durch Doppelpunkt, Punkt, Bindestrich oder nichts",
      en: "Six pairs of hex digits, separated by colons, dots, hyphens or nothing",
    },
  },
  timestamp: {
    jsonName: "string",
    sqlType: "timestamptz",
    formatLiteral: "date-time",
    label: { de: "Zeitpunkt", en: "Point in time" },
    help: {
      de: "Datum und Uhrzeit nach ISO 8601 mit Zeitzone, zum Beispiel 2026-11-20T08:15:00Z",
      en: "Date and time by ISO 8601 with offset, for example 2026-11-20T08:15:00Z",
    },
  },
  date: {
    jsonName: "string",
    sqlType: "date",
    formatLiteral: "date",
    label: { de: "Datum", en: "Date" },
    help: { de: "Tag in der Form JJJJ-MM-TT", en: "Day in the form YYYY-MM-DD" },
  },
  wpa2_key: text(
    63,
    { de: "WPA2-Schlüssel", en: "WPA2 key" },
    { de: "8 bis 63 druckbare ASCII-Zeichen", en: "8 to 63 printable ASCII characters" },
    "^[ -~]{8,63}$",
  ),
  regexp: {
    ...text(
      256,
      { de: "Regulärer Ausdruck", en: "Regular expression" },
      { de: "Muster, das irgendwo im Wert passt", en: "Pattern that matches anywhere in the value" },
    ),
    formatLiteral: "regex",
  },
  language_tag: text(8, { de: "Sprache", en: "Language" }, { de: "de oder en", en: "de or en" }, "^(de|en)$"),
  fq_name: text(
    128,
    { de: "Vollständiger Name", en: "Full name" },
    {
      de: "System, Objekttyp und gegebenenfalls Funktion, durch Punkte getrennt",
      en: "System, object type and, where given, function, separated by dots",
    },
    "^[a-z0-9_]+\\.[a-z0-9_]+(\\.[a-z0-9_]+)?$",
  ),
  permission_name: text(
    64,
    { de: "Name einer Berechtigung", en: "Name of a permission" },
    { de: "Zum Beispiel wapi.su_access", en: "For example wapi.su_access" },
    "^[a-z0-9]+\\.[a-z0-9_:]+$",
  ),
  token_text: text(
    128,
    { de: "Text eines Tokens", en: "Text of a token" },
    {
      de: "43 bis 128 Zeichen aus A-Z, a-z, 0-9, - und _",
      en: "43 to 128 characters out of A-Z, a-z, 0-9, - and _",
    },
    "^[A-Za-z0-9_-]{43,128}$",
  ),
  json_object: {
    jsonName: "object",
    sqlType: "jsonb",
    label: { de: "JSON-Objekt", en: "JSON object" },
    help: { de: "Objekt mit benannten Werten", en: "Object with named values" },
  },
  json: {
    jsonName: "json",
    sqlType: "jsonb",
    label: { de: "JSON-Wert", en: "JSON value" },
    help: { de: "Beliebiger JSON-Wert", en: "Any JSON value" },
  },
} as const satisfies Readonly<Record<string, ScalarSpec>>;
