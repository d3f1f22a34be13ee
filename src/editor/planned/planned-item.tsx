import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useState, type ReactNode } from "react";
import type { Fault } from "#contract/wire/fault";
import type { Lists } from "#contract/wire/outcome";
import { readableName } from "#core/catalogue/readable-name";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { languageOf } from "#core/catalogue/languages";
import { furtherOf, translatedChanges } from "#core/form/translated";
import { shownVariables } from "#core/template/shown";
import type { Beside } from "#core/removal/is-removal";
import { pickText } from "#core/text";
import { plannedChanges, type ValueChange } from "#core/txlist/changes";
import { isToldBy } from "#core/txlist/diff";
import type { Effect } from "#core/txlist/effects";
import { differingValues, overtakenValues } from "#core/txlist/overtaken";
import {
  plannedTitle,
  type Planned,
  type PlannedBundle,
  type PlannedContent,
  type PlannedSimple,
  type PlannedTemplate,
} from "#core/txlist/planned";
import { subjectOf } from "#core/txlist/subject";
import { Breakable } from "../../ui/breakable.tsx";
import { orElse } from "../../ui/feedback/error-boundary.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { later } from "../../ui/layout/later.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { momentText, valueText } from "../cell/value-text.ts";
import { ChangedValue } from "../history/drawn-value.tsx";
import { LossList } from "../history/loss-list.tsx";
import { type Words, useWords } from "../portal/words.ts";
import { OvertakenNote, PlannedFault } from "./planned-fault.tsx";
import { PlannedEffects } from "./planned-effects.tsx";
import { PlannedLine, SIGNS, type PlannedLineProps } from "./planned-line.tsx";

const PlannedCompany = later(
  "planned-company",
  async () => (await import("./removal-parts.ts")).PlannedCompany,
);

export interface PlannedItemProps extends Omit<PlannedLineProps, "handle"> {
  /** Position in the list, from 0; a long list draws only visible elements. */
  readonly at: number;
  readonly count: number;
  /** Number of neighbouring elements about the same object that begin with this one; 0 for none. */
  readonly run: number;
  /** Height of the undrawn elements before it. */
  readonly gap: number;
  readonly measure: ((element: HTMLElement | null) => void) | null;
  readonly effects: readonly Effect[] | null;
  readonly present: Lists;
  /** The object existed when the element was planned. */
  readonly isGone: boolean;
  readonly fault: Fault | null;
  /** The objects around a deletion, once they are looked up. Null for any other element. */
  readonly beside: Beside | null;
}

/** One planned action: sign, type, title, and below it the changes and the fault. */
export function PlannedItem(props: PlannedItemProps): ReactNode {
  const { item, at, count, gap, measure, effects, fault, isBusy } = props;
  const say = useText();
  const locale = useLocale();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortable({
    id: item.uuid,
    disabled: isBusy,
    attributes: { roleDescription: say("editor.planned.movable") },
  });
  return (
    <li
      ref={(element) => {
        setNodeRef(element);
        measure?.(element);
      }}
      className={`planned-item${fault === null ? "" : " is-failed"}`}
      data-uuid={item.uuid}
      data-index={at}
      aria-posinset={at + 1}
      aria-setsize={count}
      style={{
        marginTop: gap,
        transform: CSS.Transform.toString(transform),
        transition: transition ?? "none",
      }}
    >
      {props.run > 0 && <PlannedGroup item={item} count={props.run} />}
      <PlannedLine
        {...props}
        handle={
          <button
            type="button"
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            className="icon-button planned-handle"
            aria-label={say("editor.planned.move", { title: plannedTitle(item, locale) })}
            disabled={isBusy}
          >
            <Icon name="drag" />
          </button>
        }
      />
      <Content item={item} />
      <Company {...props} />
      {effects !== null && <PlannedEffects item={item} effects={effects} />}
      <Trouble {...props} />
    </li>
  );
}

/** Changes of others in the meantime, and the reason why the element was refused. */
function Trouble({ item, fault, isGone, present }: PlannedItemProps): ReactNode {
  const { say, catalogue } = useWords();
  const refused = fault === null ? [] : overtakenValues(fault, item);
  const overtaken = refused.length > 0 ? refused : differingValues(item, catalogue, present);
  return (
    <>
      {overtaken.length > 0 && <OvertakenNote item={item} values={overtaken} />}
      {isGone && fault === null && <p className="planned-overtaken">{say("editor.planned.gone")}</p>}
      {fault !== null && <PlannedFault fault={fault} />}
    </>
  );
}

/** The common object of this and the next elements. */
function PlannedGroup({ item, count }: { readonly item: Planned; readonly count: number }): ReactNode {
  const { say, locale, catalogue } = useWords();
  const subject = subjectOf(item, catalogue);
  if (subject === null) return null;
  return (
    <p className="planned-group small">
      <span className="muted">{catalogue.typeName(subject.object, locale)}</span>{" "}
      <strong>
        <Breakable text={readableName(subject.name)} />
      </strong>{" "}
      <span className="muted planned-group-count">{say("editor.planned.group", { count })}</span>
    </p>
  );
}

/** Dependents of a deletion, before a test tells the changes. */
function Company({ item, beside, effects, isBusy }: PlannedItemProps): ReactNode {
  if (beside === null || effects !== null) return null;
  // An error in this extra part must not hide the list.
  return orElse(null, <PlannedCompany item={item} beside={beside} isBusy={isBusy} />);
}

function Content({ item }: { readonly item: Planned }): ReactNode {
  const say = useText();
  if (item.ta_type === "unknown") return null;
  if (item.ta_type === "json_template") return <PlannedVariables item={item} />;
  const count = furtherOf(item).length;
  return (
    <>
      <PlannedChanges item={item} />
      {count > 0 && <p className="muted small">{say("editor.planned.bundle", { count })}</p>}
      {item.losses !== undefined && (
        <details className="planned-losses small">
          <summary className="muted">{say("editor.planned.losses")}</summary>
          <LossList losses={item.losses} />
        </details>
      )}
    </>
  );
}

/** The values that were filled into a workflow, by the names of its variables. */
function PlannedVariables({ item }: { readonly item: PlannedTemplate }): ReactNode {
  const say = useText();
  const locale = useLocale();
  const shown = shownVariables(item, locale, {
    yesNo: (flag) => say(flag ? "ui.common.yes" : "ui.common.no"),
    moment: (timestamp) => momentText(timestamp, locale),
  });
  return (
    <dl className="changes planned-changes small">
      {shown.map(({ name, label, text }) => (
        <div key={name}>
          <dt className="muted">{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const SHOWN = 4;

/** Label of an attribute. The function has the label of a parameter that is not an attribute. */
function parameterName({ catalogue, locale }: Words, content: PlannedContent, name: string): string {
  const { object_fq_name: object, object_function: operation } = content;
  if (operation in SIGNS && catalogue.objectType(object)?.attribute(name) != null)
    return catalogue.attributeName(object, name, locale);
  const texts = catalogue.fn(object, operation)?.parameters[name]?.language_dict["description_global_scope"];
  return pickText(texts, locale) ?? name;
}

/** Changed values, without those in the title of a new object. */
function untold({ catalogue, locale }: Words, item: PlannedSimple | PlannedBundle): readonly ValueChange[] {
  const { object_fq_name: object, object_function: operation } = item.content;
  const title = plannedTitle(item, locale);
  const changes = [...plannedChanges(item), ...translatedChanges(item)].filter(
    ({ after }) => after !== undefined,
  );
  if (operation !== "create") return changes;
  const type = catalogue.objectType(object);
  const parameters = catalogue.fn(object, "create")?.parameters;
  const read = languageOf(locale);
  return changes.filter(({ attribute, after = null, language = read }) => {
    if (language !== read) return true;
    // A null is not shown if the default is null too.
    if (after === null) return parameters?.[attribute]?.new?.data_default !== null;
    const text = valueText(catalogue, type, attribute, after, locale);
    return text !== title && !isTitle(type, attribute, title, text);
  });
}

function isTitle(type: ObjectTypeMeta | null, attribute: string, title: string, text: string): boolean {
  return type?.title.includes(attribute) === true && isToldBy(title, text);
}

/** Up to four changed values, the others on demand. */
function PlannedChanges({ item }: { readonly item: PlannedSimple | PlannedBundle }): ReactNode {
  const words = useWords();
  const [isAll, setAll] = useState(false);
  const { content } = item;
  const object = content.object_fq_name;
  const changes = untold(words, item);
  const shown = isAll ? changes : changes.slice(0, SHOWN);
  if (changes.length === 0) return null;
  return (
    <div className="planned-changes">
      <dl className="changes small">
        {shown.map((change) => (
          <ChangedValue
            key={`${change.attribute} ${change.language ?? ""}`}
            object={object}
            change={change}
            name={parameterName(words, content, change.attribute)}
            old={change.before}
          />
        ))}
      </dl>
      {changes.length > shown.length && (
        <button type="button" className="button button-quiet small" onClick={() => setAll(true)}>
          {words.say("editor.planned.more", { count: changes.length - shown.length })}
        </button>
      )}
    </div>
  );
}
