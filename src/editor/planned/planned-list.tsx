import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
  type DragEndEvent,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { useEffect, useRef, type ReactNode } from "react";
import { moveByOne } from "#core/txlist/history";
import type { Planned } from "#core/txlist/planned";
import type { Run } from "#core/txlist/run";
import { IconButton } from "../../ui/action/button.tsx";
import { sayText, useText } from "../../ui/text.ts";
import { usePlanner } from "../planning/planner.ts";
import { usePortal } from "../portal.ts";
import { ListMenu } from "./list-menu.tsx";
import { PlannedFault } from "./planned-fault.tsx";
import { PlannedItem } from "./planned-item.tsx";
import { RunBar } from "./run-bar.tsx";
import { RunResult } from "./run-result.tsx";
import { useListState } from "./use-list-state.ts";
import "./planned.css";

/** The planned changes in the right sidebar: what is planned, what became of it, test and apply (spec 4.1). */
export function PlannedList(): ReactNode {
  const say = useText();
  const { txlist } = usePortal();
  const { items, run } = useListState(txlist);
  const isBusy = run.phase === "busy";
  const canUndo = txlist.blockOf("undo");
  const canRedo = txlist.blockOf("redo");
  return (
    <div className="planned">
      <div className="planned-head">
        <h2>
          {say("app.planned.title")} <span className="muted">· {items.length}</span>
        </h2>
        <IconButton
          icon="undo"
          label={say("editor.planned.undo")}
          title={canUndo === null ? say("editor.planned.undo") : sayText(say, canUndo)}
          disabled={canUndo !== null}
          onClick={() => txlist.undo()}
        />
        <IconButton
          icon="redo"
          label={say("editor.planned.redo")}
          title={canRedo === null ? say("editor.planned.redo") : sayText(say, canRedo)}
          disabled={canRedo !== null}
          onClick={() => txlist.redo()}
        />
        <ListMenu />
      </div>
      <div className="planned-body">
        <RunResult run={run} />
        {items.length === 0 ? (
          <p className="muted planned-empty">{say("editor.planned.empty")}</p>
        ) : (
          <Items items={items} run={run} isBusy={isBusy} />
        )}
        <UnplacedFault run={run} items={items} />
      </div>
      <RunBar />
    </div>
  );
}

/** A refusal that names no element stands under the list. */
function UnplacedFault({ run, items }: { readonly run: Run; readonly items: readonly Planned[] }): ReactNode {
  if (run.phase !== "error") return null;
  if (run.failed !== null && items.some((item) => item.uuid === run.failed)) return null;
  return <PlannedFault fault={run.fault} />;
}

interface ItemsProps {
  readonly items: readonly Planned[];
  readonly run: Run;
  readonly isBusy: boolean;
}

function Items({ items, run, isBusy }: ItemsProps): ReactNode {
  const { txlist } = usePortal();
  const planner = usePlanner();
  const list = useRef<HTMLOListElement>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  useScrollToFailed(list, run);
  const tested = new Set(
    run.phase === "success" && run.mode === "test" ? run.sent.map((item) => item.uuid) : [],
  );
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={(event) => onDragEnd(event)}>
      <SortableContext items={items.map((item) => item.uuid)} strategy={verticalListSortingStrategy}>
        <ol className="planned-list" ref={list}>
          {items.map((item) => (
            <PlannedItem
              key={item.uuid}
              item={item}
              isBusy={isBusy}
              isTested={tested.has(item.uuid)}
              fault={run.phase === "error" && run.failed === item.uuid ? run.fault : null}
              onEdit={() => planner.edit(item)}
              onRemove={() => remove(item)}
              onMove={(direction) => {
                const command = moveByOne(items, item.uuid, direction);
                if (command !== null) txlist.submit(command);
              }}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );

  function onDragEnd({ active, over }: DragEndEvent): void {
    if (over === null || active.id === over.id) return;
    const from = items.findIndex((item) => item.uuid === active.id);
    const to = items.findIndex((item) => item.uuid === over.id);
    const before = items[to > from ? to + 1 : to]?.uuid ?? null;
    txlist.submit({ kind: "move", uuid: String(active.id), before });
  }

  /** Focus goes on to the next element, or to the one before at the end of the list. */
  function remove(item: Planned): void {
    const at = items.indexOf(item);
    const next = items[at + 1] ?? items[at - 1];
    txlist.submit({ kind: "remove", uuid: item.uuid });
    requestAnimationFrame(() => {
      const place =
        next === undefined ? null : list.current?.querySelector(`[data-uuid="${next.uuid}"] button`);
      if (place instanceof HTMLElement) place.focus();
    });
  }
}

/** After a failure the list shows the element it is about. */
function useScrollToFailed(list: React.RefObject<HTMLOListElement | null>, run: Run): void {
  const failed = run.phase === "error" ? run.failed : null;
  useEffect(() => {
    if (failed === null) return;
    list.current?.querySelector(`[data-uuid="${failed}"]`)?.scrollIntoView({ block: "nearest" });
  }, [list, failed]);
}
