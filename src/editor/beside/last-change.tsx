import type { ReactNode } from "react";
import { useLocale, useText } from "../../ui/text.ts";
import { textOf } from "../cell/text-of.ts";
import { Time } from "../cell/time.tsx";
import { HISTORY } from "../screen/complete-steps.ts";
import { useSectionScreen } from "../section/section-context.ts";

/** When the object or what hangs on it was changed last, and by whom, as far as the reader may see it. */
export function LastChange(): ReactNode {
  const say = useText();
  const locale = useLocale();
  const last = useSectionScreen().lists?.[HISTORY]?.[0];
  if (last === undefined) return null;
  return (
    <div>
      <dt>{say("editor.beside.changed")}</dt>
      <dd>
        <Time text={textOf(last["ts"])} locale={locale} />
        {", "}
        {textOf(last["actor_login_name"])}
      </dd>
    </div>
  );
}
