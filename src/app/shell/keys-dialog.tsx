import type { ReactNode } from "react";
import type { TextKey } from "#core/text";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { useText } from "../../ui/text.ts";
import { GO_KEYS } from "./use-shortcuts.ts";

/** Keys whose names differ by language; other keys are named after their character. */
const NAMED: Readonly<Record<string, TextKey>> = {
  ctrl: "app.keys.name.ctrl",
  shift: "app.keys.name.shift",
  alt: "app.keys.name.alt",
  enter: "app.keys.name.enter",
  space: "app.keys.name.space",
  delete: "app.keys.name.delete",
  escape: "app.keys.name.escape",
};

/** Keys pressed together, and their action. */
const KEYS: readonly (readonly [keys: string, text: TextKey])[] = [
  ["/", "app.keys.search"],
  ["ctrl+K", "app.keys.search"],
  ["?", "app.keys.list"],
  ["[", "app.keys.navigation"],
  ["]", "app.keys.planned"],
  ["t", "app.keys.test"],
  ["shift+A", "app.keys.apply"],
  ["f", "app.keys.filter"],
  ["n", "app.keys.new"],
  ["e", "app.keys.edit"],
  ["ctrl+Z", "app.keys.undo"],
  ["ctrl+shift+Z", "app.keys.redo"],
  ["alt+↑", "app.keys.stepUp"],
  ["alt+↓", "app.keys.stepDown"],
  ["delete", "app.keys.stepRemove"],
  ["enter", "app.keys.rowOpen"],
  ["space", "app.keys.rowSelect"],
  ["m", "app.keys.rowMenu"],
  ["F2", "app.keys.cellEnter"],
  ["escape", "app.keys.cellLeave"],
  ["ctrl+enter", "app.keys.formPlan"],
  ["ctrl+shift+enter", "app.keys.formContinue"],
  ["escape", "app.keys.formClose"],
];

export function KeysDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const say = useText();
  const nameOf = (key: string): string => {
    const name = NAMED[key];
    return name === undefined ? key : say(name);
  };
  const rows = [
    ...KEYS.map(([keys, text]) => ({ keys: keys.split("+").map(nameOf).join("+"), text: say(text) })),
    ...GO_KEYS.map(({ key, title }) => ({
      keys: `g ${say("app.keys.then")} ${key}`,
      text: say("app.keys.go", { page: say(title) }),
    })),
  ];
  return (
    <Dialog title={say("app.keys.title")} width="narrow" onClose={onClose}>
      <dl className="pairs">
        {rows.map(({ keys, text }) => (
          <div key={`${keys} ${text}`}>
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
