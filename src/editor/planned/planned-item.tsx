import { furtherOf } from "#core/form/translated";
import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { Suspense, type ReactNode } from "react";
import type { Fault } from "#contract/wire/fault";
import type { Lists } from "#contract/wire/outcome";
import type { Effect } from "#core/txlist/effects";
import { differingValues, overtakenValues } from "#core/txlist/overtaken";
import { plannedTitle, type Planned } from "#core/txlist/planned";
import { Icon } from "../../ui/icon/icon.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx";
import { later } from "../../ui/layout/later.tsx";
import { LossList } from "../history/loss-list.tsx";
import { usePortal } from "../portal.ts";
import { OvertakenNote } from "./overtaken-note.tsx";
import { PlannedChanges } from "./planned-changes.tsx";
import { PlannedEffects } from "./planned-effects.tsx";
import { PlannedFault } from "./planned-fault.tsx";
import { PlannedLine } from "./planned-line.tsx";
import { PlannedVariables } from "./planned-variables.tsx";

const PlannedCompany = later(
  "planned-company",
  async () => (await import("./planned-company.tsx")).PlannedCompany,
);

export interface PlannedItemProps {
  readonly item: Planned;
  /** Place in the list, from 0; a long list draws only the elements in view. */
  readonly at: number;
  readonly count: number;
  /** Height of the elements before it that are not drawn. */
  readonly gap: number;
  /** Tells the list how high the drawn element is. */
  readonly measure: ((element: HTMLElement | null) => void) | null;
  readonly isTested: boolean;
  /** What a test of the element would change; null where none was made. */
  readonly effects: readonly Effect[] | null;
  /** Present rows of the objects that are changed, by element. */
  readonly present: Lists;
  /** The object was there when the element was planned. */
  readonly isGone: boolean;
  readonly fault: Fault | null;
  readonly isBusy: boolean;
  /** The elements before a deletion whose company is told; null where it is not. */
  readonly earlier: readonly Planned[] | null;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onMove: (direction: "up" | "down") => void;
}

/** One planned action: sign, type, title; below what it changes, and why it failed. */
export function PlannedItem(props: PlannedItemProps): ReactNode {
  const { item, at, count, gap, measure, effects, fault, isBusy } = props;
  const say = useText();
  const locale = useLocale();
  const { catalogue } = usePortal();
  const refused = fault === null ? [] : overtakenValues(fault, item);
  const overtaken = refused.length > 0 ? refused : differingValues(item, catalogue, props.present);
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
      {overtaken.length > 0 && <OvertakenNote item={item} values={overtaken} />}
      {props.isGone && fault === null && <p className="planned-overtaken">{say("editor.planned.gone")}</p>}
      {fault !== null && <PlannedFault fault={fault} />}
    </li>
  );
}

/** Before a test has told what changes. */
function Company({ item, earlier, effects, isBusy }: PlannedItemProps): ReactNode {
  if (earlier === null || effects !== null) return null;
  return (
    // A list stays readable even if this part cannot be loaded.
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <PlannedCompany item={item} earlier={earlier} isBusy={isBusy} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Content({ item }: { readonly item: Planned }): ReactNode {
  const say = useText();
  if (item.ta_type === "unknown") return null;
  if (item.ta_type === "json_template") return <PlannedVariables item={item} />;
  const count = furtherOf(item).length;
  return (
    <>
      <PlannedChanges item={item} object={item.content.object_fq_name} />
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
