import type { TextKey } from "#core/text";

export interface Sign {
  readonly sign: string;
  /** Word for screen readers; null if the function is named for everybody. */
  readonly word: TextKey | null;
  readonly look: string;
}

/** Colour is never the only sign. */
export const SIGNS = {
  create: { sign: "+", word: "editor.planned.create", look: "is-create" },
  update: { sign: "~", word: "editor.planned.update", look: "is-update" },
  delete: { sign: "−", word: "editor.planned.delete", look: "is-delete" },
} as const satisfies Record<string, Sign>;

const OTHER: Sign = { sign: "·", word: null, look: "" };

/** The sign of a function; functions of single types share one. */
export function signOf(operation: string | null): Sign {
  return operation === "create" || operation === "update" || operation === "delete"
    ? SIGNS[operation]
    : OTHER;
}
