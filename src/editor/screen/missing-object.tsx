import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { TextKey } from "#core/text";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";

export interface MissingObjectProps {
  readonly text: TextKey;
  readonly name: string;
}

/** The object of the path does not exist or is unreadable: one sentence and the way up. */
export function MissingObject({ text, name }: MissingObjectProps): ReactNode {
  const say = useText();
  const { pathname } = useLocation();
  const { above } = usePortal();
  return (
    <div className="whole-empty">
      <Empty text={say(text, { name })}>
        <Link to={above(pathname)}>{say("editor.missing.up")}</Link>
      </Empty>
    </div>
  );
}
