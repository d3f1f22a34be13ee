import { useId, useRef, useState, type KeyboardEvent, type ReactNode, useEffect } from "react";
import { createPortal } from "react-dom";
import { Icon } from "../icon/icon.tsx";
import type { IconName } from "../icon/paths.ts";
import type { MenuItem } from "./menu-item.ts";
import "./action.css";

export interface MenuButtonProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly icon?: IconName;
  /** Contents of the button; without them it shows the icon and the label is its name. */
  readonly children?: ReactNode;
  readonly className?: string;
  readonly tabIndex?: number;
  readonly disabled?: boolean;
  /** Single key of the page that opens it. */
  readonly shortcut?: string;
  /** Called when it opens: its lines may come later. */
  readonly onOpen?: () => void;
}

interface OpenedMenu {
  readonly place: MenuPlace;
  readonly home: Element;
  /** The element that gets the focus back. */
  readonly opener: HTMLElement;
}

/** A button that opens a menu (ARIA menu button): arrows, Home, End, letters, Esc; focus returns to the button, or to the row whose key opened it. */
export function MenuButton(props: MenuButtonProps): ReactNode {
  const { label, items, icon, children, className, tabIndex, disabled, shortcut, onOpen } = props;
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [opened, setOpened] = useState<OpenedMenu | null>(null);
  const open = (): void => {
    const from = button.current;
    if (from === null) return;
    setOpened({ place: placeBelow(from), home: overlayHome(from), opener: openerOf(from) });
    onOpen?.();
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

/** The landmark or dialog of the button, because nothing outside a modal dialog can be pressed. */
function overlayHome(button: HTMLElement): Element {
  return button.closest("dialog, [role=dialog], aside, [role=complementary], main, header") ?? document.body;
}

/** A key on a table row can open the menu of its button; the row gets the focus back, so that arrows continue there. */
function openerOf(button: HTMLButtonElement): HTMLElement {
  const focused = document.activeElement;
  const isInRow = focused?.closest("[role=row]")?.contains(button) === true;
  return focused instanceof HTMLElement && isInRow ? focused : button;
}

const GAP = 4;
/** Gap between a long menu and the edge of the window; longer menus scroll. */
const EDGE = 8;
const NEAR_BOTTOM = 260;

type MenuPlace = ReturnType<typeof placeBelow>;

/** Place of a menu: below the element, or above it near the lower edge of the window. Horizontally it opens towards the side with more room. */
function placeBelow(element: HTMLElement) {
  const box = element.getBoundingClientRect();
  const isAbove = box.bottom + NEAR_BOTTOM > innerHeight && box.top > NEAR_BOTTOM;
  const isRight = box.left + box.width / 2 > innerWidth / 2;
  const edge = GAP + (isAbove ? innerHeight - box.top : box.bottom);
  return {
    top: isAbove ? "auto" : edge,
    bottom: isAbove ? edge : "auto",
    left: isRight ? "auto" : box.left,
    right: isRight ? Math.max(0, document.documentElement.clientWidth - box.right) : "auto",
    maxHeight: `calc(100dvh - ${String(edge)}px - ${String(EDGE)}px)`,
  };
}

interface MenuProps {
  readonly id: string;
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly place: MenuPlace;
  /** `back`: focus returns to the opener. */
  readonly onClose: (back: boolean) => void;
}

/** The open menu: takes focus, closes on Esc, Tab, a choice and any press outside. */
function Menu({ id, label, items, place, onClose }: MenuProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    entries(list.current)[0]?.focus();
    const away = (event: Event): void => {
      if (!(event.target instanceof Node) || list.current?.contains(event.target) !== true) onClose(false);
    };
    const closed = new AbortController();
    document.addEventListener("pointerdown", away, { capture: true, signal: closed.signal });
    window.addEventListener("resize", away, { signal: closed.signal });
    return () => closed.abort();
    // Opened once: the listeners belong to this opening, a new onClose changes nothing about it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useEffect(() => {
    // The line with the focus was replaced by those that came later.
    if (document.activeElement === document.body) entries(list.current)[0]?.focus();
  }, [items]);
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === "Escape" || event.key === "Tab") onClose(true);
    else {
      const next = entryFor(event.key, entries(list.current));
      if (next === undefined) return;
      next.focus();
    }
    event.preventDefault();
  };
  return (
    <div
      ref={list}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className="menu"
      style={place}
      onKeyDown={onKeyDown}
    >
      {items.map((item) => (
        <MenuLine key={item.id} item={item} onClose={onClose} />
      ))}
    </div>
  );
}

function MenuLine({ item, onClose }: Pick<MenuProps, "onClose"> & { readonly item: MenuItem }): ReactNode {
  return (
    <>
      {item.startsGroup === true && <hr className="menu-line" />}
      <button
        type="button"
        role={roleOf(item)}
        aria-checked={item.isChecked}
        aria-disabled={item.isDisabled}
        tabIndex={-1}
        className={`menu-item${item.isDanger === true ? " is-danger" : ""}`}
        onClick={(event) => {
          event.stopPropagation();
          if (item.isDisabled === true) return;
          if (item.keepsOpen !== true) onClose(true);
          item.onChoose();
        }}
      >
        <span className="menu-sign">
          {item.isChecked === true && <Icon name="check" />}
          {item.isChecked === undefined && item.icon !== undefined && <Icon name={item.icon} />}
        </span>
        <span>
          {item.label}
          {item.note !== undefined && <span className="menu-note">{item.note}</span>}
        </span>
      </button>
    </>
  );
}

function roleOf(item: MenuItem): "menuitem" | "menuitemradio" | "menuitemcheckbox" {
  if (item.isChecked === undefined) return "menuitem";
  return item.keepsOpen === true ? "menuitemcheckbox" : "menuitemradio";
}

function entries(list: HTMLElement | null): readonly HTMLElement[] {
  return list === null ? [] : [...list.querySelectorAll<HTMLElement>("[role^=menuitem]")];
}

/** The entry that a key leads to; a letter leads to the next one that begins with it. */
function entryFor(key: string, items: readonly HTMLElement[]): HTMLElement | undefined {
  const at = items.findIndex((item) => item === document.activeElement);
  switch (key) {
    case "ArrowDown":
      return items[(at + 1) % items.length];
    case "ArrowUp":
      return items[(at + items.length - 1) % items.length];
    case "Home":
      return items[0];
    case "End":
      return items.at(-1);
    default:
      return key.length === 1 && key !== " "
        ? [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) => hasStart(item, key))
        : undefined;
  }
}

function hasStart({ textContent }: HTMLElement, letter: string): boolean {
  return textContent.trim().toLowerCase().startsWith(letter.toLowerCase());
}
