import type { ReactNode } from "react";
import { recordHelp } from "#contract/values/record-help";
import { whySentence } from "#contract/values/record-why";
import { pickText } from "#core/text";
import type { FormedNoteProps } from "../../ui/field/formed-note-port.ts";
import { useLocale, useText } from "../../ui/text.ts";
import { toAscii } from "../screen/to-ascii.ts";

/** The parts of the form and an example; while somebody types, also what is wrong with the text. */
export function FormedNote({ form, value }: FormedNoteProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const help = recordHelp(form, typeof value === "string" ? value.trim() : "", toAscii);
  if (help === null) return null;
  const { parts, example, check } = help;
  const why =
    check === null || check.ok
      ? ""
      : check.why === null
        ? say("editor.formed.wrong", { form })
        : pickText(whySentence(check.why, form), locale);
  return (
    <>
      <p className="muted">
        {parts.length > 0 && `${say("editor.formed.parts", { parts: parts.join(" ") })} `}
        {say("editor.formed.example", { form })} <span className="code">{example}</span>
      </p>
      <output className="form-problem form-warning">{why}</output>
    </>
  );
}
