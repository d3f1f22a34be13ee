import type { Template } from "#contract/template";
import type { Params, Row } from "#contract/wire/json";
import type { FormTarget } from "#core/form/target";
import type { Pairs } from "#core/screen/planning";
import type { Planned } from "#core/txlist/planned";
import { port } from "../../ui/port.ts";
import type { Control } from "./controls.ts";

/** Opens forms and puts actions into the list. The portal has one planner, so that only one form is open. */
export interface Planner {
  /** Plans at once if nothing must be asked, otherwise opens the form. */
  readonly plan: (control: Control) => void;
  /** `onSaved` gets the row of a setting, which is saved at once. */
  readonly openForm: (target: FormTarget, onSaved?: (row: Row) => void) => void;
  /** Plans for several rows in one step of the list: at once if nothing must be asked, otherwise by one form. */
  readonly planMany: (controls: readonly Control[]) => void;
  /** Opens the choice of partners for these rows. They are some of `count` rows; the others already have a partner. */
  readonly openPairs: (controls: readonly Control[], pairs: Pairs, count: number) => void;
  readonly openImport: (target: FormTarget) => void;
  /** Opens the form of a workflow with values for some variables. */
  readonly openTemplate: (template: Template, given: Params) => void;
  /** Opens the form of a planned element, which saving replaces. */
  readonly edit: (item: Planned) => void;
}

export const usePlanner = port<Planner>();
