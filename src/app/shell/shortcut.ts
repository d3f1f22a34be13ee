export type SimpleShortcut =
  "undo" | "redo" | "keys" | "search" | "navigation" | "planned" | "test" | "apply" | "goes";

export type Shortcut =
  | { readonly kind: SimpleShortcut }
  | { readonly kind: "go"; readonly path: string }
  /** Text for the search, whose field does not have the focus yet. */
  | { readonly kind: "type"; readonly text: string }
  /** A control of the page, by its selector. */
  | { readonly kind: "press"; readonly selector: string };

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

export interface KeySituation {
  readonly hasSingleKeys: boolean;
  /** The focus is in a field or an overlay, where letters are text. */
  readonly isTyping: boolean;
  /** The search is open. */
  readonly isSearching: boolean;
  /** `g` was pressed a moment ago. */
  readonly isGoing: boolean;
}

const SINGLE: Readonly<Record<string, Shortcut>> = {
  "/": { kind: "search" },
  "?": { kind: "keys" },
  "[": { kind: "navigation" },
  "]": { kind: "planned" },
  t: { kind: "test" },
  A: { kind: "apply" },
  g: { kind: "goes" },
  f: { kind: "press", selector: "[data-key=filter]" },
  n: { kind: "press", selector: "[data-key=new]" },
  e: { kind: "press", selector: "[data-key=edit]" },
};

/** Action of a key, or null (PREF-16). */
export function shortcutOf(
  press: KeyPress,
  situation: KeySituation,
  goKeys: readonly { readonly key: string; readonly path: string }[],
): Shortcut | null {
  if (isSearch(press)) return { kind: "search" };
  if (situation.isTyping) return null;
  if (situation.isSearching) return isText(press) ? { kind: "type", text: press.key } : null;
  if (press.ctrlKey || press.metaKey) return withControl(press);
  if (press.altKey || !situation.hasSingleKeys) return null;
  return withLetter(press, situation, goKeys);
}

function withLetter(
  press: KeyPress,
  situation: KeySituation,
  goKeys: Parameters<typeof shortcutOf>[2],
): Shortcut | null {
  const go = situation.isGoing ? goKeys.find(({ key }) => key === press.key) : undefined;
  if (go !== undefined) return { kind: "go", path: go.path };
  // With Caps Lock an "a" does not mean apply.
  if (press.key === "A" && !press.shiftKey) return null;
  return Object.hasOwn(SINGLE, press.key) ? (SINGLE[press.key] ?? null) : null;
}

/** Ctrl+K and Cmd+K, also while typing (SRCH-02, SRCH-03). */
function isSearch({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean {
  return key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !shiftKey;
}

function isText({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return /^.$/u.test(key) && !ctrlKey && !metaKey && !altKey;
}

function withControl({ key, shiftKey, altKey }: KeyPress): Shortcut | null {
  if (altKey) return null;
  if (key.toLowerCase() === "z") return { kind: shiftKey ? "redo" : "undo" };
  return key.toLowerCase() === "y" && !shiftKey ? { kind: "redo" } : null;
}
