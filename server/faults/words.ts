import { isList, type Json, type Localised } from "#contract/wire/json";

/** Labels of object types, attributes and data types; null for unknown names. */
export interface FaultWords {
  type(fqName: string): Localised | null;
  attribute(fqName: string, name: string): Localised | null;
  /** A parameter of a function (`nd.bcd.create`), or an attribute of its object. */
  parameter(fn: string, name: string): Localised | null;
  /** What a value of the parameter looks like, if its data type does not describe it. */
  form(fn: string, name: string): Localised | null;
  /** Label of a function: "Create: BCD". */
  fn(name: string): Localised | null;
  /** Label of a data type, and the format of its values. */
  dataType(name: string): { readonly label: Localised; readonly form: Localised } | null;
}

/** A fault with labels for its details (wire contract 4.2). */
export interface SpokenFault {
  readonly details: Readonly<Record<string, Json>>;
  /** Name of the failed step; null outside a transaction. */
  readonly step: string | null;
  readonly language: keyof Localised;
  readonly words: FaultWords | null;
}

const FLAGS = { de: ["nein", "ja"], en: ["no", "yes"] } as const;

/** The sentence with its details. It ends before a detail that is missing. */
export function filled(text: string, fault: SpokenFault): string {
  const said = (member: string): string | null => wordOf(member, fault);
  return text
    .replace(/ \{([a-z_]+)\}$/, (end, member: string) => (said(member) === null ? "" : end))
    .replace(/\{([a-z_]+)\}(\.?)/g, (_, member: string, stop: string) => ended(said(member) ?? "–", stop))
    .trimEnd();
}

/** A value that ends in a full stop, like a domain name, also ends the sentence. */
function ended(text: string, stop: string): string {
  return text.endsWith(".") ? text : `${text}${stop}`;
}

function wordOf(member: string, fault: SpokenFault): string | null {
  if (member === "form") return formOf(fault);
  if (member === "values") return valuesOf(fault);
  const value = fault.details[member] ?? null;
  return value === null ? null : spoken(value, fault.language, (text) => named(member, text, fault));
}

type Namer = (words: FaultWords, text: string, fault: SpokenFault) => Localised | null;

const ofType: Namer = (words, text) => words.type(text);
const ofAttribute: Namer = (words, text, { details }) => {
  const object = details["object_fq_name"];
  return typeof object === "string" ? words.attribute(object, text) : null;
};

/** Members whose texts are names of the API; texts of other members are values. */
const NAMERS: ReadonlyMap<string, Namer> = new Map<string, Namer>([
  ["object_fq_name", ofType],
  ["ref_object_fq_name", ofType],
  ["attribute", ofAttribute],
  ["attribute_list", ofAttribute],
  ["parameter", (words, text, { step }) => (step === null ? null : words.parameter(step, text))],
  ["data_type", (words, text) => words.dataType(text)?.label ?? null],
  ["function", (words, text) => words.fn(text)],
]);

/** The label of a name in this member; a value is returned unchanged. */
function named(member: string, text: string, fault: SpokenFault): string {
  const namer = NAMERS.get(member);
  if (namer === undefined || fault.words === null) return text;
  return namer(fault.words, text, fault)?.[fault.language] ?? text;
}

/** Format of values of the parameter or of its data type; if no description exists, its name and pattern. */
function formOf(fault: SpokenFault): string | null {
  const { data_type: name, pattern } = fault.details;
  if (typeof name !== "string") return null;
  const { language, words } = fault;
  const form = (ownForm(fault) ?? words?.dataType(name)?.form)?.[language];
  return form ?? (typeof pattern === "string" ? `${name} ${pattern}` : name);
}

function ownForm({ details: { parameter, scope }, words, step }: SpokenFault): Localised | null {
  if (step === null || words === null || scope !== "new" || typeof parameter !== "string") return null;
  return words.form(step, parameter);
}

/** Attributes with their values: "Login name greta, Group iwt". A single attribute with the same label as its object shows only its value. */
function valuesOf(fault: SpokenFault): string | null {
  const { attribute_list: names, value_list: values } = fault.details;
  if (!isList(names) || !isList(values)) return null;
  const object = wordOf("object_fq_name", fault);
  const pairs = names.map((name, at) => {
    const value = spoken(values[at] ?? null, fault.language, (text) => text);
    const word = spoken(name, fault.language, (text) => named("attribute_list", text, fault));
    return names.length === 1 && word === object ? value : `${word} ${value}`;
  });
  return pairs.join(", ");
}

function spoken(value: Json, language: keyof Localised, name: (text: string) => string): string {
  if (value === null) return "–";
  if (typeof value === "boolean") return FLAGS[language][value ? 1 : 0];
  if (isList(value)) return value.map((one) => spoken(one, language, name)).join(", ");
  if (typeof value === "object")
    return Object.values(value)
      .filter((one) => one !== null)
      .map((one) => spoken(one, language, (text) => text))
      .join(" ");
  return typeof value === "string" ? name(value) : String(value);
}
