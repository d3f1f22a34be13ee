import { useEffect, useState } from "react";
import type { Labelled } from "#core/form/import";
import { DATA_LANGUAGES } from "#core/locales";
import { useMetadata } from "../portal/metadata.ts";

const NONE: Labelled = new Map();

/** The catalogues of all languages that are loaded so far. */
export function useLabelled(): Labelled {
  const { catalogueIn } = useMetadata();
  const [labelled, setLabelled] = useState(NONE);
  useEffect(() => {
    let isOver = false;
    for (const language of DATA_LANGUAGES)
      void catalogueIn(language).then(
        (catalogue) => {
          if (!isOver) setLabelled((known) => new Map([...known, [language, catalogue]]));
        },
        // If a catalogue does not load, columns with titles in its language are shown as unknown.
        () => undefined,
      );
    return () => {
      isOver = true;
    };
  }, [catalogueIn]);
  return labelled;
}
