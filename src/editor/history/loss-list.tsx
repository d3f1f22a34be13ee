import type { ReactNode } from "react";
import { groupedLosses, lossWords, type Loss, type LossGroup } from "#core/txlist/losses";
import { useWords } from "../portal/words.ts";
import "./history.css";

/** Losses with their reasons, one line for all objects of a type. */
export function LossList({ losses }: { readonly losses: readonly Loss[] }): ReactNode {
  return (
    <ul className="history-losses">
      {groupedLosses(losses).map((group) => (
        <LossLine key={`${group.object} ${group.attribute ?? ""} ${group.reason}`} group={group} />
      ))}
    </ul>
  );
}

function LossLine({ group }: { readonly group: LossGroup }): ReactNode {
  const { object, titles, attribute, reason } = group;
  const { say, locale, catalogue } = useWords();
  const [first = "", ...others] = titles;
  return (
    <li>
      {catalogue.typeName(object, locale)} <strong>{first}</strong>
      {others.length > 0 && ` ${say("editor.history.andMore", { count: others.length })}`}
      {attribute === "gpk" && ` · ${say("editor.history.key")}`}
      {attribute !== null &&
        attribute !== "gpk" &&
        ` · ${catalogue.attributeName(object, attribute, locale)}`}
      : {lossWords(catalogue, group, locale) ?? say(reason)}
    </li>
  );
}
