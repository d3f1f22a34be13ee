import type { Template } from "#contract/template";
import type { Params, Row } from "#contract/wire/json";
import type { FormTarget } from "#core/form/target";
import type { Pairs } from "#core/screen/planning";
import type { Planned } from "#core/txlist/planned";

export interface OpenForm {
  readonly of:
    | {
        readonly target: FormTarget;
        /** Gets the row of a setting, which is saved at once. */
        readonly onSaved?: ((row: Row) => void) | undefined;
      }
    | { readonly template: Template; readonly given: Params }
    | { readonly many: readonly FormTarget[] }
    | { readonly pairs: Pairs; readonly targets: readonly FormTarget[]; readonly leftOut: number }
    | { readonly imported: FormTarget };
  /** The planned element from which the form was opened, and which saving replaces. */
  readonly edited: Planned | null;
}

export interface OpenedFormProps {
  readonly form: OpenForm;
  readonly onPlanned: (item: Planned) => void;
  /** Several elements as one step of the list, before the element of the form. */
  readonly onPlannedAll: (items: readonly Planned[]) => void;
  readonly onClose: () => void;
}
