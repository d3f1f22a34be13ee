import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ReferencePort } from "../../ui/field/field-component.ts";
import { useLocale } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";
import { createReferencePort } from "./reference-port.ts";

/** Where the reference fields of a form or a filter find their values, as the account in effect. */
export function useReferences(): ReferencePort {
  const { catalogue, execute, viewer } = usePortal();
  const client = useQueryClient();
  const locale = useLocale();
  return useMemo(
    () => createReferencePort({ catalogue, execute, viewer, client, locale }),
    [catalogue, execute, viewer, client, locale],
  );
}
