import { value as longText } from "../types/text.ts";
import { inlineText } from "../template-values.ts";
import { isList, type Json, type Localised } from "../wire/json.ts";
import { isGiven } from "../condition.ts";
import { type Values } from "./check.ts";
import type { Choice, Field, FieldType, RequestForm } from "./form.ts";

/** The parts of the text of a ticket (REQ-06). */
interface TicketParts {
  readonly form: Pick<RequestForm, "label" | "fields" | "variants">;
  readonly variant: string | null;
  readonly values: Values;
  /** Login name and mail address, if they exist. */
  readonly sender: readonly string[];
  /** `2026-11-20`. */
  readonly date: string;
  readonly language: keyof Localised;
  /** Names of objects that the values name by their gpk. */
  readonly names?: ReadonlyMap<string, string>;
}

type Speech = Pick<TicketParts, "language" | "names">;

const WORDS = {
  form: { de: "Antrag", en: "Request" },
  sender: { de: "Absender", en: "Sender" },
  date: { de: "Datum", en: "Date" },
  yes: { de: "ja", en: "yes" },
  no: { de: "nein", en: "no" },
} as const satisfies Readonly<Record<string, Localised>>;

/** The text of a ticket: form, sender, date, and every filled field with its label and its value. It is cut at the maximum length of a ticket. */
export function ticketText({ form, variant, values, sender, date, ...speech }: TicketParts): string {
  const { language } = speech;
  const chosen = form.variants?.find(({ value }) => value === variant)?.label[language];
  const title = chosen === undefined ? form.label[language] : `${form.label[language]} (${chosen})`;
  const lines = [
    `${WORDS.form[language]}: ${title}`,
    `${WORDS.sender[language]}: ${sender.join(", ")}`,
    `${WORDS.date[language]}: ${date}`,
    "",
    ...linesOf(form.fields, values, speech),
  ];
  return shortened(lines.join("\n"), longText.textLength);
}

/** The text may be cut, because the fields of the ticket contain all values. */
function shortened(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

function linesOf(fields: readonly Field[], values: Values, speech: Speech): readonly string[] {
  return fields.flatMap((field) => {
    const value = values[field.name];
    if (value === undefined || !isGiven(value)) return [];
    return withLabel(field.label[speech.language], valueLines(field.type, value, speech));
  });
}

function withLabel(label: string, lines: readonly string[]): readonly string[] {
  const [first = "", ...rest] = lines;
  return rest.length === 0 ? [`${label}: ${first}`] : [`${label}:`, ...lines.map((line) => `  ${line}`)];
}

function valueLines(type: FieldType, value: Json, speech: Speech): readonly string[] {
  const { language, names } = speech;
  switch (type.kind) {
    case "object":
      // The form was checked before, so the value of an object field is an object.
      return linesOf(type.fields, value as Values, speech);
    case "list":
      return listLines(type.of, value, speech);
    case "boolean":
      return [WORDS[value === true ? "yes" : "no"][language]];
    case "choice":
      return [chosenText(type.choices, value, language)];
    case "text":
      return (names?.get(inlineText(value)) ?? inlineText(value)).split("\n");
    default:
      return [inlineText(value)];
  }
}

function chosenText(choices: readonly Choice[], value: Json, language: keyof Localised): string {
  return choices.find((choice) => choice.value === value)?.label[language] ?? inlineText(value);
}

function listLines(of: FieldType, value: Json, speech: Speech): readonly string[] {
  const elements: readonly Json[] = isList(value) ? value : [value];
  const parts = elements.map((element) => valueLines(of, element, speech));
  if (of.kind !== "object") return [parts.flat().join(", ")];
  // Each element has its number on a line of its own and its lines indented, so that a single rule does not look like several.
  return parts.flatMap((lines, index) => [`${String(index + 1)}.`, ...lines.map((line) => `  ${line}`)]);
}
