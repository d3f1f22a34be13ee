import type { ReactNode } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Json } from "#contract/wire/json";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { FOUND_BY } from "#core/search/search-steps";
import { IconButton } from "../../ui/action/button.tsx";
import { useText } from "../../ui/text.ts";
import { textOf } from "../cell/cell-text.ts";
import { valueText } from "../cell/value-text.ts";
import { useWords, type Words } from "../portal.ts";
import { isPart, isWhole } from "./filter-words.ts";
import { withFilter, type ListFilter, type SetFilter } from "./list-filters.ts";
import { NewFilter } from "./new-filter.tsx";
import { WORD_TEXTS } from "./word-texts.ts";
import "./explorer.css";

export interface FilterBarProps {
  readonly type: ObjectTypeMeta;
  readonly offered: readonly ListFilter[];
  readonly set: readonly SetFilter[];
  /** What a search has asked for; null without one. */
  readonly found: string | null;
}

/** Filters of the type's list: attribute, operator and value; each can be removed again. The address keeps them, and going back takes the last one back (LIST-48 to LIST-50). */
export function FilterBar({ type, offered, set, found }: FilterBarProps): ReactNode {
  const words = useWords();
  const { search } = useLocation();
  const navigate = useNavigate();
  const change = (changes: readonly (readonly [name: string, texts: readonly string[]])[]): void => {
    const next = changes.reduce((all, [name, texts]) => withFilter(all, name, texts), search);
    if (next !== search) void navigate({ search: next });
  };
  return (
    <div className="filter-bar">
      <NewFilter type={type} offered={offered} onSet={change} />
      <ul className="filter-set">
        {chipsOf(set).map((chip) => {
          const [{ filter }] = chip;
          const { word, value } = chipText(words, type, chip);
          const names = chip.map((one) => one.filter.name);
          return (
            <FilterChip
              key={filter.name}
              title={`${filter.title} ${word}`}
              value={value}
              onRemove={() => change(names.map((name) => [name, []]))}
            />
          );
        })}
        {found !== null && (
          <FilterChip
            title={words.say("editor.filter.found")}
            value={found}
            onRemove={() => change([[FOUND_BY, []]])}
          />
        )}
      </ul>
    </div>
  );
}

interface FilterChipProps {
  readonly title: string;
  readonly value: string;
  readonly onRemove: () => void;
}

function FilterChip({ title, value, onRemove }: FilterChipProps): ReactNode {
  const say = useText();
  return (
    <li className="filter-chip">
      <span>
        {title} <strong>{value}</strong>
      </span>
      <IconButton
        icon="close"
        label={say("editor.filter.remove", { name: `${title} ${value}`.trim() })}
        onClick={onRemove}
      />
    </li>
  );
}

type Chip = readonly [SetFilter, ...SetFilter[]];

/** One chip for each filter; both bounds of an attribute are one. */
function chipsOf(set: readonly SetFilter[]): readonly Chip[] {
  const upper = ({ filter: { of } }: SetFilter): SetFilter | undefined =>
    set.find(({ filter }) => filter.of === of && filter.word === "most");
  return set.flatMap((one): readonly Chip[] => {
    const { of, word } = one.filter;
    const most = upper(one);
    if (word === "least" && most !== undefined) return [[one, most]];
    const isTold = word === "most" && set.some(({ filter }) => filter.of === of && filter.word === "least");
    return isTold ? [] : [[one]];
  });
}

function chipText(words: Words, type: ObjectTypeMeta, [one, other]: Chip) {
  const { say } = words;
  const value = shownText(words, type, one);
  if (other === undefined) return { word: say(WORD_TEXTS[one.filter.word]), value };
  const values = { from: value, to: shownText(words, type, other) };
  return { word: say("editor.filter.between"), value: say("editor.filter.range", values) };
}

function shownText(
  { say, catalogue, locale }: Words,
  type: ObjectTypeMeta,
  { filter, value }: SetFilter,
): string {
  if (isWhole(filter.word)) return "";
  if (Array.isArray(value)) return value.map((one: Json) => textOf(one)).join(", ");
  if (typeof value === "boolean") return say(value ? "ui.common.yes" : "ui.common.no");
  return isPart(filter.word)
    ? textOf(value)
    : valueText(catalogue, type, filter.of, value, locale) || textOf(value);
}
