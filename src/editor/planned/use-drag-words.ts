import type { Announcements, DndContextProps, UniqueIdentifier } from "@dnd-kit/core";
import { useMemo, useRef } from "react";
import { plannedTitle, type Planned } from "#core/txlist/planned";
import type { TextKey } from "#core/text";
import { useLocale, useText } from "../../ui/text.ts";

/** What a screen reader hears of a dragged element: how it is moved by keys, and at which place it is now. */
export function useDragWords(items: readonly Planned[]): NonNullable<DndContextProps["accessibility"]> {
  const say = useText();
  const locale = useLocale();
  /** The place that was told last: it is told once. */
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
