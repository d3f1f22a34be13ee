import type { TextKey } from "#core/text";

export interface Sign {
  readonly sign: string;
  /** What a screen reader says instead; null where the name of the function stands there for everybody. */
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

/** The sign of a function; one that is none of the three has a common one. */
export function signOf(operation: string | null): Sign {
  return operation === "create" || operation === "update" || operation === "delete"
    ? SIGNS[operation]
    : OTHER;
}
