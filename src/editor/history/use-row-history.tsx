import { useState } from "react";
import type { Row } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import type { MenuItem } from "../../ui/action/menu-item.ts";
import { later } from "../../ui/layout/later.tsx";
import { OpenedPart } from "../fault/opened-part.tsx";
import { useWords } from "../portal/words.ts";

const RowHistory = later("row-history", async () => (await import("./row-history.tsx")).RowHistory);

/** The menu entry for the history of a row, and the dialog that shows the history. There is no entry if nobody can change the object. */
export function useRowHistory(type: ObjectTypeMeta) {
  const { say, catalogue } = useWords();
  // `turn` is a new number for each opening. So a row can open the dialog again after a reversal has closed it.
  const [opened, setOpened] = useState<{ readonly row: Row; readonly turn: number } | null>(null);
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
  const close = (): void => setOpened(null);
  const dialog = opened !== null && (
    <OpenedPart key={opened.turn} onBroken={close}>
      <RowHistory type={type} row={opened.row} onClose={close} />
    </OpenedPart>
  );
  return { items, isKept, dialog };
}

/** True if objects of the type can change and are no settings, so that the log has entries for them. */
export function isLogged(catalogue: Catalogue, type: string): boolean {
  if (catalogue.objectType(type)?.definition.is_setting === true) return false;
  return (["create", "update", "delete"] as const).some((fn) => catalogue.fn(type, fn) !== null);
}
