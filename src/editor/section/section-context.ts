import { useMemo } from "react";
import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { ObjectName, Step } from "#contract/wire/step";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import type { Section } from "#core/screen/screen";
import { port } from "../../ui/port.ts";
import { useMarks, type Marks } from "../overlay/marks.ts";
import type { ControlPlace } from "../planning/controls.ts";
import { useAccount } from "../portal/account.ts";
import { useWords } from "../portal/words.ts";
import type { ValueSource } from "../screen/values.ts";

export interface SectionProps<Kind extends Section["kind"]> {
  readonly section: Extract<Section, { readonly kind: Kind }>;
}

/** Shared by all sections of an open screen. */
export interface SectionScreen {
  readonly params: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
  readonly lists: Lists | null;
  /** The lists that the server sent, without planned changes. */
  readonly sent: Lists | null;
  readonly current: Row | null;
  readonly variant: string | null;
  readonly sections: readonly Section[];
  /** Number of tables. With several, each keeps its state under its own name (LIST-09). */
  readonly tableCount: number;
}

export const useSectionScreen = port<SectionScreen>();

/** True if the side panel shows the section: an object is there, and the section has one row. */
export function standsAside(
  { isAside, of }: { readonly isAside?: true; readonly of: string },
  { current, lists }: SectionScreen,
): boolean {
  return isAside === true && current !== null && lists?.[of]?.length === 1;
}

const NO_LISTS: Lists = {};
const NO_ROWS: readonly Row[] = [];

/** Sources of values and conditions of the open screen. */
export function useValueSource(): ValueSource {
  const { params, lists, current } = useSectionScreen();
  const { visitor, loginName } = useAccount();
  return useMemo(
    () => ({ params, lists: lists ?? NO_LISTS, current, loginName, visitor }),
    [params, lists, current, loginName, visitor],
  );
}

/** The step of a section with its rows, as the context of columns and controls. */
export interface SectionStep extends ControlPlace {
  readonly rows: readonly Row[];
  /** The rows that the server sent. */
  readonly sent: readonly Row[];
}

/** Null for an unknown type, and until the rows are loaded. */
export function useSectionStep(of: string): SectionStep | null {
  const { steps, variant, lists, sent } = useSectionScreen();
  const marks = useMarks();
  const source = useValueSource();
  const { locale, catalogue } = useWords();
  return useMemo(() => {
    const typeOf = (idx: string): ObjectTypeMeta | null => {
      const found = steps.find((one) => one.idx === idx);
      return found === undefined ? null : catalogue.objectType(objectOf(found));
    };
    const step = steps.find((one) => one.idx === of);
    const type = typeOf(of);
    if (lists === null || step === undefined || type === null) return null;
    const rowsOf = (all: Lists | null) => all?.[of] ?? NO_ROWS;
    return {
      catalogue,
      type,
      step,
      source,
      locale,
      variant,
      typeOf,
      marks,
      isGoing: isPlannedToGo(source, marks),
      rows: rowsOf(lists),
      sent: rowsOf(sent),
    };
  }, [steps, variant, lists, sent, marks, source, catalogue, locale, of]);
}

function isPlannedToGo({ current: row }: ValueSource, marks: Marks): boolean {
  return row !== null && marks.get(row)?.kind === "going";
}

export function objectOf(step: Step): ObjectName {
  return step.name.slice(0, step.name.lastIndexOf(".")) as ObjectName;
}
