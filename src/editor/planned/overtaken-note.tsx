import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { objectIn, type Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { differences } from "#core/txlist/changes";
import { presentStep, withFoundValues, type Overtaken } from "#core/txlist/overtaken";
import { contentOf, type Planned } from "#core/txlist/planned";
import { listsQuery } from "../../api/queries.ts";
import { Button } from "../../ui/action/button.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { textOf } from "../cell/cell-text.ts";
import { Time } from "../cell/time.tsx";
import { OldNew } from "../history/drawn-value.tsx";
import { usePortal } from "../portal.ts";
import { HISTORY, historyStep } from "../screen/complete-steps.ts";

interface NoteProps {
  readonly item: Planned;
  readonly values: readonly Overtaken[];
}

/** Somebody else changed a value first: author, time, old and new value, and a way to plan on the present values. */
export function OvertakenNote({ item, values }: NoteProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { catalogue, txlist } = usePortal();
  const object = contentOf(item)?.object_fq_name ?? "";
  const change = useLastChange(item, values);
  const block = txlist.blockOf("replace");
  return (
    <div className="planned-overtaken">
      <p>
        {change === null
          ? say("editor.planned.overtaken")
          : say("editor.planned.overtakenBy", { login: textOf(change["actor_login_name"]) })}{" "}
        {change !== null && <Time text={textOf(change["ts"])} />}
      </p>
      <dl className="changes small">
        {values.map((one) => (
          <div key={one.attribute}>
            <dt className="muted">{catalogue.attributeName(object, one.attribute, locale)}</dt>
            <dd>
              <OldNew of={[object, one.attribute]} old={one.expected} now={one.found} />
            </dd>
          </div>
        ))}
      </dl>
      <Button
        disabled={block !== null}
        onClick={() => {
          txlist.submit({ kind: "replace", uuid: item.uuid, item: withFoundValues(item, values) });
          txlist.dismissResult();
        }}
      >
        {say("editor.planned.takeFound")}
      </Button>
    </div>
  );
}

const NO_STEPS: readonly Step[] = [];

/** The newest log entry about one of the values, or null. */
function useLastChange(item: Planned, values: readonly Overtaken[]): Row | null {
  const { execute, viewer, catalogue } = usePortal();
  const step = presentStep(item, catalogue);
  const query = useQuery({
    ...listsQuery(
      execute,
      viewer,
      step === null ? NO_STEPS : [{ ...step, idx: "object" }, historyStep("object")],
    ),
    enabled: step !== null,
    retry: false,
    // A cached log may lack the change.
    staleTime: 0,
  });
  const names = new Set(values.map((one) => one.attribute));
  const touches = (entry: Row): boolean =>
    differences(objectIn(entry["old"]), objectIn(entry["new"])).some((one) => names.has(one.attribute));
  return query.data?.[HISTORY]?.find(touches) ?? null;
}
