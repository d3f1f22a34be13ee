import type { TextKey } from "../text.ts";
import type { Target } from "./value.ts";

/** Texts of the start page for visitors. The portal does not load them for people who are signed in. */
export interface Door {
  readonly steps: readonly { readonly title: TextKey; readonly text: TextKey }[];
  /** Reasons to sign in. */
  readonly lead: TextKey;
  /** Ways to begin. The first is the main one. */
  readonly ways: readonly { readonly text: TextKey; readonly to: Target }[];
  /** Text of the start page while there is no alert and no maintenance. */
  readonly none: TextKey;
}
