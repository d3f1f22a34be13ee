import { useCallback, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Text } from "#core/text";
import { parseQuery, writeQuery } from "#core/table/view-state";
import { Button } from "../../ui/action/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { useNotices } from "../portal/stores.ts";
import { sayText, useText, type Say } from "../../ui/text.ts";

/** An entry of the address that the page cannot use. */
export interface WrongEntry {
  readonly entry: string;
  readonly text: string;
  readonly why: Text;
}

/** Reports entries of the address that the page cannot use, and removes them from the address (ROUTE-94). */
export function AddressNote({ entries }: { readonly entries: readonly WrongEntry[] }): ReactNode {
  const say = useText();
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  if (entries.length === 0) return null;
  const drop = (): void => {
    const wrong = new Set(entries.map(({ entry }) => entry));
    const kept = parseQuery(search).filter(([name]) => !wrong.has(name));
    void navigate({ search: writeQuery(kept), hash }, { replace: true });
  };
  return (
    <Note
      tone="warning"
      action={
        <Button look="quiet" onClick={drop}>
          {say("editor.address.drop")}
        </Button>
      }
    >
      {say("editor.address.wrong", { entries: toldEntries(say, entries) })}
    </Note>
  );
}

/** Reports unusable entries of an address that opens a form over its page, or that was replaced meanwhile. */
export function useTellEntries(): (entries: readonly WrongEntry[]) => void {
  const say = useText();
  const notices = useNotices();
  return useCallback(
    (entries) => {
      if (entries.length === 0) return;
      const values = { entries: toldEntries(say, entries) };
      notices.show({ tone: "warning", title: null, text: { key: "editor.address.wrong", values } });
    },
    [say, notices],
  );
}

/** The entries in one sentence: `page=x (no number of a page)`. */
function toldEntries(say: Say, entries: readonly WrongEntry[]): string {
  return entries.map(({ entry, text, why }) => `${entry}=${text} (${sayText(say, why)})`).join(", ");
}
