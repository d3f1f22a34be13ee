import type { ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import type { TextKey } from "#core/text";
import { differences } from "#core/txlist/changes";
import { Button } from "../../ui/action/button.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { Time } from "../cell/time.tsx";
import { usePlanner } from "../planning/planner.ts";
import { usePortal } from "../portal.ts";
import { useSectionScreen } from "../section/section-context.ts";
import { OldNew } from "./old-new.tsx";
import { reverseTarget } from "./reverse.ts";
import { stateOf } from "./state-of.ts";
import "./history.css";
import { textOf } from "../cell/text-of.ts";

/** The last changes of the object, newest first, each with its differences (API-65). */
export function HistorySection({ of }: { readonly of: string }): ReactNode {
  const say = useText();
  const { lists } = useSectionScreen();
  if (lists === null) return null;
  const entries = lists[of] ?? [];
  return (
    <section className="section">
      <div className="section-head">
        <h2>{say("editor.history.title")}</h2>
      </div>
      {entries.length === 0 ? (
        <p className="muted">{say("editor.history.empty")}</p>
      ) : (
        <ol className="history">
          {entries.map((entry) => (
            <HistoryEntry key={textOf(entry["gpk"])} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  );
}

const VERBS: Readonly<Record<string, TextKey>> = {
  create: "editor.history.create",
  update: "editor.history.update",
  delete: "editor.history.delete",
};

function HistoryEntry({ entry }: { readonly entry: Row }): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { catalogue } = usePortal();
  const planner = usePlanner();
  const reverse = reverseTarget(catalogue, entry);
  const object = textOf(entry["object_fq_name"]);
  const isUpdate = entry["function"] === "update";
  const changes = isUpdate ? differences(stateOf(entry["old"]), stateOf(entry["new"])) : [];
  return (
    <li className="history-entry">
      <div className="history-line">
        <span>
          {say(VERBS[textOf(entry["function"])] ?? "editor.history.other", {
            login: textOf(entry["actor_login_name"]),
          })}{" "}
          <Time text={textOf(entry["ts"])} locale={locale} className="muted" />
        </span>
        {reverse !== null && (
          <Button look="quiet" icon="undo" onClick={() => planner.openForm(reverse)}>
            {say("editor.history.reverse")}
          </Button>
        )}
      </div>
      {changes.length > 0 && (
        <dl className="changes">
          {changes.map((change) => (
            <div key={[change.attribute, ...change.path].join(".")}>
              <dt className="muted">
                {[catalogue.attributeName(object, change.attribute, locale), ...change.path].join(" ")}
              </dt>
              <dd>
                <OldNew old={change.before ?? null} now={change.after ?? null} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
