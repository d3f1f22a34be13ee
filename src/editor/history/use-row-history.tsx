import { Suspense, useState, type ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import type { MenuItem } from "../../ui/action/menu-item.ts";
import { later } from "../../ui/layout/later.tsx";
import { useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";
import { isLogged } from "./is-logged.ts";

const RowHistory = later("row-history", async () => (await import("./row-history.tsx")).RowHistory);

export interface RowHistoryMenu {
  /** The line of a row's menu that opens its history; none where nobody can change the object. */
  readonly items: (row: Row) => readonly MenuItem[];
  /** Whether there are any such lines. */
  readonly isKept: boolean;
  readonly dialog: ReactNode;
}

/** The same row opens anew each time: its dialog is closed by taking a change back, too. */
interface Opened {
  readonly row: Row;
  readonly turn: number;
}

/** "History" in the menu of a row. */
export function useRowHistory(type: ObjectTypeMeta): RowHistoryMenu {
  const say = useText();
  const { catalogue } = usePortal();
  const [opened, setOpened] = useState<Opened | null>(null);
  const isKept = isLogged(catalogue, type.name);
  const items = (of: Row): readonly MenuItem[] =>
    isKept && typeof of["gpk"] === "string"
      ? [
          {
            id: "history",
            label: say("editor.history.title"),
            icon: "history",
            onChoose: () => setOpened((last) => ({ row: of, turn: (last?.turn ?? 0) + 1 })),
          },
        ]
      : [];
  const dialog = opened !== null && (
    <Suspense fallback={null}>
      <RowHistory key={opened.turn} type={type} row={opened.row} onClose={() => setOpened(null)} />
    </Suspense>
  );
  return { items, isKept, dialog };
}
