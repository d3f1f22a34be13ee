import { useEffect, useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { LIMITS } from "#contract/limits";
import type { Text } from "#core/text";
import { parseQuery } from "#core/table/view-state";
import { Note } from "../../ui/feedback/note.tsx";
import { useText } from "../../ui/text.ts";
import { AddressNote, type WrongEntry } from "../screen/address-note.tsx";

export interface ListNoteProps {
  /** Columns of an old address that the list does not have. */
  readonly unknown: readonly string[];
  /** All rows were requested, and there are too many (LIST-10). */
  readonly isRefused: boolean;
  /** The idx of its step if a screen has several lists. */
  readonly list: string | null;
}

/** Requests that a list cannot fulfil: all of very many rows, and columns, pages and sizes that do not exist. */
export function ListNote({ unknown, isRefused, list }: ListNoteProps): ReactNode {
  const say = useText();
  const { search } = useLocation();
  const tooLong = isRefused ? say("editor.table.tooLong", { count: LIMITS.allRows }) : "";
  return (
    <>
      <Announced text={tooLong} />
      {isRefused && <Note tone="warning">{tooLong}</Note>}
      {unknown.length > 0 && (
        <Note tone="warning">{say("editor.table.unknown", { names: unknown.join(", ") })}</Note>
      )}
      <AddressNote entries={wrongPages(search, list)} />
    </>
  );
}

/** Screen readers announce a text only if its region existed before the text. */
function Announced({ text }: { readonly text: string }): ReactNode {
  const [said, say] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => say(text));
    return () => clearTimeout(timer);
  }, [text]);
  return <output className="visually-hidden">{said}</output>;
}

function wrongPages(search: string, list: string | null): readonly WrongEntry[] {
  const told = new Map(parseQuery(search));
  return CHECKS.flatMap(({ name, isRight, why }) => {
    const entry = list === null ? name : `${list}.${name}`;
    const text = told.get(entry);
    return text === undefined || isRight(text) ? [] : [{ entry, text, why }];
  });
}

const SIZES: readonly string[] = LIMITS.pageSizes.map(String);

const CHECKS: readonly {
  readonly name: string;
  readonly isRight: (text: string) => boolean;
  readonly why: Text;
}[] = [
  { name: "page", isRight: (text) => /^[1-9]\d*$/.test(text), why: { key: "editor.address.noPage" } },
  { name: "size", isRight: (text) => SIZES.includes(text), why: { key: "editor.address.noSize" } },
];
