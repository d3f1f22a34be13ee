import { useEffect, useState, type KeyboardEvent, type PointerEvent } from "react";
import type { Suggestion } from "./field-component.ts";

interface ComboboxParts {
  readonly id: string;
  readonly found: readonly Suggestion[] | null;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly onChoose: (one: Suggestion) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Attributes for the ARIA pattern of a combobox with a list: input, popup and option. Keeps focus in the input while arrows move in the list, Enter
 * chooses, and Escape closes only the list.
 */
export function useCombobox({ id, found, isOpen, setOpen, onChoose }: ComboboxParts) {
  const [active, setActive] = useState(-1);
  const list = `${id}-list`;
  const isShown = isOpen && found !== null;
  const offered = found ?? [];
  const activeId = isShown && active >= 0 ? optionId(list, active) : null;
  useEffect(() => {
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  const move = (isNowOpen: boolean, at = -1): void => {
    setOpen(isNowOpen);
    setActive(at);
  };
  const choose = (at: number): void => {
    const one = offered[at];
    if (one !== undefined) onChoose(one);
    move(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isShown || offered.length === 0) return;
    const step = STEPS[event.key];
    if (step !== undefined) {
      move(true, (Math.max(active, step > 0 ? -1 : 0) + step + offered.length) % offered.length);
    } else if (event.key === "Enter" && active >= 0 && !event.ctrlKey) {
      choose(active);
    } else if (event.key === "Escape") {
      // The dialog around stays open.
      event.stopPropagation();
      move(false);
    } else return;
    event.preventDefault();
  };
  return {
    isShown,
    inputProps: {
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": isShown,
      "aria-controls": list,
      ...(activeId === null ? {} : { "aria-activedescendant": activeId }),
      onKeyDown,
      onBlur: () => move(false),
    },
    listProps: { id: list, role: "listbox", hidden: !isShown },
    optionProps: (at: number) => ({
      id: optionId(list, at),
      role: "option",
      "aria-selected": at === active,
      // The press must not blur the field before the choice.
      onPointerDown: (event: PointerEvent) => event.preventDefault(),
      onClick: () => choose(at),
    }),
    /** Opens the list on typing, with no active option. */
    open: () => move(true),
  } as const;
}

function optionId(list: string, at: number): string {
  return `${list}-${String(at)}`;
}
