import {
  useEffect,
  useId,
  useMemo,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import type { Json } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { normaliseValue, type Converted } from "#core/form/grammar";
import { toWireValue } from "#core/form/values";
import type { Input } from "#core/form/widget";
import type { Text } from "#core/text";
import { Button } from "../../ui/action/button.tsx";
import { FIELD_COMPONENTS } from "../../ui/field/index.tsx";
import { useReferencePort } from "../../ui/field/field-component.ts";
import { sayText, type Say } from "../../ui/text.ts";
import { storedText } from "../cell/cell-text.ts";
import { useReferences } from "../form/use-references.ts";
import { useWords } from "../portal/words.ts";
import { toAscii } from "../screen/to-ascii.ts";
import type { EntryChanges } from "./address-filters.ts";
import { carried, isTurned, type EditedFilter, type FilterField, type Word } from "./edited-filter.ts";
import { isWhole } from "./filter-words.ts";
import { filterWidget, type ListFilter } from "./list-filters.ts";
import { WORD_TEXTS } from "./word-texts.ts";

interface NewFilterProps {
  readonly type: ObjectTypeMeta;
  readonly offered: readonly ListFilter[];
  /** The filter of the address whose content the fields begin with; null for a new one. */
  readonly edited: EditedFilter | null;
  readonly onSet: (changes: EntryChanges) => void;
  readonly onCancel: () => void;
}

const TEXTS = { ...WORD_TEXTS, between: "editor.filter.between" } as const;

/** Composes a filter of attribute, operator and value, or changes one; values are checked as in a form before they go into the address (LIST-48, LIST-51, LIST-56). */
export function NewFilter(props: NewFilterProps): ReactNode {
  const { type, offered, edited, onCancel } = props;
  const { say } = useWords();
  const references = useReferences();
  const id = useId();
  const { chosen, words, asked, fields, choose, chooseWord, setValue, submit } = useNewFilter(props);
  useStartInValue(id, edited !== null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (edited !== null && event.key === "Escape" && !event.defaultPrevented) onCancel();
  };
  const titles = new Map(offered.map(({ of, title }) => [of, title]));
  if (chosen === null) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- leaving is also a button
    <form
      className="filter-new"
      onSubmit={submit}
      onKeyDown={onKeyDown}
      noValidate
      aria-label={say("editor.filter.label")}
    >
      <Choice
        id={`${id}-name`}
        label={say("editor.filter.name")}
        value={chosen.of}
        options={[...titles]}
        onChoose={choose}
      />
      <Choice
        id={`${id}-word`}
        label={say("editor.filter.word")}
        value={chosen.word}
        options={words.map((word) => [word, say(TEXTS[word])])}
        onChoose={chooseWord}
      />
      <useReferencePort.Provider value={references}>
        {asked.map((filter, at) => (
          <FilterValue
            key={filter.entry}
            id={`${id}-value-${String(at)}`}
            label={say(
              asked.length === 1
                ? "editor.filter.value"
                : at === 0
                  ? "editor.filter.from"
                  : "editor.filter.to",
            )}
            filter={filter}
            type={type}
            value={fields[at]?.value}
            problem={fields[at]?.problem ?? null}
            onChange={(value) => setValue(at, value)}
          />
        ))}
      </useReferencePort.Provider>
      <Submit isEdited={edited !== null} onCancel={onCancel} />
    </form>
  );
}

interface SubmitProps {
  readonly isEdited: boolean;
  readonly onCancel: () => void;
}

function Submit({ isEdited, onCancel }: SubmitProps): ReactNode {
  const { say } = useWords();
  if (!isEdited)
    return (
      <Button type="submit" icon="add">
        {say("editor.filter.add")}
      </Button>
    );
  return (
    <>
      <Button type="submit" icon="check">
        {say("editor.filter.change")}
      </Button>
      <Button look="quiet" onClick={onCancel}>
        {say("ui.common.cancel")}
      </Button>
    </>
  );
}

/** In a filter that is opened for a change, the focus begins in its value, or in the comparison if that needs no value. */
function useStartInValue(id: string, isEdited: boolean): void {
  useEffect(() => {
    if (!isEdited) return;
    const value = document.getElementById(`${id}-value-0`) ?? document.getElementById(`${id}-word`);
    value?.focus();
    if (value instanceof HTMLInputElement) value.select();
  }, [id, isEdited]);
}

const EMPTY: FilterField = { value: undefined, problem: null };

function useNewFilter({ type, offered, edited, onSet }: NewFilterProps) {
  const { catalogue } = useWords();
  const [chosen, setChosen] = useState(() => firstChosen(offered, edited));
  const [fields, setFields] = useState<readonly FilterField[]>(edited?.fields ?? []);
  const { of, word } = chosen ?? NOTHING;
  const words = wordsOf(offered, of);
  const asked = filtersOf(offered, of, word);
  const start = (next: Chosen): void => {
    setChosen(next);
    setFields(
      edited === null ? [] : carried(catalogue, type, filtersOf(offered, next.of, next.word), fields),
    );
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const read = asked.map((filter, at) => readValue(catalogue, type, filter, fields[at]?.value));
    const told = read.map((one) => (one.ok ? null : one.text));
    const problems: readonly (Text | null)[] = isTurned(read)
      ? [null, { key: "editor.filter.turned" }]
      : told;
    if (problems.some((one) => one !== null))
      return setFields(asked.map((_, at) => ({ value: fields[at]?.value, problem: problems[at] ?? null })));
    onSet(asked.map(({ entry }, at) => [entry, textsOf(read[at])] as const));
    setFields([]);
  };
  return {
    chosen,
    words,
    asked,
    fields,
    choose: (name: string): void => start({ of: name, word: wordsOf(offered, name)[0] ?? "is" }),
    chooseWord: (name: string): void => start({ of, word: words.find((one) => one === name) ?? "is" }),
    setValue: (at: number, value: Json | undefined): void =>
      setFields(asked.map((_, place) => (place === at ? { ...EMPTY, value } : (fields[place] ?? EMPTY)))),
    submit,
  };
}

interface Chosen {
  readonly of: string;
  readonly word: Word;
}

const NOTHING: Chosen = { of: "", word: "is" };

/** The filter with which the fields begin: the edited one, one that the list needs, or the first one. */
function firstChosen(offered: readonly ListFilter[], edited: EditedFilter | null): Chosen | null {
  const first = edited ?? offered.find(({ isRequired }) => isRequired) ?? offered[0];
  return first === undefined ? null : { of: first.of, word: first.word };
}

/** The words for an attribute. "Between" follows the words for the lower and the upper bound. */
function wordsOf(offered: readonly ListFilter[], of: string): readonly Word[] {
  const words = offered.filter((filter) => filter.of === of).map(({ word }): Word => word);
  const at = words.indexOf("most");
  return at < 0 ? words : words.toSpliced(at + 1, 0, "between");
}

/** The filters of a word. */
function filtersOf(offered: readonly ListFilter[], of: string, word: Word): readonly ListFilter[] {
  const wanted: readonly Word[] = word === "between" ? ["least", "most"] : [word];
  return wanted.flatMap((one) => offered.find((filter) => filter.of === of && filter.word === one) ?? []);
}

function readValue(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  filter: ListFilter,
  value: Json | undefined,
): Converted {
  if (isWhole(filter.word)) return { ok: true, value: true };
  const { widget, options } = filterWidget(catalogue, type, filter);
  const given = toWireValue(widget, value, options);
  const wire = given.ok
    ? normaliseValue(catalogue.dataType(filter.dataType.name), given.value, toAscii)
    : given;
  return wire.ok && textsOf(wire).length === 0 ? { ok: false, text: { key: "core.form.required" } } : wire;
}

function textsOf(read: Converted | undefined): readonly string[] {
  if (read?.ok !== true) return [];
  return [read.value].flat().flatMap((one) => (one === null ? [] : [storedText(one)]));
}

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChoose: (value: string) => void;
}

function Choice({ id, label, value, options, onChoose }: ChoiceProps): ReactNode {
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="control" value={value} onChange={(event) => onChoose(event.target.value)}>
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </>
  );
}

interface FilterValueProps {
  readonly id: string;
  readonly label: string;
  readonly filter: ListFilter;
  readonly type: ObjectTypeMeta;
  readonly value: Json | undefined;
  readonly problem: Text | null;
  readonly onChange: (value: Json | undefined) => void;
}

/** The input of a filter value. A word that needs no value has none. Yes and no are a choice of two, because "neither" would be no filter. */
function FilterValue({ id, label, filter, type, value, problem, onChange }: FilterValueProps): ReactNode {
  const { say, catalogue } = useWords();
  const drawn = useMemo((): Input => filterWidget(catalogue, type, filter), [catalogue, type, filter]);
  if (isWhole(filter.word)) return null;
  const isFlag = drawn.widget === "boolean";
  const Field = FIELD_COMPONENTS[isFlag ? "choice" : drawn.widget];
  return (
    <div className="filter-value">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <Field
        id={id}
        label={label}
        options={isFlag ? flagChoices(say) : drawn.options}
        value={value}
        isDisabled={false}
        isInvalid={problem !== null}
        isRequired
        describedBy={`${id}-problem`}
        onChange={onChange}
      />
      <output id={`${id}-problem`} htmlFor={id} className="form-problem small">
        {problem === null ? null : sayText(say, problem)}
      </output>
    </div>
  );
}

function flagChoices(say: Say): Input["options"] {
  return {
    choices: [
      { value: true, label: say("ui.common.yes") },
      { value: false, label: say("ui.common.no") },
    ],
  };
}
