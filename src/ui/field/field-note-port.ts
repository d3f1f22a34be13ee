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

/** Draws help for a field that only the form around it knows; null if there is none. */
export const FieldNoteContext = createContext<((props: FieldNoteProps) => ReactNode) | null>(null);
