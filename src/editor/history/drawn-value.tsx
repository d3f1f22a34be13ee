import type { ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { keyedBy, titledTarget, type Keyed } from "#core/catalogue/keyed";
import { languageName, languageOf, OWN_LANGUAGE } from "#core/catalogue/languages";
import type { ValueChange } from "#core/txlist/changes";
import { Breakable } from "../../ui/breakable.tsx";
import { valueText } from "../cell/value-text.ts";
import { namesByGpk, partNamed, partsOf, type Part } from "../names/named.ts";
import { PartLink } from "../names/part.tsx";
import { type Words, useWords } from "../portal/words.ts";
import "./history.css";

const NOWHERE: { readonly lists: Lists } = { lists: {} };

export interface ChangedProps {
  /** Object type and attribute of the value; null for a part of a structured value, which is shown unchanged. */
  readonly of: readonly [object: string, attribute: string] | null;
  /** Undefined: there was no value, because the object is new. */
  readonly old: Json | undefined;
  readonly now: Json;
}

interface ChangedValueProps extends Pick<ChangedProps, "old"> {
  readonly object: string;
  readonly change: ValueChange;
  /** Name of the value, if it is not that of the attribute. */
  readonly name?: string;
  readonly as?: (props: ChangedProps) => ReactNode;
}

/** A changed value under its name. */
export function ChangedValue({
  object,
  change,
  name,
  old,
  as: Drawn = OldNew,
}: ChangedValueProps): ReactNode {
  const { attribute, path, after = null } = change;
  return (
    <div>
      <dt className="muted">{changeName(useWords(), object, change, name)}</dt>
      <dd>
        <Drawn of={path.length === 0 ? [object, attribute] : null} old={old} now={after} />
      </dd>
    </div>
  );
}

/** Attribute, position, and the language of a text in another language. */
function changeName(
  { catalogue, locale }: Words,
  object: string,
  { attribute, path, language }: ValueChange,
  name = catalogue.attributeName(object, attribute, locale),
): string {
  const texts = catalogue.objectType(object)?.definition.lang_attr_list ?? [];
  const said = language ?? (texts.includes(attribute) ? OWN_LANGUAGE : null);
  const isForeign = said !== null && said !== languageOf(locale);
  return [name, ...path, ...(isForeign ? [`(${languageName(said, locale)})`] : [])].join(" ");
}

/** `old → new`: the old value struck through, null as "empty". */
export function OldNew({ of, old, now }: ChangedProps): ReactNode {
  const { drawn } = useDrawnValue(of);
  return (
    <>
      {old !== undefined && (
        <>
          <del className="muted">{drawn(old)}</del> <span aria-hidden="true">→</span>{" "}
        </>
      )}
      <ins>{drawn(now)}</ins>
    </>
  );
}

/** Draws a value of the change log or of the planned list: as text, null as "empty", and as a link if it names an object by its gpk. */
export function useDrawnValue(of: ChangedProps["of"]) {
  const words = useWords();
  const { say, locale, catalogue } = words;
  const [object, attribute] = of ?? ["", ""];
  const type = catalogue.objectType(object);
  const part = partBy(words, type, attribute);
  const text = (value: Json): string => {
    if (typeof value === "boolean") return say(value ? "ui.common.yes" : "ui.common.no");
    return valueText(catalogue, type, attribute, value, locale) || say("ui.common.empty");
  };
  const reference = (value: Json): ReactNode | null =>
    part === null || (typeof value !== "string" && typeof value !== "number") ? null : (
      <PartLink part={part(value)} />
    );
  return {
    text,
    reference,
    drawn: (value: Json): ReactNode => reference(value) ?? <Breakable text={text(value)} />,
  };
}

/** How a value that names an object is drawn; null for any other value. */
function partBy(words: Words, type: ObjectTypeMeta | null, name: string): ((value: Json) => Part) | null {
  const { catalogue } = words;
  const attribute = type?.attribute(name) ?? null;
  if (type !== null && attribute !== null) {
    const to = namesByGpk(attribute) ? attribute.refersTo?.object : undefined;
    return partOf(words, keyedBy(catalogue, type, attribute), to);
  }
  const ref = type?.functions.map(({ parameters }) => parameters[name]?.ref).find((one) => one != null);
  if (ref == null) return null;
  const to = ref.attribute === "gpk" ? ref.object_fq_name : undefined;
  return partOf(words, keyedByParameter(words, name, ref), to);
}

function keyedByParameter({ catalogue }: Words, name: string, ref: ParameterRef): Keyed | null {
  const { object_fq_name: object, attribute } = ref;
  const target = titledTarget(catalogue, object, attribute);
  return target?.key.join() === attribute ? { target, attribute, on: [[name, attribute]] } : null;
}

interface ParameterRef {
  readonly object_fq_name: string;
  readonly attribute: string;
}

function partOf(
  words: Words,
  keyed: Keyed | null,
  gpkOf: string | undefined,
): ((value: Json) => Part) | null {
  if (keyed !== null) {
    const part = partsOf({ ...words, source: NOWHERE }, keyed);
    // One value of a key with several parts does not identify an object.
    return (value) => part({}, value);
  }
  return gpkOf === undefined ? null : (value) => partNamed(words, NOWHERE.lists, gpkOf, value);
}
