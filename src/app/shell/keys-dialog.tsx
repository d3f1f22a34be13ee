import type { ReactNode } from "react";
import type { TextKey } from "#core/text";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { useText } from "../../ui/text.ts";
import { GO_KEYS } from "./use-shortcuts.ts";

/** Keys whose names differ by language; other keys are named after their character. */
const NAMED = {
  ctrl: "app.keys.name.ctrl",
  shift: "app.keys.name.shift",
  alt: "app.keys.name.alt",
  enter: "app.keys.name.enter",
  space: "app.keys.name.space",
  delete: "app.keys.name.delete",
  escape: "app.keys.name.escape",
} as const satisfies Readonly<Record<string, TextKey>>;

type NamedKey = keyof typeof NAMED;

/** Keys pressed together, and their action. */
interface Shortcut {
  readonly keys: readonly (NamedKey | { readonly writes: string })[];
  readonly text: TextKey;
}

const KEYS: readonly Shortcut[] = [
  { keys: [{ writes: "/" }], text: "app.keys.search" },
  { keys: ["ctrl", { writes: "K" }], text: "app.keys.search" },
  { keys: [{ writes: "?" }], text: "app.keys.list" },
  { keys: [{ writes: "[" }], text: "app.keys.navigation" },
  { keys: [{ writes: "]" }], text: "app.keys.planned" },
  { keys: [{ writes: "f" }], text: "app.keys.filter" },
  { keys: [{ writes: "n" }], text: "app.keys.new" },
  { keys: [{ writes: "e" }], text: "app.keys.edit" },
  { keys: ["ctrl", { writes: "Z" }], text: "app.keys.undo" },
  { keys: ["ctrl", "shift", { writes: "Z" }], text: "app.keys.redo" },
  { keys: ["alt", { writes: "↑" }], text: "app.keys.stepUp" },
  { keys: ["alt", { writes: "↓" }], text: "app.keys.stepDown" },
  { keys: ["delete"], text: "app.keys.stepRemove" },
  { keys: ["enter"], text: "app.keys.rowOpen" },
  { keys: ["space"], text: "app.keys.rowSelect" },
  { keys: [{ writes: "m" }], text: "app.keys.rowMenu" },
  { keys: [{ writes: "F2" }], text: "app.keys.cellEnter" },
  { keys: ["escape"], text: "app.keys.cellLeave" },
  { keys: ["ctrl", "enter"], text: "app.keys.formPlan" },
  { keys: ["ctrl", "shift", "enter"], text: "app.keys.formContinue" },
  { keys: ["escape"], text: "app.keys.formClose" },
];

export function KeysDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const say = useText();
  const rows = [
    ...KEYS.map(({ keys, text }) => ({
      keys: keys.map((key) => (typeof key === "string" ? say(NAMED[key]) : key.writes)).join("+"),
      text: say(text),
    })),
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
