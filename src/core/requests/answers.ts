import { isGiven } from "#contract/condition";
import { readText } from "#contract/read-text";
import type { Field, FieldType } from "#contract/requests/form";
import { ASKED_TYPES } from "#contract/requests/scalar";
import { inlineText } from "#contract/template-values";
import { parseAddress, parseNetwork } from "#contract/values/ip";
import { isList, isObject, type Json, type Params } from "#contract/wire/json";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { drawnType } from "../form/data-type.ts";
import { mailLink } from "../route/mail-link.ts";
import { hasPage } from "../route/object-routes.ts";
import { addressHref } from "../route/value-href.ts";
import type { Cell } from "../screen/screen.ts";
import { pickText, type Locale } from "../text.ts";
import { entryName } from "../form/schema.ts";
import { entryLabel } from "./plan.ts";

/** A part of an answer: words, a value of a data type, or a name of an object, which is a link if the reader may see the object. */
export type Piece =
  | { readonly kind: "words"; readonly text: string; readonly href: string | null }
  | { readonly kind: "value"; readonly value: Json; readonly cell: Cell }
  | { readonly kind: "object"; readonly text: string; readonly object: string; readonly key: Params };

/** The answer to one field: values, or further answers. */
export interface Answer {
  readonly name: string;
  readonly label: string;
  /** Each value in pieces. */
  readonly values: readonly (readonly Piece[])[];
  /** Answers of an object, or of each entry of a list with its name. */
  readonly entries: readonly { readonly name: string | null; readonly answers: readonly Answer[] }[];
}

interface AnswerContext {
  readonly catalogue: Catalogue;
  readonly locale: Locale;
}

/** The answers of a form as they were stored, in the order of its fields. Values of another shape, as older forms had, are shown as text. */
export function answersOf(
  { fields }: { readonly fields: readonly Field[] },
  values: Params,
  context: AnswerContext,
): readonly Answer[] {
  return fields.flatMap((field) => {
    const value = values[field.name];
    if (value === undefined || !isGiven(value)) return [];
    return [answerOf(field, value, { ...context, values })];
  });
}

interface Around extends AnswerContext {
  /** Values of the fields beside the answered one. */
  readonly values: Params;
}

function answerOf(field: Field, value: Json, around: Around): Answer {
  const { type, name } = field;
  const answer = { name, label: pickText(field.label, around.locale) ?? name, values: [], entries: [] };
  const entries = entriesOf(field, value, around);
  if (entries !== null) return { ...answer, entries };
  const [of, elements] = type.kind === "list" ? [type.of, isList(value) ? value : [value]] : [type, [value]];
  return { ...answer, values: elements.map((one) => piecesOf(field, of, one, around)) };
}

/** Null for answers that are not objects. */
function entriesOf(field: Field, value: Json, around: Around): Answer["entries"] | null {
  const { type } = field;
  if (type.kind === "object" && isObject(value))
    return [{ name: null, answers: answersOf(type, value, around) }];
  if (type.kind !== "list" || type.of.kind !== "object") return null;
  const { of } = type;
  const elements = (isList(value) ? value : [value]).map((one) => (isObject(one) ? one : null));
  if (elements.includes(null)) return null;
  const label = entryLabel(field, around.locale);
  return elements.map((one, at) => ({
    name: entryName(label, at),
    answers: answersOf(of, one ?? {}, around),
  }));
}

function piecesOf(field: Field, type: FieldType, value: Json, around: Around): readonly Piece[] {
  const { catalogue, locale } = around;
  switch (type.kind) {
    case "choice": {
      const chosen = type.choices.find((one) => one.value === value);
      return [words(pickText(chosen?.label, locale) ?? inlineText(value))];
    }
    case "boolean":
      return [{ kind: "value", value, cell: "flag" }];
    case "address":
      return wordsIn(inlineText(value), catalogue);
    case "text":
      return textPieces(field, type.dataType, value, around);
    default:
      return [{ kind: "value", value, cell: "text" }];
  }
}

function textPieces(
  field: Field,
  dataType: keyof typeof ASKED_TYPES,
  value: Json,
  around: Around,
): readonly Piece[] {
  const named = objectNamed(field, dataType, value, around);
  if (named !== null) return [named];
  if (dataType === "email" && typeof value === "string")
    return [{ kind: "words", text: value, href: mailLink(value) }];
  const { cell = "text", isPlain = false } = drawnType(dataType);
  return isPlain ? wordsIn(inlineText(value), around.catalogue) : [{ kind: "value", value, cell }];
}

function words(text: string): Piece {
  return { kind: "words", text, href: null };
}

/** The object that the value names: by the reference of the field, or by a data type that names objects of one type only. */
function objectNamed(
  { refersTo }: Field,
  dataType: keyof typeof ASKED_TYPES,
  value: Json,
  { catalogue, values }: Around,
): Piece | null {
  if (typeof value !== "string") return null;
  const read = readText(ASKED_TYPES[dataType], value, () => null);
  const named = read.ok ? read.value : value;
  if (refersTo === undefined) return pieceNamed(catalogue, dataType, value, named);
  const { object, attribute, within = {} } = refersTo;
  // A building is named by its number within its site.
  const names = attribute === "gpk" ? [attribute] : (catalogue.objectType(object)?.key ?? []);
  const parts = names.map((name): [string, Json] => [
    name,
    name === attribute ? named : (values[within[name] ?? ""] ?? null),
  ]);
  const isWhole = parts.length > 0 && parts.every(([, part]) => part !== null);
  return isWhole ? { kind: "object", text: value, object, key: Object.fromEntries(parts) } : null;
}

function pieceNamed(catalogue: Catalogue, dataType: string, text: string, named = text): Piece | null {
  const [type, ...others] = catalogue.types.filter((one) => {
    const [only, ...further] = one.key.map((name) => one.attribute(name));
    return (
      further.length === 0 &&
      only?.data_type === dataType &&
      only.refersTo === null &&
      hasPage(catalogue, one.name)
    );
  });
  const attribute = type?.key[0];
  if (type === undefined || attribute === undefined || attribute === "gpk" || others.length > 0) return null;
  return { kind: "object", text, object: type.name, key: { [attribute]: named } };
}

/** A possible address or network in a text. A full stop or comma after it belongs to the sentence. */
const NUMBERS = /(?<![\w.:/])[0-9a-fA-F:.]*[0-9a-fA-F:](?:\/\d{1,3})?(?![\w/%])/g;

/** A text with links to the addresses and networks in it. */
function wordsIn(text: string, catalogue: Catalogue): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(NUMBERS)) {
    const piece = numberPiece(found, catalogue);
    if (piece === null) continue;
    if (index > from) pieces.push(words(text.slice(from, index)));
    pieces.push(piece);
    from = index + found.length;
  }
  return from < text.length ? [...pieces, words(text.slice(from))] : pieces;
}

function numberPiece(text: string, catalogue: Catalogue): Piece | null {
  if (!/[.:]/.test(text)) return null;
  if (parseAddress(text) !== null) return { kind: "words", text, href: addressHref(catalogue, text) };
  return parseNetwork(text) === null ? null : pieceNamed(catalogue, "cidr", text);
}
