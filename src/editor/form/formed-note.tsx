import type { ReactNode } from "react";
import type { RecordHelp } from "#contract/values/record-help";
import { whySentence } from "#contract/values/record-why";
import { pickText } from "#core/text";
import { useLocale, useText } from "../../ui/text.ts";

interface FormedNoteProps extends RecordHelp {
  /** Value of the field that decides the form. */
  readonly form: string;
}

/** The parts of the form and an example. While somebody types, it also says what is wrong with the text. */
export function FormedNote({ form, parts, example, check }: FormedNoteProps): ReactNode {
  const say = useText();
  const locale = useLocale();
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
