import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
  type DragEndEvent,
  type Announcements,
  type DndContextProps,
  type UniqueIdentifier,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { flushSync } from "react-dom";
import type { Catalogue } from "#core/catalogue/catalogue";
import { readableName } from "#core/catalogue/readable-name";
import type { Lists } from "#contract/wire/outcome";
import { effectsOf } from "#core/txlist/effects";
import { moveByOne } from "#core/txlist/history";
import { besideOf, isRemoval, LOOKED_AT_UP_TO } from "#core/removal/is-removal";
import { isInRun, runFrom, subjectOf } from "#core/txlist/subject";
import { goneElements } from "#core/txlist/overtaken";
import { plannedTitle, type Planned } from "#core/txlist/planned";
import type { Run } from "#core/txlist/run";
import type { LineWindow } from "../../ui/layout/line-window.ts";
import { useWindow } from "../../ui/layout/use-window.ts";
import { usePlanner } from "../planning/planner.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useTransactionList } from "../portal/stores.ts";
import { PlannedItem } from "./planned-item.tsx";
import type { TextKey } from "#core/text";
import { useLocale, useText } from "../../ui/text.ts";

export interface PlannedItemsProps {
  readonly items: readonly Planned[];
  readonly run: Run;
  /** Present rows of the changed objects, by element. */
  readonly present: Lists;
  readonly box: RefObject<HTMLElement | null>;
}

/** Longer lists draw only visible elements. */
const VIRTUAL_FROM = 100;
const OVERSCAN = 8;
const ITEM_HEIGHT = 76;

/** The elements in order: dragged, moved by keys, edited and removed; the failing one scrolls into view. */
export function PlannedItems({ items, run, present, box }: PlannedItemsProps): ReactNode {
  const list = useRef<HTMLOListElement>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const [dragged, setDragged] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const failed = run.phase === "error" ? run.failed : null;
  const window = useWindow({
    count: items.length,
    from: VIRTUAL_FROM,
    box,
    height: ITEM_HEIGHT,
    overscan: OVERSCAN,
    kept: placesOf(items, [dragged, focused, failed]),
  });
  useScrollToFailed(list, failed, run);
  const txlist = useTransactionList();
  const words = useDragWords(items);
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    setDragged(null);
    if (over === null || active.id === over.id) return;
    const from = items.findIndex((item) => item.uuid === active.id);
    const to = items.findIndex((item) => item.uuid === over.id);
    const before = items[to > from ? to + 1 : to]?.uuid ?? null;
    txlist.submit({ kind: "move", uuid: String(active.id), before });
  };
  return (
    <DndContext
      accessibility={words}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragCancel={() => setDragged(null)}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={items.map((item) => item.uuid)} strategy={verticalListSortingStrategy}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only watches which of its buttons has the focus */}
        <ol
          className="planned-list"
          ref={list}
          style={{ paddingTop: window.above, paddingBottom: window.below }}
          onFocus={({ target }) =>
            setFocused(target.closest("[data-uuid]")?.getAttribute("data-uuid") ?? null)
          }
          onBlur={() => setFocused(null)}
        >
          <Drawn items={items} run={run} present={present} window={window} list={list} />
        </ol>
      </SortableContext>
    </DndContext>
  );
}

/** Positions of these elements; a fully drawn list needs none. */
function placesOf(items: readonly Planned[], uuids: readonly (string | null)[]): readonly number[] {
  if (items.length < VIRTUAL_FROM) return [];
  return uuids.flatMap((uuid) => {
    const at = uuid === null ? -1 : items.findIndex((item) => item.uuid === uuid);
    return at === -1 ? [] : [at];
  });
}

interface DrawnProps extends Omit<PlannedItemsProps, "box"> {
  readonly window: LineWindow;
  readonly list: RefObject<HTMLOListElement | null>;
}

function Drawn({ items, run, present, window, list }: DrawnProps): ReactNode {
  const txlist = useTransactionList();
  const catalogue = useCatalogue();
  const planner = usePlanner();
  const gone = useMemo(() => goneElements(items, catalogue, present), [items, catalogue, present]);
  // The result of a run holds for an element as long as the element is unchanged since it was sent.
  const sent = useMemo(
    () => new Set(run.phase === "success" || run.phase === "error" ? run.sent : []),
    [run],
  );
  const { failed, fault } = run.phase === "error" ? run : { failed: null, fault: null };
  const isBlocked = txlist.blockOf("move") !== null;
  const isTest = run.phase === "success" && run.mode === "test";
  const effects = useMemo(() => (isTest ? effectsOf(run.sent, run.results) : null), [run, isTest]);
  const move = (item: Planned, direction: "up" | "down"): void => {
    const command = moveByOne(items, item.uuid, direction);
    if (command === null) return;
    txlist.submit(command);
    requestAnimationFrame(() => reveal(list, item.uuid));
  };
  return window.drawn.map((at) => {
    const item = items[at];
    if (item === undefined) return null;
    return (
      <PlannedItem
        key={item.uuid}
        item={item}
        at={at}
        count={items.length}
        run={runFrom(items, at, catalogue)}
        told={toldAbove(items, at, catalogue)}
        gap={window.gapBefore(at)}
        measure={window.measure}
        isBusy={isBlocked}
        beside={items.length <= LOOKED_AT_UP_TO && isRemoval(item) ? besideOf(items, at) : null}
        isTested={isTest && sent.has(item)}
        effects={sent.has(item) ? (effects?.get(item.uuid) ?? null) : null}
        present={present}
        isGone={gone.has(item.uuid)}
        fault={failed === item.uuid && sent.has(item) ? fault : null}
        onEdit={() => planner.edit(item)}
        onRemove={() => {
          // The list is drawn before the focus moves. Otherwise a later frame could take the focus away from its new place.
          flushSync(() => txlist.submit({ kind: "remove", uuid: item.uuid }));
          // Focus moves to the element after a removed one, at the end of the list to the one before.
          const next = items[at + 1] ?? items[at - 1];
          if (next !== undefined) elementOf(list, next.uuid)?.querySelector("button")?.focus();
        }}
        onMove={(direction) => move(item, direction)}
      />
    );
  });
}

/** The name in the heading of a group, with which the titles of its elements begin. */
function toldAbove(items: readonly Planned[], at: number, catalogue: Catalogue): string | null {
  const item = items[at];
  if (item === undefined || !isInRun(items, at, catalogue)) return null;
  return readableName(subjectOf(item, catalogue)?.name ?? "");
}

/** The drawn element of this name; names from files may be any text. */
function elementOf(list: RefObject<HTMLOListElement | null>, uuid: string): Element | null {
  return [...(list.current?.children ?? [])].find((one) => one.getAttribute("data-uuid") === uuid) ?? null;
}

/** Keeps a moved or failed element in view. If a failed element is long, its reason stays in view. */
function reveal(list: RefObject<HTMLOListElement | null>, uuid: string): void {
  const element = elementOf(list, uuid);
  element?.scrollIntoView({ block: "nearest" });
  element?.querySelector(".planned-fault")?.scrollIntoView({ block: "nearest" });
}

function useScrollToFailed(list: RefObject<HTMLOListElement | null>, failed: string | null, run: Run): void {
  useEffect(() => {
    if (failed === null) return undefined;
    reveal(list, failed);
    // Elements are measured when they come into view, which moves everything below them.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => reveal(list, failed));
    });
    return () => cancelAnimationFrame(frame);
  }, [list, failed, run]);
}

/** Announcements for screen readers while dragging: the keys, and the present position. */
function useDragWords(items: readonly Planned[]): NonNullable<DndContextProps["accessibility"]> {
  const say = useText();
  const locale = useLocale();
  /** The last announced position, so that each is announced once. */
  const last = useRef<UniqueIdentifier | null>(null);
  return useMemo(() => {
    const at = (id: UniqueIdentifier): number => items.findIndex((item) => item.uuid === id);
    const told = (text: TextKey, id: UniqueIdentifier, place: UniqueIdentifier): string | undefined => {
      last.current = place;
      const item = items[at(id)];
      if (item === undefined) return undefined;
      return say(text, { title: plannedTitle(item, locale), at: at(place) + 1, of: items.length });
    };
    const announcements: Announcements = {
      onDragStart: ({ active }) => told("editor.planned.dragTaken", active.id, active.id),
      onDragOver: ({ active, over }) =>
        over === null || over.id === last.current
          ? undefined
          : told("editor.planned.dragOver", active.id, over.id),
      onDragEnd: ({ active, over }) => told("editor.planned.dragPut", active.id, (over ?? active).id),
      onDragCancel: ({ active }) => told("editor.planned.dragLeft", active.id, active.id),
    };
    return { announcements, screenReaderInstructions: { draggable: say("editor.planned.dragHelp") } };
  }, [items, say, locale]);
}
