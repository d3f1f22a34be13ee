import type { ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import { tokenFileEntry } from "#core/session/token-file";
import { CopyField } from "../../ui/action/copy.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { useText } from "../../ui/text.ts";

/** Member that only the answer to a new or regenerated token has. */
export const TOKEN_TEXT = "token";

/** The text of a token, shown this one time, ready to be copied (TOK-02, TOK-09). */
export function TokenText({ text }: { readonly text: Json | undefined }): ReactNode {
  const say = useText();
  if (typeof text !== "string") return null;
  return (
    <>
      <CopyField label={say("screens.tokens.text")} value={text} />
      <CopyField label={say("editor.once.snippet")} value={tokenFileEntry(text)} isMultiline />
      <Note tone="warning">{say("editor.once.text")}</Note>
    </>
  );
}
