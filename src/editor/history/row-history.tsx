import { useMemo, useState, type ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { rowHref } from "#core/route/object-routes";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { Loading } from "../../ui/feedback/loading.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { textOf } from "../cell/cell-text.ts";
import { shownTitle } from "../cell/value-text.ts";
import { FaultBlock } from "../fault/fault-block.tsx";
import { useLists } from "../portal/calls.ts";
import { useWords } from "../portal/words.ts";
import { ABOUT, HISTORY, HISTORY_LIMIT, NEWEST_FIRST } from "../screen/complete-steps.ts";
import { AllChanges, HistoryEntries } from "./history-entries.tsx";
import { useReverse } from "./use-reverse.tsx";

export interface RowHistoryProps {
  readonly type: ObjectTypeMeta;
  readonly row: Row;
  readonly onClose: () => void;
}

/** The history of one row's object, above the list. */
export function RowHistory({ type, row, onClose }: RowHistoryProps): ReactNode {
  const { say, locale, catalogue } = useWords();
  const reverser = useReverse();
  // The planned list shows the result; questions about it get their own dialog.
  const [isShown, setShown] = useState(true);
  const reverse = (entry: Row): void => {
    setShown(false);
    reverser.plan([entry]);
  };
  const title = say("editor.history.of", { title: shownTitle(catalogue, type, row, locale) });
  return (
    <>
      {isShown && (
        <Dialog title={title} width="wide" onClose={onClose}>
          <p>
            <Link to={rowHref(catalogue, type.name, row)}>{say("editor.history.page")}</Link>
          </p>
          <Changes type={type} gpk={textOf(row["gpk"])} onReverse={reverse} />
        </Dialog>
      )}
      {reverser.dialog}
    </>
  );
}

interface ChangesProps {
  readonly type: ObjectTypeMeta;
  readonly gpk: string;
  readonly onReverse: (entry: Row) => void;
}

function Changes({ type, gpk, onReverse }: ChangesProps): ReactNode {
  const steps = useMemo(
    () => [
      { idx: "object", name: `${type.name}.list`, old: { gpk_list: [gpk] } },
      {
        idx: HISTORY,
        name: "wapi.change_log.list",
        old: { fetch_limit: HISTORY_LIMIT, sorting_params_list: NEWEST_FIRST },
        union_join_ref: { object: ABOUT },
      },
    ],
    [type, gpk],
  );
  const query = useLists(steps);
  if (query.isError) return <FaultBlock call={query} />;
  if (query.data === undefined) return <Loading />;
  const entries = query.data[HISTORY] ?? [];
  return (
    <>
      <HistoryEntries entries={entries} about={gpk} onReverse={onReverse} />
      {entries.length === HISTORY_LIMIT && <AllChanges gpk={gpk} />}
    </>
  );
}
