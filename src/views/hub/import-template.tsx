import { useId, useState, type ReactNode } from "react";
import type { Template } from "#contract/template";
import { readTemplate } from "#core/template/check";
import type { TemplateProblem } from "#contract/template-check/problem";
import { useClosing } from "../../editor/form/use-closing.tsx";
import { useCatalogue } from "../../editor/portal/metadata.ts";
import { Button } from "../../ui/action/button.tsx";
import { FileButton } from "../../ui/action/file-button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { useText } from "../../ui/text.ts";
import { TemplateErrors } from "./template-errors.tsx";

export interface ImportTemplateProps {
  readonly onRead: (template: Template) => void;
  readonly onClose: () => void;
}

/** Imports a template from a file or from pasted text, or shows its author everything that is wrong with it (HUB-03, TPL-22). */
export function ImportTemplate({ onRead, onClose }: ImportTemplateProps): ReactNode {
  const say = useText();
  const id = useId();
  const catalogue = useCatalogue();
  const [text, setText] = useState("");
  const [problems, setProblems] = useState<readonly TemplateProblem[]>([]);
  const { close, question } = useClosing(text.trim() !== "", onClose);
  const take = (given: string): void => {
    const read = readTemplate(given, catalogue);
    if (read.ok) onRead(read.template);
    else setProblems(read.problems);
  };
  return (
    <Dialog
      title={say("views.hub.import")}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{say("ui.common.cancel")}</Button>
          <Button look="primary" disabled={text.trim() === ""} onClick={() => take(text)}>
            {say("views.hub.open")}
          </Button>
        </>
      }
    >
      <div className="template-import">
        <p className="muted">{say("views.hub.importHelp")}</p>
        <FileButton
          accept=".json,application/json"
          onFile={(file) => {
            void file.text().then((given) => {
              // The text stays in the field, so that it can be corrected here.
              setText(given);
              take(given);
            });
          }}
        />
        <label htmlFor={`${id}-text`}>{say("views.hub.text")}</label>
        <textarea
          id={`${id}-text`}
          className="control code"
          rows={10}
          spellCheck={false}
          value={text}
          aria-invalid={problems.length > 0}
          onChange={(event) => {
            setText(event.target.value);
            setProblems([]);
          }}
        />
        {problems.length > 0 && <TemplateErrors name={null} problems={problems} />}
      </div>
      {question}
    </Dialog>
  );
}
