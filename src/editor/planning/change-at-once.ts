import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Row } from "#contract/wire/json";
import type { Fault } from "#contract/wire/fault";
import type { Step } from "#contract/wire/step";
import { ROW_KEYS } from "../../api/queries.ts";
import { useText } from "../../ui/text.ts";
import { useCalls } from "../portal/calls.ts";

export type ChangeEnd =
  | { readonly ok: true; readonly rows: readonly Row[] }
  /** `about`: the attributes that the refusal names. */
  | {
      readonly ok: false;
      readonly text: string;
      readonly about: readonly string[];
      readonly fault: Fault | null;
    };

/** Changes settings without the list of planned changes, all of them or none. */
export function useChangeAtOnce(): (steps: readonly Step[]) => Promise<ChangeEnd> {
  const { execute } = useCalls();
  const client = useQueryClient();
  const say = useText();
  return useCallback(
    async (steps) => {
      const outcome = await execute(steps, { dryRun: false });
      if (!outcome.ok) {
        const { fault } = outcome;
        return { ok: false, text: sentenceOf(fault), about: attributesOf(fault), fault };
      }
      // During maintenance the server rolls back everything that is sent.
      if (outcome.rolledBack)
        return { ok: false, text: say("editor.setting.readOnly"), about: [], fault: null };
      await client.invalidateQueries({ queryKey: ROW_KEYS });
      return { ok: true, rows: steps.flatMap(({ idx = "" }) => outcome.lists[idx] ?? []) };
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
