import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { Icon } from "../icon/icon.tsx";
import type { IconName } from "../icon/paths.ts";
import { Menu, type MenuPlace, placeBelow } from "./menu.tsx";
import type { MenuItem } from "./menu-item.ts";
import "./action.css";

export interface MenuButtonProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly icon?: IconName;
  /** Drawn on the button; without it the icon alone stands there and the label is its name. */
  readonly children?: ReactNode;
  readonly className?: string;
  readonly tabIndex?: number;
  readonly disabled?: boolean;
  /** What a single key of the page opens it for. */
  readonly shortcut?: string;
}

interface OpenedMenu {
  readonly place: MenuPlace;
  readonly home: Element;
  /** Takes the focus back. */
  readonly opener: HTMLElement;
}

/** A button that opens a menu (ARIA menu button): arrows, Home, End, letters, Esc; focus comes back to the button, or to the row whose key opened it. */
export function MenuButton(props: MenuButtonProps): ReactNode {
  const { label, items, icon, children, className, tabIndex, disabled, shortcut } = props;
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [opened, setOpened] = useState<OpenedMenu | null>(null);
  const open = (): void => {
    const from = button.current;
    if (from !== null)
      setOpened({ place: placeBelow(from), home: overlayHome(from), opener: openerOf(from) });
  };
  const close = (back: boolean): void => {
    setOpened(null);
    if (back) opened?.opener.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    event.stopPropagation();
    open();
  };
  const isBare = children === undefined;
  return (
    <>
      <button
        type="button"
        ref={button}
        className={`${isBare ? "icon-button" : "button button-quiet"} ${className ?? ""}`}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        aria-controls={opened === null ? undefined : id}
        aria-label={label}
        title={isBare ? label : undefined}
        tabIndex={tabIndex}
        disabled={disabled}
        data-key={shortcut}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          event.stopPropagation();
          if (opened === null) open();
          else close(true);
        }}
      >
        {icon !== undefined && <Icon name={icon} />}
        {children}
      </button>
      {opened !== null &&
        createPortal(
          <Menu id={id} label={label} items={items} place={opened.place} onClose={close} />,
          opened.home,
        )}
    </>
  );
}

/** Inside the landmark or dialog of its button: outside a modal dialog nothing can be pressed. */
function overlayHome(button: HTMLElement): Element {
  return button.closest("dialog, [role=dialog], aside, [role=complementary], main, header") ?? document.body;
}

/** A row of a table opens the menu of its button by a key: what had the focus there gets it back, so that arrows go on from row to row. */
function openerOf(button: HTMLButtonElement): HTMLElement {
  const focused = document.activeElement;
  const isInRow = focused?.closest("[role=row]")?.contains(button) === true;
  return focused instanceof HTMLElement && isInRow ? focused : button;
}
