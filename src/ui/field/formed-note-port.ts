import { createContext, type ReactNode } from "react";
import type { Json } from "#contract/wire/json";

export interface FormedNoteProps {
  /** Value of the other field, which decides the form of this one. */
  readonly form: string;
  readonly value: Json | undefined;
}

/** Draws what helps to fill a field whose form another value decides; null where nothing does. */
export const FormedNoteContext = createContext<((props: FormedNoteProps) => ReactNode) | null>(null);
