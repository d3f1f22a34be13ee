import { useEffect } from "react";
import { useShell } from "../portal/stores.ts";

const BEHIND = ".frame > header, .frame > nav, .frame > main, .frame > footer, .frame > .skip-links";

/**
 * As a sheet the list blocks everything behind it, closes on Escape, takes the focus and returns it. It is not a modal of the browser, because a
 * form that is opened from here could not stand above one.
 */
export function useSheet(isSheet: boolean): void {
  const shell = useShell();
  useEffect(() => {
    const sheet = document.getElementById("planned");
    if (!isSheet || sheet === null) return undefined;
    const opener = document.activeElement;
    // A window that becomes narrow must not interrupt typing in the list or in a dialog.
    if (opener?.closest("#planned, [aria-modal=true]") == null) sheet.querySelector("button")?.focus();
    const behind = [...document.querySelectorAll<HTMLElement>(BEHIND)];
    for (const part of behind) part.inert = true;
    return () => {
      for (const part of behind) part.inert = false;
      if (opener instanceof HTMLElement && !sheet.isConnected) opener.focus();
    };
  }, [isSheet]);
  useEffect(() => {
    if (!isSheet) return undefined;
    // Handles Escape last: a menu or a dragged element in the sheet comes first.
    const onKeyDown = (event: KeyboardEvent): void => {
      const isHere = event.target instanceof Element && event.target.closest("#planned") !== null;
      if (event.key === "Escape" && isHere && !event.defaultPrevented) shell.setPanel("isPlannedOpen", false);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [isSheet, shell]);
}
