import { createContext, useContext, type ComponentType } from "react";
import type { Json } from "#contract/wire/json";
import { port } from "../port.ts";
import type { QueryTarget, ReferenceTarget, WidgetOptions } from "#core/form/widget";

/** Inputs of a widget. The value is that of the open form: undefined for an empty field. */
export interface WidgetProps {
  readonly id: string;
  readonly label: string;
  /** Name of the input in a line of a list, which has no label. */
  readonly lineLabel?: string;
  readonly options: WidgetOptions;
  readonly value: Json | undefined;
  readonly isDisabled: boolean;
  readonly isInvalid: boolean;
  readonly isRequired: boolean;
  readonly describedBy: string;
  onChange(value: Json | undefined): void;
}

export type FieldComponent = ComponentType<WidgetProps>;

export interface Suggestion {
  readonly value: Json;
  readonly label: string;
  readonly note: string | null;
}

/** Finds values for reference fields, which know no server. */
export interface ReferencePort {
  suggest(
    target: ReferenceTarget | QueryTarget,
    text: string,
    signal: AbortSignal,
  ): Promise<readonly Suggestion[]>;
  choices(target: ReferenceTarget, signal: AbortSignal): Promise<readonly Suggestion[]>;
  /** The object behind a value; null if it is unreadable. */
  readonly named?: (target: ReferenceTarget, value: string) => Promise<Suggestion | null>;
  /** Label of a value, if known without a request. */
  readonly known?: (value: string) => string | null;
}

export const useReferencePort = port<ReferencePort>();

/** Values and labels of the form around a field. */
export interface FormAround {
  readonly values: Readonly<Record<string, Json | undefined>>;
  readonly labelOf: (field: string) => string;
  readonly fields: readonly { readonly name: string; readonly options: WidgetOptions }[];
}

/** Null for a field without a form. */
export const FormAroundContext = createContext<FormAround | null>(null);

/** Plans a new object from within a field. */
export interface CreateNew {
  /** Label of the type if there is a form for it, else null. */
  offer(target: ReferenceTarget): string | null;
  /** Opens that form with the typed text; answers the key once the object is planned. */
  open(target: ReferenceTarget, typed: string, onMade: (value: Json) => void): void;
}

const CreateNewContext = createContext<CreateNew | null>(null);
export const CreateNewProvider = CreateNewContext.Provider;

/** Null for fields that plan nothing, such as filters. */
export function useCreateNew(): CreateNew | null {
  return useContext(CreateNewContext);
}

/** Attributes of the input of a widget. */
export function inputOf(props: Omit<WidgetProps, "value" | "onChange">) {
  return {
    id: props.id,
    disabled: props.isDisabled,
    "aria-label": props.lineLabel,
    "aria-required": props.isRequired,
    "aria-invalid": props.isInvalid,
    "aria-describedby": props.describedBy,
  };
}

/** The text of a text-like widget. */
export function fieldText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
