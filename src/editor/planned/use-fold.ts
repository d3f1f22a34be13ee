import { useEffect, useRef } from "react";
import { useShell } from "../portal/stores.ts";

const MOVES = ["focusin", "pointerdown"] as const;
/** A dialog that closes gives the focus back to the page. This does not count as a press of the reader. */
const PRESSES = ["keydown", "pointerdown"] as const;
const HERE = ".planned, [role=dialog], [role=menu]";

/**
 * Folds a drawer whose list has become empty and that shows nothing else: at once if the reader is outside it, otherwise when the reader continues in
 * the page. So a reader in the drawer can still undo, and an empty drawer that was opened by hand stays open.
 */
export function useFold(isEmpty: boolean): void {
  const shell = useShell();
  const hadItems = useRef(false);
  const isHere = useRef(false);
  useEffect(() => {
    const note = ({ target }: { readonly target: EventTarget | null }): void => {
      isHere.current = target instanceof Element && target.closest(HERE) !== null;
    };
    note({ target: document.activeElement });
    for (const type of MOVES) document.addEventListener(type, note);
    return () => {
      for (const type of MOVES) document.removeEventListener(type, note);
    };
  }, []);
  useEffect(() => {
    if (!isEmpty) hadItems.current = true;
    if (!isEmpty || !hadItems.current) return undefined;
    const fold = (): void => shell.setPanel("isPlannedOpen", false);
    if (!isHere.current) fold();
    const page = document.getElementById("content");
    for (const type of PRESSES) page?.addEventListener(type, fold);
    window.addEventListener("pagehide", fold);
    return () => {
      for (const type of PRESSES) page?.removeEventListener(type, fold);
      window.removeEventListener("pagehide", fold);
    };
  }, [isEmpty, shell]);
}
