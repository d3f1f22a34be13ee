import { Dialog as PrimeDialog } from "primereact/dialog";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";
import { useText } from "../text.ts";
import { useIsAway } from "./away.ts";
import type { DialogProps } from "./dialog-props.ts";
import { Prime } from "./prime.tsx";

/** The dialog itself; loaded when the first one opens. */
export function OverlayDialog({ title, width, foot, onClose, children }: DialogProps): ReactNode {
  const say = useText();
  const heading = useId();
  const content = useId();
  const isAway = useIsAway();
  useFocusBack();
  useReturn(isAway, content);
  return (
    <Prime>
      <PrimeDialog
        visible
        modal
        draggable={false}
        resizable={false}
        dismissableMask={false}
        closeOnEscape={!isAway}
        focusOnShow={false}
        onShow={() => {
          letScroll(document.getElementById(content));
          enter(document.getElementById(content));
        }}
        header={title.replace(/\s*…$/, "")}
        footer={foot}
        onHide={onClose}
        closeIcon={<Icon name="close" />}
        ariaCloseIconLabel={say("ui.common.close")}
        baseZIndex={40}
        pt={{
          mask: { className: isAway ? "dialog-mask is-away" : "dialog-mask" },
          root: {
            className: `dialog dialog-${width ?? "normal"}`,
            "aria-labelledby": heading,
            "aria-modal": true,
            onKeyDown: pressPrimary,
          },
          header: { className: "dialog-head" },
          headerTitle: { className: "dialog-title", id: heading, role: "heading", "aria-level": 2 },
          headerIcons: { className: "dialog-icons" },
          closeButton: { className: "icon-button", title: say("ui.common.close") },
          content: { id: content, className: "dialog-content" },
          footer: { className: "dialog-foot" },
        }}
      >
        {children}
      </PrimeDialog>
    </Prime>
  );
}

/** Ctrl+Enter does what the dialog is for; a form in it that knows more keys hears them first. */
function pressPrimary(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, shiftKey, altKey, currentTarget, target } = event;
  const isHere = target instanceof Node && currentTarget.contains(target);
  if (key !== "Enter" || !(ctrlKey || metaKey) || shiftKey || altKey || !isHere || event.defaultPrevented)
    return;
  event.preventDefault();
  currentTarget.querySelector<HTMLElement>(".dialog-foot .button-primary")?.click();
}

/** Focus goes back to what opened the dialog. It is read while drawing: effects of a form in it come first. */
function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => (stillThere(opener) ?? pageTitle())?.focus({ preventScroll: true }), [opener]);
}

/** A command of the search, or a row that went, has nothing left to give the focus to. */
function stillThere(opener: Element | null): HTMLElement | null {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  return isThere ? opener : null;
}

function pageTitle(): HTMLElement | null {
  return document.querySelector("main h1");
}

/** A dialog that comes back into sight is gone on with. */
function useReturn(isAway: boolean, content: string): void {
  const wasAway = useRef(isAway);
  useEffect(() => {
    if (wasAway.current && !isAway) enter(document.getElementById(content));
    wasAway.current = isAway;
  }, [isAway, content]);
}

/** Moves focus into the dialog, unless a form of it has already done so: whoever types must not be interrupted. */
function enter(content: HTMLElement | null): void {
  if (content?.contains(document.activeElement) !== true) firstField(content)?.focus();
}

/** Text alone is reached by the keyboard, so that it can be scrolled. */
function letScroll(content: HTMLElement | null): void {
  if (content?.querySelector("a[href], button, input, select, textarea, [tabindex]") === null)
    content.tabIndex = 0;
}

/** Where typing begins: the first empty required field, else the first field, else the first control of the dialog. */
function firstField(content: HTMLElement | null): HTMLElement | null {
  if (content === null) return null;
  const fields = [
    ...content.querySelectorAll<HTMLInputElement>(
      "input:enabled:not([hidden]), select:enabled, textarea:enabled",
    ),
  ];
  const empty = fields.find((field) => field.ariaRequired === "true" && field.value === "");
  return empty ?? fields.find((field) => !field.readOnly) ?? firstControl(content.parentElement);
}

/** The first answer of a dialog that only asks; its closing cross where there is none. */
function firstControl(dialog: HTMLElement | null): HTMLElement | null {
  return (
    dialog?.querySelector<HTMLElement>(".dialog-foot button") ??
    dialog?.querySelector<HTMLElement>("button") ??
    null
  );
}
