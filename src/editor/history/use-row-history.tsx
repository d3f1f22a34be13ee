import { Suspense, useState, type ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import type { MenuItem } from "../../ui/action/menu-item.ts";
import { later } from "../../ui/layout/later.tsx";
import { useText } from "../../ui/text.ts";
import { textOf } from "../cell/text-of.ts";
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

/** "History" in the menu of a row. */
export function useRowHistory(type: ObjectTypeMeta): RowHistoryMenu {
  const say = useText();
  const { catalogue } = usePortal();
  const [row, setRow] = useState<Row | null>(null);
  const isKept = isLogged(catalogue, type.name);
  const items = (of: Row): readonly MenuItem[] =>
    isKept && typeof of["gpk"] === "string"
      ? [
          {
            id: "history",
            label: say("editor.history.title"),
            icon: "history",
            onChoose: () => setRow({ ...of }),
          },
        ]
      : [];
  const dialog = row !== null && (
    <Suspense fallback={null}>
      <RowHistory key={textOf(row["gpk"])} type={type} row={row} onClose={() => setRow(null)} />
    </Suspense>
  );
  return { items, isKept, dialog };
}
