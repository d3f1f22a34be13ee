import { useEffect, useState } from "react";
import type { Labelled } from "#core/form/import";
import { DATA_LANGUAGES } from "#core/locales";
import { usePortal } from "../portal.ts";

const NONE: Labelled = new Map();

/** The catalogues of all languages that have come. */
export function useLabelled(): Labelled {
  const { catalogueIn } = usePortal();
  const [labelled, setLabelled] = useState(NONE);
  useEffect(() => {
    let isOver = false;
    for (const language of DATA_LANGUAGES)
      void catalogueIn(language).then(
        (catalogue) => {
          if (!isOver) setLabelled((known) => new Map([...known, [language, catalogue]]));
        },
        // Columns with titles in this language are then shown as unknown.
        () => undefined,
      );
    return () => {
      isOver = true;
    };
  }, [catalogueIn]);
  return labelled;
}
