import type { TextKey } from "#core/text";
import type { FilterWord } from "./filter-words.ts";

/** The words of filters, in the form for a sentence of attribute, word and value. */
export const WORD_TEXTS = {
  is: "editor.filter.is",
  isNot: "editor.filter.isNot",
  isAny: "editor.filter.isAny",
  has: "editor.filter.has",
  begins: "editor.filter.begins",
  least: "editor.filter.least",
  most: "editor.filter.most",
  holds: "editor.filter.holds",
  within: "editor.filter.within",
  shares: "editor.filter.shares",
  isEmpty: "editor.filter.isEmpty",
  isFilled: "editor.filter.isFilled",
  matches: "editor.filter.matches",
  matchesCase: "editor.filter.matchesCase",
} as const satisfies Readonly<Record<FilterWord, TextKey>>;
