import type { ReactNode } from "react";
import { titleOf } from "#core/catalogue/title";
import { rowHref } from "#core/route/object-routes";
import { correctionItem, correctionsOf, type Correction } from "#core/screen/proposals";
import { contentOf } from "#core/txlist/planned";
import { Button } from "../../ui/action/button.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import { textOf } from "../cell/cell-text.ts";
import { OldNew } from "../history/drawn-value.tsx";
import { useListState } from "../planned/use-list-state.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useShell, useTransactionList } from "../portal/stores.ts";
import { useSectionStep, type SectionProps, type SectionStep } from "./section-context.ts";

/** Doubtful values with their proposals and a button that plans them. */
export function CorrectionsSection({ section }: SectionProps<"corrections">): ReactNode {
  const say = useText();
  const found = useSectionStep(section.of);
  if (found === null) return null;
  const corrections = correctionsOf(found.rows, section.attribute, section.propose);
  if (corrections.length === 0) return <p className="muted">{say(section.empty)}</p>;
  return (
    <ol className="history">
      {corrections.map((one) => (
        <CorrectionLine
          key={textOf(one.row["gpk"])}
          correction={one}
          attribute={section.attribute}
          type={found.type}
        />
      ))}
    </ol>
  );
}

interface LineProps {
  readonly correction: Correction;
  readonly attribute: string;
  readonly type: SectionStep["type"];
}

function CorrectionLine({ correction, attribute, type }: LineProps): ReactNode {
  const say = useText();
  const catalogue = useCatalogue();
  const txlist = useTransactionList();
  const shell = useShell();
  const { items } = useListState(txlist);
  const { row, present, proposed } = correction;
  const isPlanned = items.some(
    (item) =>
      contentOf(item)?.object_title === titleOf(type, row) && contentOf(item)?.object_fq_name === type.name,
  );
  const [owner = attribute, ...kinds] = type.key.filter((name) => name !== attribute);
  const name = textOf(row[owner]);
  const plan = (): void => {
    txlist.submit({ kind: "add", item: correctionItem(type, attribute, correction, crypto.randomUUID()) });
    shell.setPanel("isPlannedOpen", true);
  };
  return (
    <li className="history-entry">
      <div className="history-line">
        <span>
          <Link to={rowHref(catalogue, type.name, row)}>{name}</Link>{" "}
          <span className="muted">{kinds.map((kind) => textOf(row[kind])).join(" ")}</span>
        </span>
        <Button
          look="quiet"
          aria-label={say("editor.corrections.planFor", { name })}
          isBlocked={isPlanned || txlist.blockOf("add") !== null}
          onClick={plan}
        >
          {say(isPlanned ? "editor.corrections.planned" : "editor.corrections.plan")}
        </Button>
      </div>
      <p>
        <OldNew of={[type.name, attribute]} old={present} now={proposed} />
      </p>
    </li>
  );
}
