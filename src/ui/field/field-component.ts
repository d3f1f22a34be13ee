import type { ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import type { DataTypeRow } from "#contract/wire/metadata";
import type { ReferenceTarget, WidgetOptions } from "#core/form/widget";

/** A row that a reference field offers: what is stored, what is read, and what tells equal ones apart. */
export interface Suggestion {
  readonly value: Json;
  readonly label: string;
  readonly note: string | null;
}

/** Looks up rows for a reference; an empty text asks for the first ones. */
export type LookUp = (
  target: ReferenceTarget,
  text: string,
  signal: AbortSignal,
) => Promise<readonly Suggestion[]>;

/** What every widget is given. It holds no state of its own but what is half typed. */
export interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly dataType: Pick<DataTypeRow, "name" | "text_length">;
  readonly options: WidgetOptions;
  /** Undefined is empty, null is set with the null checkbox. */
  readonly value: Json | undefined;
  readonly isDisabled: boolean;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
  readonly describedBy: string | undefined;
  readonly lookUp: LookUp;
  onChange(value: Json | undefined): void;
}

export type FieldComponent = (props: FieldProps) => ReactNode;
