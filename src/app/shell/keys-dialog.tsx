import type { ReactNode } from "react";
import type { TextKey } from "#core/text";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { useText } from "../../ui/text.ts";
import { GO_KEYS } from "./use-shortcuts.ts";

const KEYS: readonly { readonly keys: string; readonly text: TextKey }[] = [
  { keys: "?", text: "app.keys.list" },
  { keys: "[", text: "app.keys.navigation" },
  { keys: "]", text: "app.keys.planned" },
  { keys: "f", text: "app.keys.filter" },
  { keys: "n", text: "app.keys.new" },
  { keys: "e", text: "app.keys.edit" },
  { keys: "Ctrl+Z", text: "app.keys.undo" },
  { keys: "Ctrl+Shift+Z", text: "app.keys.redo" },
  { keys: "Enter", text: "app.keys.rowOpen" },
  { keys: "Space", text: "app.keys.rowSelect" },
  { keys: "m", text: "app.keys.rowMenu" },
  { keys: "Ctrl+Enter", text: "app.keys.formPlan" },
  { keys: "Ctrl+Shift+Enter", text: "app.keys.formContinue" },
  { keys: "Esc", text: "app.keys.formClose" },
];

/** The list of keys (screens 6). */
export function KeysDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const say = useText();
  const rows = [
    ...KEYS.map(({ keys, text }) => ({ keys, text: say(text) })),
    ...GO_KEYS.map(({ key, title }) => ({
      keys: `g ${say("app.keys.then")} ${key}`,
      text: say("app.keys.go", { page: say(title) }),
    })),
  ];
  return (
    <Dialog title={say("app.keys.title")} width="narrow" onClose={onClose}>
      <dl className="pairs">
        {rows.map(({ keys, text }) => (
          <div key={keys}>
            <dt>{text}</dt>
            <dd>
              <kbd>{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
