import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Json } from "#contract/wire/json";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { IconButton } from "../../ui/action/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { sayText } from "../../ui/text.ts";
import { textOf } from "../cell/cell-text.ts";
import { valueText } from "../cell/value-text.ts";
import { type Words, useWords } from "../portal/words.ts";
import {
  withEntries,
  type AddressFilters,
  type EntryChanges,
  type RefusedFilter,
  type SetFilter,
} from "./address-filters.ts";
import { editedRefused, editedSet, type EditedFilter } from "./edited-filter.ts";
import { isPart, isWhole } from "./filter-words.ts";
import type { ListFilter } from "./list-filters.ts";
import { NewFilter } from "./new-filter.tsx";
import { WORD_TEXTS } from "./word-texts.ts";
import "./explorer.css";

export interface FilterBarProps extends AddressFilters {
  readonly type: ObjectTypeMeta;
  readonly offered: readonly ListFilter[];
}

/**
 * Filters of the type's list: attribute, operator and value; each can be edited and removed again. The address keeps them, so "back" removes the last
 * one (LIST-48 to LIST-50, LIST-56). The bar reports entries of the address that the list cannot use (LIST-57).
 */
export function FilterBar({ type, offered, set, refused }: FilterBarProps): ReactNode {
  const words = useWords();
  const { catalogue } = words;
  const { search } = useLocation();
  const navigate = useNavigate();
  const [opened, open] = useState<EditedFilter | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const focusChip = useFocusChip(bar, search);
  const held = new Set(new URLSearchParams(search).keys());
  // After the reader has gone back, the address may lack the edited filter.
  const edited = opened?.entries.every((entry) => held.has(entry)) === true ? opened : null;
  const close = (entry: string | undefined): void => {
    open(null);
    focusChip(entry ?? null);
  };
  const change = (changes: EntryChanges): void => {
    const next = withEntries(search, changes);
    if (next !== search) void navigate({ search: next });
  };
  const chipProps = (one: EditedFilter): ChipControls => ({
    entry: one.entries[0] ?? "",
    isEdited: one.entries[0] === edited?.entries[0],
    onEdit: () => open(one.entries[0] === edited?.entries[0] ? null : one),
    onRemove: () => {
      open(null);
      change(one.entries.map((entry) => [entry, []]));
    },
  });
  return (
    <div className="filter-bar" ref={bar}>
      <NewFilter
        key={edited?.entries.join(" ") ?? ""}
        type={type}
        offered={offered}
        edited={edited}
        onSet={(changes) => {
          change([...(edited?.entries ?? []).map((entry) => [entry, []] as const), ...changes]);
          if (edited !== null) close(changes[0]?.[0]);
        }}
        onCancel={() => close(edited?.entries[0])}
      />
      <ul className="filter-set">
        {chipsOf(set).map((chip) => {
          const [{ filter }] = chip;
          const { word, value } = chipText(words, type, chip);
          const edit = editedSet(catalogue, type, chip);
          return (
            <FilterChip
              key={filter.entry}
              title={`${filter.title} ${word}`.trim()}
              value={value}
              {...chipProps(edit)}
            />
          );
        })}
      </ul>
      <Refused type={type} offered={offered} refused={refused} chipProps={chipProps} />
    </div>
  );
}

interface RefusedProps extends Pick<FilterBarProps, "type" | "offered" | "refused"> {
  readonly chipProps: (one: EditedFilter) => ChipControls;
}

/** Entries of the address that the list cannot use, each with its reason. */
function Refused({ type, offered, refused, chipProps }: RefusedProps): ReactNode {
  const words = useWords();
  const { say, catalogue } = words;
  if (refused.length === 0) return null;
  return (
    <section className="filter-refused" aria-label={say("editor.filter.wrong")}>
      <Note tone="warning">{say("editor.filter.refused", { count: refused.length })}</Note>
      <ul className="filter-set">
        {refused.map((one) => (
          <FilterChip
            key={one.entry}
            {...refusedText(words, one)}
            why={sayText(say, one.why)}
            {...chipProps(editedRefused(catalogue, type, offered, one))}
          />
        ))}
      </ul>
    </section>
  );
}

/** Focuses the chip of an entry once the address has it, or the first field of the bar. */
function useFocusChip(bar: RefObject<HTMLDivElement | null>, search: string) {
  const [wanted, want] = useState<{ readonly entry: string | null } | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    const chips = [...(bar.current?.querySelectorAll<HTMLElement>("[data-entry]") ?? [])];
    const chip = chips.find((one) => one.dataset["entry"] === wanted.entry);
    (chip ?? bar.current?.querySelector<HTMLElement>("select"))?.focus();
    // The next address has the changed filter.
  }, [bar, wanted, search]);
  return (entry: string | null): void => want({ entry });
}

interface ChipControls {
  readonly entry: string;
  readonly isEdited: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

interface FilterChipProps extends ChipControls {
  readonly title: string;
  readonly value: string;
  readonly why?: string;
}

function FilterChip({ entry, title, value, why, isEdited, onEdit, onRemove }: FilterChipProps): ReactNode {
  const { say } = useWords();
  return (
    <li className={`filter-chip${why === undefined ? "" : " filter-wrong"}`}>
      <button
        type="button"
        className="filter-edit"
        title={say("editor.filter.change")}
        aria-pressed={isEdited}
        data-entry={entry}
        onClick={onEdit}
      >
        {title} <strong>{value}</strong>
        {why !== undefined && <span className="filter-why">{why}</span>}
      </button>
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
  if (other === undefined) return { word: wordText(words, one.filter), value };
  const values = { from: value, to: shownText(words, type, other) };
  return { word: say("editor.filter.between"), value: say("editor.filter.range", values) };
}

/** A filter that a search has made shows its name alone. */
function wordText({ say }: Words, { word, isSearch }: ListFilter): string {
  return isSearch === true ? "" : say(WORD_TEXTS[word]);
}

/** The filter in words if it is known, otherwise in the spelling of the address. */
function refusedText(words: Words, { entry, filter, texts }: RefusedFilter) {
  const title = filter === null ? entry : `${filter.title} ${wordText(words, filter)}`.trim();
  return { title, value: texts.join(", ") };
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
