import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useState, type KeyboardEvent, type ReactNode } from "react";
import type { Fault } from "#contract/wire/fault";
import type { TextKey } from "#core/text";
import { plannedChanges } from "#core/txlist/changes";
import { plannedTitle, type Planned } from "#core/txlist/planned";
import { MenuButton } from "../../ui/action/menu-button.tsx";
import type { MenuItem } from "../../ui/action/menu-item.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { sayText, useLocale, useText, type Say } from "../../ui/text.ts";
import { OldNew } from "../history/history-section.tsx";
import { usePortal } from "../portal.ts";
import { PlannedFault } from "./planned-fault.tsx";

export interface PlannedItemProps {
  readonly item: Planned;
  readonly isTested: boolean;
  readonly fault: Fault | null;
  readonly isBusy: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onMove: (direction: "up" | "down") => void;
}

const SIGNS: Readonly<
  Record<string, { readonly sign: string; readonly word: TextKey; readonly look: string }>
> = {
  create: { sign: "+", word: "editor.planned.create", look: "is-create" },
  update: { sign: "~", word: "editor.planned.update", look: "is-update" },
  delete: { sign: "−", word: "editor.planned.delete", look: "is-delete" },
};
const OTHER = { sign: "·", word: "editor.planned.other", look: "" } as const;

/** One planned action: sign, type, title; below what it changes, and why it failed. */
export function PlannedItem(props: PlannedItemProps): ReactNode {
  const { item, fault, isBusy, isTested } = props;
  const say = useText();
  const { catalogue, txlist } = usePortal();
  const locale = useLocale();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortable({
    id: item.uuid,
    disabled: isBusy,
  });
  const content = item.ta_type === "unknown" ? null : item.content;
  const look = SIGNS[content?.object_function ?? ""] ?? OTHER;
  const title = plannedTitle(item);
  const editBlock = txlist.blockOf("edit", item);
  return (
    <li
      ref={setNodeRef}
      className={`planned-item${fault === null ? "" : " is-failed"}`}
      data-uuid={item.uuid}
      style={{ transform: CSS.Transform.toString(transform), transition: transition ?? "none" }}
    >
      <div className="planned-line">
        <button
          type="button"
          className="planned-main"
          aria-disabled={editBlock !== null}
          onClick={() => {
            if (editBlock === null) props.onEdit();
          }}
          onKeyDown={(event) => onItemKey(event, props)}
        >
          <span className={`planned-sign ${look.look}`} aria-hidden="true">
            {look.sign}
          </span>
          <span className="visually-hidden">{say(look.word)}</span>
          <span className="muted">
            {content === null
              ? say("core.txlist.unknownType")
              : catalogue.typeName(content.object_fq_name, locale)}
          </span>
          <span className="planned-title">{title}</span>
          {isTested && <Icon name="check" size={14} />}
          {isTested && <span className="visually-hidden">{say("editor.planned.tested")}</span>}
        </button>
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          className="icon-button planned-handle"
          aria-label={say("editor.planned.move", { title })}
          disabled={isBusy}
        >
          <Icon name="drag" />
        </button>
        <MenuButton
          label={say("editor.planned.actions", { title })}
          icon="more"
          items={menuOf(props, say, editBlock === null ? null : sayText(say, editBlock))}
          disabled={isBusy}
        />
      </div>
      {content !== null && <Changes item={item} object={content.object_fq_name} />}
      {item.ta_type !== "unknown" && item.ta_type !== "db_editor_simple" && (
        <p className="muted small">{say("editor.planned.bundle", { count: item.bundle.length })}</p>
      )}
      {fault !== null && <PlannedFault fault={fault} />}
    </li>
  );
}

function onItemKey(event: KeyboardEvent, { isBusy, onMove, onRemove }: PlannedItemProps): void {
  if (isBusy) return;
  if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
    event.preventDefault();
    onMove(event.key === "ArrowUp" ? "up" : "down");
  } else if (event.key === "Delete") {
    event.preventDefault();
    onRemove();
  }
}

function menuOf(props: PlannedItemProps, say: Say, blocked: string | null): readonly MenuItem[] {
  return [
    {
      id: "edit",
      label: say("editor.planned.edit"),
      icon: "edit",
      isDisabled: blocked !== null,
      ...(blocked === null ? {} : { note: blocked }),
      onChoose: props.onEdit,
    },
    {
      id: "up",
      label: say("editor.planned.up"),
      icon: "up",
      note: "Alt+↑",
      onChoose: () => props.onMove("up"),
    },
    {
      id: "down",
      label: say("editor.planned.down"),
      icon: "down",
      note: "Alt+↓",
      onChoose: () => props.onMove("down"),
    },
    {
      id: "remove",
      label: say("editor.planned.remove"),
      icon: "remove",
      isDanger: true,
      startsGroup: true,
      onChoose: props.onRemove,
    },
  ];
}

const SHOWN = 4;

/** Up to four changed values, the rest on demand. */
function Changes({ item, object }: { readonly item: Planned; readonly object: string }): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { catalogue } = usePortal();
  const [isAll, setAll] = useState(false);
  const changes = plannedChanges(item).filter((change) => change.after !== undefined);
  const shown = isAll ? changes : changes.slice(0, SHOWN);
  if (changes.length === 0) return null;
  return (
    <div className="planned-changes">
      <dl className="changes small">
        {shown.map((change) => (
          <div key={change.attribute}>
            <dt className="muted">{catalogue.attributeName(object, change.attribute, locale)}</dt>
            <dd>
              <OldNew old={change.before} now={change.after ?? null} />
            </dd>
          </div>
        ))}
      </dl>
      {changes.length > shown.length && (
        <button type="button" className="button button-quiet small" onClick={() => setAll(true)}>
          {say("editor.planned.more", { count: changes.length - shown.length })}
        </button>
      )}
    </div>
  );
}
