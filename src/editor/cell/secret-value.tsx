import { useState, type ReactNode } from "react";
import { IconButton } from "../../ui/action/button.tsx";
import { CopyButton } from "../../ui/action/copy.tsx";
import { useText } from "../../ui/text.ts";
import type { CopyValueProps } from "./copy-value.tsx";

/** A masked secret that can be revealed, or copied while masked. */
export function SecretValue({ text, tabIndex }: CopyValueProps): ReactNode {
  const say = useText();
  const [isShown, setShown] = useState(false);
  if (text === "") return null;
  return (
    <span className="cell-copy">
      <span className="code">{isShown ? text : "••••••••"}</span>
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
