import type { KeyboardEvent, ReactNode } from "react";
import type { TextKey } from "#core/text";
import { contentOf, plannedTitle, type Planned, type PlannedContent } from "#core/txlist/planned";
import { Breakable } from "../../ui/breakable.tsx";
import { MenuButton } from "../../ui/action/menu-button.tsx";
import type { MenuItem } from "../../ui/action/menu-item.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { sayText, useLocale, useText, type Say } from "../../ui/text.ts";
import { useTransactionList } from "../portal/stores.ts";
import { type Words, useWords } from "../portal/words.ts";

export interface PlannedLineProps {
  readonly item: Planned;
  readonly isTested: boolean;
  /** Name of the object in the heading above; null without a heading. */
  readonly told: string | null;
  readonly isBusy: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onMove: (direction: "up" | "down") => void;
  readonly handle: ReactNode;
}

/** The first line of an element: opens its form, has a drag handle and a menu. */
export function PlannedLine(props: PlannedLineProps): ReactNode {
  const { item, isBusy } = props;
  const say = useText();
  const txlist = useTransactionList();
  const title = plannedTitle(item, useLocale());
  const block = txlist.blockOf("edit", item);
  return (
    <div className="planned-line">
      <button
        type="button"
        className="planned-main"
        aria-disabled={block !== null}
        onClick={() => {
          if (block === null) props.onEdit();
        }}
        onKeyDown={(event) => onItemKey(event, props)}
      >
        <Name {...props} />
      </button>
      {props.handle}
      <MenuButton
        label={say("editor.planned.actions", { title })}
        icon="more"
        items={menuOf(props, say, block === null ? null : sayText(say, block))}
        disabled={isBusy}
      />
    </div>
  );
}

/** Sign, type and title; screen readers get a word for the sign. */
function Name({ item, isTested, told }: PlannedLineProps): ReactNode {
  const words = useWords();
  const { say, locale } = words;
  const title = plannedTitle(item, locale);
  const content = contentOf(item);
  const isWorkflow = item.ta_type === "json_template";
  const { sign, word, look } = signOf(content?.object_function ?? null);
  return (
    <>
      <span className={`planned-sign ${isWorkflow ? "is-workflow" : look}`} aria-hidden="true">
        {isWorkflow ? <Icon name="hub" size={14} /> : sign}
      </span>
      {/* The blanks part the words for screen readers; nothing else stands between them. */}
      {word !== null && <span className="visually-hidden">{say(word)} </span>}
      <span className="muted">
        {content === null
          ? say(isWorkflow ? "editor.planned.workflow" : "core.txlist.unknownType")
          : deedOf(words, content)}{" "}
      </span>
      <span className="planned-title">
        <Breakable text={title} strong={[toldIn(title, told), title.length]} />
      </span>
      {isTested && <Icon name="check" size={14} />}
      {isTested && <span className="visually-hidden"> {say("editor.planned.tested")}</span>}
    </>
  );
}

/** Length of the beginning of the title that the heading already shows. */
function toldIn(title: string, told: string | null): number {
  return told !== null && title.startsWith(`${told} `) ? told.length + 1 : 0;
}

/** The object type; without a sign the function too: "Physical port: connect". */
function deedOf({ catalogue, locale }: Words, content: PlannedContent): string {
  const { object_fq_name: object, object_function: fn } = content;
  const type = catalogue.typeName(object, locale);
  return signOf(fn).word === null ? `${type}: ${catalogue.functionName(object, fn, locale)}` : type;
}

interface Sign {
  readonly sign: string;
  /** Word for screen readers; null if the function is named for everybody. */
  readonly word: TextKey | null;
  readonly look: string;
}

/** Colour is never the only sign. */
export const SIGNS = {
  create: { sign: "+", word: "editor.planned.create", look: "is-create" },
  update: { sign: "~", word: "editor.planned.update", look: "is-update" },
  delete: { sign: "−", word: "editor.planned.delete", look: "is-delete" },
} as const satisfies Record<string, Sign>;

const OTHER: Sign = { sign: "·", word: null, look: "" };

/** The sign of a function; functions of single types share one. */
function signOf(operation: string | null): Sign {
  return operation === "create" || operation === "update" || operation === "delete"
    ? SIGNS[operation]
    : OTHER;
}

function onItemKey(event: KeyboardEvent, { isBusy, onMove, onRemove }: PlannedLineProps): void {
  if (isBusy) return;
  if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
    event.preventDefault();
    onMove(event.key === "ArrowUp" ? "up" : "down");
  } else if (event.key === "Delete") {
    event.preventDefault();
    onRemove();
  }
}

function menuOf(props: PlannedLineProps, say: Say, blocked: string | null): readonly MenuItem[] {
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
