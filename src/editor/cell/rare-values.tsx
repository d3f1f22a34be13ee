import { useState, type ReactNode } from "react";
import { shownSigns } from "#contract/values/signs";
import type { Json } from "#contract/wire/json";
import { IconButton } from "../../ui/action/button.tsx";
import { CopyButton } from "../../ui/action/copy.tsx";
import { useText } from "../../ui/text.ts";
import { MASK } from "./cell-text.ts";
import type { CopyValueProps } from "./copy-value.tsx";
import "./rare-values.css";

/** A masked secret that can be revealed, or copied while masked. */
export function SecretValue({ text, tabIndex }: CopyValueProps): ReactNode {
  const say = useText();
  const [isShown, setShown] = useState(false);
  if (text === "") return null;
  return (
    <span className="cell-copy">
      <span className="code">{isShown ? text : MASK}</span>
      <IconButton
        icon="reveal"
        label={say(isShown ? "ui.secret.hide" : "ui.secret.reveal")}
        tabIndex={tabIndex}
        onClick={(event) => {
          event.stopPropagation();
          setShown(!isShown);
        }}
      />
      <CopyButton value={text} tabIndex={tabIndex} />
    </span>
  );
}

/** More lines are folded, so that the other fields stay in sight. */
const MOST_LINES = 16;

/** JSON in lines and indented, as code in documents is shown. */
export function JsonBlock({ value }: { readonly value: Json }): ReactNode {
  const say = useText();
  const text = JSON.stringify(value, null, 2);
  const count = text.split("\n").length;
  const block = (
    <div className="json-block">
      <pre>
        <code>{shownSigns(text)}</code>
      </pre>
      <CopyButton value={text} />
    </div>
  );
  if (count <= MOST_LINES) return block;
  return (
    <details>
      <summary>{say("editor.cell.jsonLines", { count })}</summary>
      {block}
    </details>
  );
}
