import type { Localised } from "#contract/wire/json";
import type { Language } from "../faults.ts";

/** Every sentence of the import command; `{…}` is filled in. */
const TEXTS = {
  usage: {
    de: "Aufruf: npm run import -- places DATEI | dns DATEI --zone example.edu. [--url ADRESSE] [--user NAME --password PASSWORT]\nEin API-Token in NETPORTAL_TOKEN geht vor; ein Passwort kann auch in NETPORTAL_PASSWORD stehen.",
    en: "Usage: npm run import -- places FILE | dns FILE --zone example.edu. [--url ADDRESS] [--user NAME --password PASSWORD]\nAn API token in NETPORTAL_TOKEN goes first; a password may stand in NETPORTAL_PASSWORD as well.",
  },
  unreachable: { de: "{url} ist nicht erreichbar.", en: "{url} cannot be reached." },
  badZone: { de: "{zone} ist kein Name einer Zone.", en: "{zone} is no name of a zone." },
  badAnswer: {
    de: "{url} antwortet nicht wie erwartet ({status}).",
    en: "{url} does not answer as expected ({status}).",
  },
  noHeader: {
    de: "Die erste Zeile nennt nicht die Spalten {columns}.",
    en: "The first line does not name the columns {columns}.",
  },
  reading: { de: "{count} Zeilen gelesen", en: "{count} rows read" },
  comparing: { de: "Vergleiche mit dem Bestand …", en: "Comparing with what exists …" },
  planned: { de: "{count} Schritte geplant", en: "{count} steps planned" },
  testing: { de: "Teste …", en: "Testing …" },
  testingOf: { de: "Teste {done} von {of}", en: "Testing {done} of {of}" },
  applyingOf: { de: "Führe {done} von {of} aus", en: "Applying {done} of {of}" },
  tested: { de: "{done} von {of} Schritten getestet", en: "{done} of {of} steps tested" },
  applying: {
    de: "Führe {count} Schritte in einer Transaktion aus …",
    en: "Applying {count} steps as one transaction …",
  },
  rejectedRow: {
    de: "Zeile {line} abgelehnt: {reason} | {value}",
    en: "line {line} rejected: {reason} | {value}",
  },
  summary: {
    de: "{created} Schritte ausgeführt, {present} Zeilen schon vorhanden, {rejected} abgelehnt.",
    en: "{created} steps applied, {present} rows present already, {rejected} rejected.",
  },
  nothing: { de: "Nichts zu ändern.", en: "Nothing to change." },
  rolledBack: {
    de: "Der Server ist in Wartung (nur lesend): nichts wurde geändert.",
    en: "The server is in maintenance (read only): nothing was changed.",
  },
  columnCount: { de: "{found} statt {wanted} Spalten", en: "{found} columns instead of {wanted}" },
  noNumber: { de: "Der Titel nennt keine Gebäudenummer.", en: "The title names no building number." },
  noSuchBuilding: {
    de: "Gebäude {number} steht nicht in der Datei.",
    en: "Building {number} is not in the file.",
  },
  repeatedBuilding: {
    de: "Gebäude {number} steht schon in Zeile {line}.",
    en: "Building {number} is in line {line} already.",
  },
  badPosition: { de: "Die Position ist nicht lesbar.", en: "The position cannot be read." },
  unknownType: { de: "Unbekannter Record-Typ {type}.", en: "Unknown record type {type}." },
  badName: { de: "Ungültiger Name ({problem}).", en: "Invalid name ({problem})." },
  badData: { de: "Ungültige Daten für {type} ({problem}).", en: "Invalid data for {type} ({problem})." },
  repeatedRecord: { de: "Derselbe Record steht in Zeile {line}.", en: "The same record is in line {line}." },
  aliasBesideData: {
    de: "Ein Alias neben anderen Records desselben Namens ({types}).",
    en: "An alias beside other records of the same name ({types}).",
  },
  secondAlias: {
    de: "Der Name hat schon einen Alias (Zeile {line}).",
    en: "The name has an alias already (line {line}).",
  },
  aliasPresent: {
    de: "Unter dem Namen gibt es schon einen Alias auf {target}.",
    en: "The name is an alias of {target} already.",
  },
  targetMissing: {
    de: "Das Ziel {target} liegt in der Zone {zone}, dort gibt es den Namen aber nicht.",
    en: "The target {target} lies in the zone {zone}, but there is no such name in it.",
  },
} as const satisfies Readonly<Record<string, Localised>>;

export type TextKey = keyof typeof TEXTS;
export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** Sentences in the language of the terminal: German where it is German, English everywhere else. */
export function speak(language: Language): Say {
  return (key, values = {}) =>
    TEXTS[key][language].replace(/\{([a-z]+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
