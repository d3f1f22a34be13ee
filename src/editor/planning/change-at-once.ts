import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Row } from "#contract/wire/json";
import type { Fault } from "#contract/wire/fault";
import type { Planned } from "#core/txlist/planned";
import { toSteps } from "#core/txlist/to-steps";
import { ROW_KEYS } from "../../api/queries.ts";
import { useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";

export type ChangeEnd =
  | { readonly ok: true; readonly rows: readonly Row[] }
  /** `about`: the attributes that the refusal names. */
  | { readonly ok: false; readonly text: string; readonly about: readonly string[] };

/** Changes settings without the list of planned changes, all of them or none. */
export function useChangeAtOnce(): (items: readonly Planned[]) => Promise<ChangeEnd> {
  const { execute } = usePortal();
  const client = useQueryClient();
  const say = useText();
  return useCallback(
    async (items) => {
      const outcome = await execute(toSteps(items), { dryRun: false });
      if (!outcome.ok)
        return { ok: false, text: sentenceOf(outcome.fault), about: attributesOf(outcome.fault) };
      // During maintenance the server only tries what is sent.
      if (outcome.rolledBack) return { ok: false, text: say("editor.setting.readOnly"), about: [] };
      await client.invalidateQueries({ queryKey: ROW_KEYS });
      return { ok: true, rows: items.flatMap(({ uuid }) => outcome.lists[uuid] ?? []) };
    },
    [execute, client, say],
  );
}

function sentenceOf({ description, hint }: Fault): string {
  return [description, hint ?? ""].join(" ").trim();
}

function attributesOf({ details }: Fault): readonly string[] {
  return [details["attribute_list"], details["attribute"], details["parameter"]]
    .flat()
    .filter((name) => typeof name === "string");
}
