import type { ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import { CopyButton } from "../../ui/action/copy.tsx";
import { useText } from "../../ui/text.ts";
import "./json-block.css";

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
        <code>{text}</code>
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
