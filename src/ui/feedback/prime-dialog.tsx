import { Dialog as PrimeDialog } from "primereact/dialog";
import { useContext, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";
import { useText } from "../text.ts";
import { AwayContext } from "./away.ts";
import { PrimeReactProvider } from "primereact/api";

interface DialogProps {
  /** May be the label of the menu entry, whose dots are removed. */
  readonly title: string;
  readonly width?: "narrow" | "normal" | "wide";
  readonly foot?: ReactNode;
  /** Class of a dialog whose content brings its own head; a click beside it closes it. */
  readonly bare?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The dialog itself, loaded with the first one. */
export function OverlayDialog({ title, width, foot, bare, onClose, children }: DialogProps): ReactNode {
  const say = useText();
  const heading = useId();
  const content = useId();
  const isAway = useContext(AwayContext);
  const isBare = bare !== undefined;
  useFocusBack();
  useReturn(isAway, content);
  return (
    <PrimeReactProvider value={SETTINGS}>
      <PrimeDialog
        visible
        modal
        draggable={false}
        resizable={false}
        dismissableMask={isBare}
        showHeader={!isBare}
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
          mask: { className: `dialog-mask ${isBare ? `${bare}-mask` : ""} ${isAway ? "is-away" : ""}` },
          root: {
            className: bare ?? `dialog dialog-${width ?? "normal"}`,
            "aria-label": isBare ? title : undefined,
            "aria-labelledby": isBare ? undefined : heading,
            "aria-modal": true,
            onKeyDown: pressPrimary,
          },
          header: { className: "dialog-head" },
          headerTitle: { className: "dialog-title", id: heading, role: "heading", "aria-level": 2 },
          headerIcons: { className: "dialog-icons" },
          closeButton: { className: "icon-button", title: say("ui.common.close") },
          content: { id: content, className: isBare ? `${bare}-body` : "dialog-content" },
          footer: { className: "dialog-foot" },
        }}
      >
        {children}
      </PrimeDialog>
    </PrimeReactProvider>
  );
}

/** Ctrl+Enter presses the main button; a form inside handles the key first. */
function pressPrimary(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, shiftKey, altKey, currentTarget, target } = event;
  const isHere = target instanceof Node && currentTarget.contains(target);
  if (key !== "Enter" || !(ctrlKey || metaKey) || shiftKey || altKey || !isHere || event.defaultPrevented)
    return;
  event.preventDefault();
  currentTarget.querySelector<HTMLElement>(".dialog-foot .button-primary")?.click();
}

/** Returns focus to the opener. It is read while drawing, because effects of a form inside run first. */
function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => (stillThere(opener) ?? pageTitle())?.focus({ preventScroll: true }), [opener]);
}

/** A command of the search or a removed row cannot take the focus back. */
function stillThere(opener: Element | null): HTMLElement | null {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  return isThere ? opener : null;
}

function pageTitle(): HTMLElement | null {
  return document.querySelector("main h1");
}

/** Focuses a dialog that becomes visible again. */
function useReturn(isAway: boolean, content: string): void {
  const wasAway = useRef(isAway);
  useEffect(() => {
    if (wasAway.current && !isAway) enter(document.getElementById(content));
    wasAway.current = isAway;
  }, [isAway, content]);
}

/** Moves focus into the dialog, unless a form inside has done so: typing must not be interrupted. */
function enter(content: HTMLElement | null): void {
  if (content?.contains(document.activeElement) !== true) firstField(content)?.focus();
}

/** Makes plain text focusable, so that keys can scroll it. */
function letScroll(content: HTMLElement | null): void {
  if (content?.querySelector("a[href], button, input, select, textarea, [tabindex]") === null)
    content.tabIndex = 0;
}

/** First focus: the first empty required field, else the first field, else the first control. */
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

/** The first answer of a dialog that only asks; without one its close button. */
function firstControl(dialog: HTMLElement | null): HTMLElement | null {
  return dialog?.querySelector<HTMLElement>(".dialog-foot button") ?? dialog?.querySelector("button") ?? null;
}

function pageNonce(): string | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return content === undefined || content === "" ? undefined : content;
}

const nonce = pageNonce();
/** PrimeReact without its looks; styles it adds at run time carry the nonce of the page, or the policy refuses them. */
const SETTINGS = { unstyled: true, ripple: false, ...(nonce === undefined ? {} : { nonce }) };
