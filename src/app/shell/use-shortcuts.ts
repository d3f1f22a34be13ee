import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { TextKey } from "#core/text";
import { useSearch, useShell, useTransactionList } from "../../editor/portal/stores.ts";
import { ALL_ROUTES } from "../all-routes.ts";
import { shortcutOf, type Shortcut, type SimpleShortcut } from "./shortcut.ts";

/** Keys after `g`, for existing pages. */
export const GO_KEYS: readonly { readonly key: string; readonly path: string; readonly title: TextKey }[] =
  ALL_ROUTES.flatMap(({ key, path, title, nav }) =>
    key === undefined ? [] : [{ key, path, title: nav?.title ?? title }],
  );

export interface ShortcutKeys {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

const GO_WITHIN = 1500;

/** Shortcuts of the whole portal; answers the state of their list. */
export function useShortcuts(hasSingleKeys: boolean, isNarrow: boolean): ShortcutKeys {
  const shell = useShell();
  const txlist = useTransactionList();
  const search = useSearch();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const goSince = useRef(0);
  // Keys count from the first painted page on.
  useLayoutEffect(() => {
    const acts: Readonly<Record<SimpleShortcut, () => void>> = {
      undo: () => txlist.undo(),
      redo: () => txlist.redo(),
      search: () => search.state.opened ?? search.open(),
      keys: () => setOpen(true),
      navigation: () => isNarrow || shell.setPanel("isNavigationOpen", !shell.state.isNavigationOpen),
      planned: () => shell.setPanel("isPlannedOpen", !shell.state.isPlannedOpen),
      test: () => shell.want("test"),
      apply: () => shell.want("apply"),
      goes: () => {
        goSince.current = Date.now();
      },
    };
    const run = (shortcut: Shortcut): void => {
      if (shortcut.kind === "press") press(shortcut.selector);
      else if (shortcut.kind === "type") search.type(shortcut.text);
      else if (shortcut.kind === "go") {
        goSince.current = 0;
        void navigate(shortcut.path);
      } else acts[shortcut.kind]();
    };
    const onKey = (event: KeyboardEvent): void => {
      const shortcut = shortcutOf(
        event,
        {
          hasSingleKeys,
          isTyping: isTyping(event),
          isSearching: search.state.opened !== null,
          isGoing: Date.now() - goSince.current < GO_WITHIN,
        },
        GO_KEYS,
      );
      if (shortcut === null) return;
      event.preventDefault();
      run(shortcut);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [hasSingleKeys, isNarrow, shell, txlist, search, navigate]);
  return useMemo(() => ({ isOpen, open: () => setOpen(true), close: () => setOpen(false) }), [isOpen]);
}

function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.defaultPrevented) return true;
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest("input:not([type=checkbox]), textarea, select, [role=dialog], [role=menu]") !== null
  );
}

function press(selector: string): void {
  const found = document.querySelector<HTMLElement>(selector);
  if (found instanceof HTMLInputElement) found.focus();
  else found?.click();
}
