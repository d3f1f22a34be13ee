import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Toaster } from "../../ui/feedback/toaster.tsx";
import { sayText, useText } from "../../ui/text.ts";
import { usePorts } from "../ports-context.ts";

/** The notices of the portal as messages at the lower edge. */
export function Notices(): ReactNode {
  const say = useText();
  const { notices } = usePorts();
  const { list } = useSnapshot(notices.state);
  return (
    <Toaster
      messages={list.map(({ id, tone, title, text }) =>
        title === null
          ? { id: String(id), tone, title: sayText(say, text) }
          : { id: String(id), tone, title: sayText(say, title), text: sayText(say, text) },
      )}
      onHold={(id) => notices.hold(Number(id))}
      onRelease={(id) => notices.release(Number(id))}
      onGone={(id) => notices.close(Number(id))}
    />
  );
}
