import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode } from "react";
import type { Execute } from "#contract/wire/outcome";
import { rowHref } from "#core/route/object-routes";
import { createdBesides, createdBy, type Created } from "#core/txlist/results";
import type { Run } from "#core/txlist/run";
import { readLists } from "../../api/execute.ts";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import { shownTitle } from "../cell/value-text.ts";
import { textOf } from "../cell/cell-text.ts";
import { TakeBack } from "../history/take-back.tsx";
import { useReverse } from "../history/use-reverse.tsx";
import { titleParts } from "../names/named.ts";
import { PartLinks } from "../names/part.tsx";
import { useCalls } from "../portal/calls.ts";
import { useWords } from "../portal/words.ts";

interface AppliedProps {
  readonly run: Run;
}

/** Objects that an apply created, with a link to each, and the reversal. */
export function AppliedEffects({ run }: AppliedProps): ReactNode {
  return (
    <>
      <CreatedObjects run={run} />
      <WayBack run={run} />
    </>
  );
}

/** Links drawn at once; the others on demand. */
const SHOWN = 10;

function CreatedObjects({ run }: AppliedProps): ReactNode {
  const say = useText();
  const [isAll, setAll] = useState(false);
  const created = useCreated(run);
  if (created.length === 0) return null;
  const shown = isAll ? created : created.slice(0, SHOWN);
  return (
    <div>
      <h3 className="run-result-title">{say("editor.run.created", { count: created.length })}</h3>
      <ul className="run-created">
        {shown.map((one) => (
          <li key={textOf(one.row["gpk"])}>
            <CreatedObject created={one} />
          </li>
        ))}
      </ul>
      {created.length > shown.length && (
        <button type="button" className="button button-quiet small" onClick={() => setAll(true)}>
          {say("editor.planned.more", { count: created.length - shown.length })}
        </button>
      )}
    </div>
  );
}

/** The answer has the objects of the elements. The log adds the objects that were created with them. */
function useCreated(run: Run): readonly Created[] {
  const { execute } = useCalls();
  const own = useMemo(() => createdBy(run), [run]);
  const transaction = transactionOf(run);
  const { data } = useQuery({
    ...creationsQuery(execute, transaction ?? ""),
    enabled: transaction !== null && own.length > 0,
  });
  return useMemo(() => [...own, ...createdBesides(own, data ?? [])], [own, data]);
}

/** Longer transactions are read on their own page. */
const BESIDES = 200;

/** Creations in the log of a transaction, which never changes. */
const creationsQuery = (execute: Execute, transaction: string) =>
  queryOptions({
    queryKey: ["creations", transaction],
    queryFn: async () => {
      const old = {
        transaction_gfk: transaction,
        function: "create",
        sorting_params_list: ["position"],
        fetch_limit: BESIDES,
      };
      const lists = await readLists(execute, [{ idx: "change", name: "wapi.change_log.list", old }]);
      return lists["change"] ?? [];
    },
    staleTime: Infinity,
    retry: false,
  });

function transactionOf(run: Run): string | null {
  return run.phase === "success" ? (run.transaction ?? null) : null;
}

function CreatedObject({ created: { object, row } }: { readonly created: Created }): ReactNode {
  const words = useWords();
  const { catalogue, locale } = words;
  const parts = titleParts(words, object, row);
  return (
    <>
      <span className="muted">{catalogue.typeName(object, locale)}</span>{" "}
      {parts === null ? (
        <Link to={rowHref(catalogue, object, row)}>
          {shownTitle(catalogue, catalogue.objectType(object), row, locale) || textOf(row["gpk"])}
        </Link>
      ) : (
        <PartLinks parts={parts} />
      )}
    </>
  );
}

function WayBack({ run }: AppliedProps): ReactNode {
  const reverser = useReverse();
  const transaction = transactionOf(run);
  if (transaction === null) return null;
  return (
    <div>
      <TakeBack transaction={transaction} plan={reverser.plan} />
      {reverser.dialog}
    </div>
  );
}
