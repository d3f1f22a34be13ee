import { createContext, useContext } from "react";
import type { Template } from "#contract/template";
import type { Params } from "#contract/wire/json";
import type { FormTarget } from "#core/form/target";
import type { Pairs } from "#core/screen/screen";
import type { Planned } from "#core/txlist/planned";
import type { Control } from "./controls.ts";

/** What opens forms and puts actions into the list; one for the whole portal, so that only one form is open. */
export interface Planner {
  /** Plans at once where nothing is to be asked, otherwise opens the form. */
  readonly plan: (control: Control) => void;
  readonly openForm: (target: FormTarget) => void;
  /** The same for several rows, as one step of the list: at once where nothing is to be asked, otherwise by one form. */
  readonly planMany: (controls: readonly Control[]) => void;
  /** Opens the choice of partners for the rows of the controls; of `count` rows the others have one already. */
  readonly openPairs: (controls: readonly Control[], pairs: Pairs, count: number) => void;
  /** Opens the import of a table for something new. */
  readonly openImport: (target: FormTarget) => void;
  /** Opens the form of a workflow, with values for some of its variables. */
  readonly openTemplate: (template: Template, given: Params) => void;
  /** Opens the form of a planned element; saving replaces it. */
  readonly edit: (item: Planned) => void;
}

const PlannerContext = createContext<Planner | null>(null);
export const PlannerProvider = PlannerContext.Provider;

export function usePlanner(): Planner {
  const planner = useContext(PlannerContext);
  if (planner === null) throw new Error("no planner around this part");
  return planner;
}
