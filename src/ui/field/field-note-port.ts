import { createContext, type ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import type { FormValues } from "#core/form/values";

export interface FieldNoteProps {
  /** Name of the field. */
  readonly name: string;
  readonly value: Json | undefined;
  /** All values of the form. */
  readonly values: FormValues;
}

/** Draws what helps to fill a field and only the form around knows; null where nothing does. */
export const FieldNoteContext = createContext<((props: FieldNoteProps) => ReactNode) | null>(null);
