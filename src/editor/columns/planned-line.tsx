import type { ReactNode } from "react";
import { Icon } from "../../ui/icon/icon.tsx";
import { useText } from "../../ui/text.ts";
import { useListState } from "../planned/use-list-state.ts";
import { usePortal } from "../portal.ts";

/** The number of planned changes; pressing it opens the planned list. */
export function PlannedLine(): ReactNode {
  const say = useText();
  const { txlist, shell } = usePortal();
  const { items } = useListState(txlist);
  return (
    <div className="part-line">
      <button type="button" className="link-button" onClick={() => shell.setPanel("isPlannedOpen", true)}>
        <Icon name="planned" /> {say("editor.columns.planned", { count: items.length })}
      </button>
    </div>
  );
}
