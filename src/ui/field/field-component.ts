import { createContext, useContext, type ComponentType } from "react";
import type { Json } from "#contract/wire/json";
import type { QueryTarget, ReferenceTarget, WidgetOptions } from "#core/form/widget";

/** What a widget is drawn from. The value is that of the open form: undefined where the field is empty. */
export interface WidgetProps {
  readonly id: string;
  readonly label: string;
  /** What the input is called where no label stands beside it: in a line of a list. */
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

/** One value a reference field offers. */
export interface Suggestion {
  readonly value: Json;
  readonly label: string;
  readonly note: string | null;
}

/** Where reference fields find their values; they know no server. */
export interface ReferencePort {
  suggest(
    target: ReferenceTarget | QueryTarget,
    text: string,
    signal: AbortSignal,
  ): Promise<readonly Suggestion[]>;
  choices(target: ReferenceTarget, signal: AbortSignal): Promise<readonly Suggestion[]>;
  /** The object that a value stands for; null where it cannot be read. */
  readonly named?: (target: ReferenceTarget, value: string) => Promise<Suggestion | null>;
  /** What a value is called, where that is known without asking. */
  readonly known?: (value: string) => string | null;
}

const ReferenceContext = createContext<ReferencePort | null>(null);
export const ReferencePortProvider = ReferenceContext.Provider;

export function useReferencePort(): ReferencePort {
  const port = useContext(ReferenceContext);
  if (port === null) throw new Error("no reference port around this form");
  return port;
}

/** The values of the form around a field, and what its fields are called. */
export interface FormAround {
  readonly values: Readonly<Record<string, Json | undefined>>;
  readonly labelOf: (field: string) => string;
  readonly fields: readonly { readonly name: string; readonly options: WidgetOptions }[];
}

const FormContext = createContext<FormAround | null>(null);
export const FormAroundProvider = FormContext.Provider;

/** Null for a field that stands alone. */
export function useFormAround(): FormAround | null {
  return useContext(FormContext);
}

/** Plans something new from within a field. */
export interface CreateNew {
  /** Name of the type where a form for it exists, otherwise null. */
  offer(target: ReferenceTarget): string | null;
  /** Opens that form with what was typed; its key comes back as soon as it is planned. */
  open(target: ReferenceTarget, typed: string, onMade: (value: Json) => void): void;
}

const CreateNewContext = createContext<CreateNew | null>(null);
export const CreateNewProvider = CreateNewContext.Provider;

/** Null where fields stand that plan nothing, such as filters. */
export function useCreateNew(): CreateNew | null {
  return useContext(CreateNewContext);
}

/** The text a text-like widget shows. */
export function fieldText(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
