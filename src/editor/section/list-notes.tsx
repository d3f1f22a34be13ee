import { useEffect, useState, type ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import { Note } from "../../ui/feedback/note.tsx";
import { useText } from "../../ui/text.ts";

interface ListNotesProps {
  /** All rows were requested, and there are too many (LIST-10). */
  readonly isRefused: boolean;
  /** Columns of an old address that the list no longer has. */
  readonly unknown: readonly string[];
}

/** Why a list is not as it was asked for. */
export function ListNotes({ isRefused, unknown }: ListNotesProps): ReactNode {
  const say = useText();
  const refusal = isRefused ? say("editor.table.tooLong", { count: LIMITS.allRows }) : "";
  return (
    <>
      <Announced text={refusal} />
      {isRefused && <Note tone="warning">{refusal}</Note>}
      {unknown.length > 0 && (
        <Note tone="warning">{say("editor.table.unknown", { names: unknown.join(", ") })}</Note>
      )}
    </>
  );
}

/** A text is announced when it comes into a region that is there already. */
function Announced({ text }: { readonly text: string }): ReactNode {
  const [said, say] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => say(text));
    return () => clearTimeout(timer);
  }, [text]);
  return <output className="visually-hidden">{said}</output>;
}
