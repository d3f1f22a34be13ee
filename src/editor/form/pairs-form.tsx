import { useId, useMemo, useState, type ReactNode } from "react";
import type { Json, Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { keyOf } from "#core/catalogue/key";
import { pairRows, type Paired } from "#core/form/pairs";
import { checkValues, planChange } from "#core/form/plan-change";
import { planForm, type FormModel } from "#core/form/plan-form";
import type { FormTarget } from "#core/form/target";
import type { Pairs } from "#core/screen/planning";
import { inOrder } from "#core/table/natural-order";
import { items as itemsOf } from "#core/txlist/history";
import { contentOf, type Planned } from "#core/txlist/planned";
import { useText } from "../../ui/text.ts";
import { textOf } from "../cell/cell-text.ts";
import { usePlannedLists } from "../overlay/use-overlay.ts";
import { useFormPrefs } from "../portal/form-prefs.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useTransactionList } from "../portal/stores.ts";
import { toAscii } from "../screen/to-ascii.ts";
import { FormDialog } from "./form-dialog.tsx";
import { NoForm } from "./no-form.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import "./pairs.css";

export interface PairsFormProps {
  readonly pairs: Pairs;
  readonly targets: readonly FormTarget[];
  /** Rows that were chosen although they have a partner already. */
  readonly leftOut: number;
  readonly onPlannedAll: (items: readonly Planned[]) => void;
  readonly onClose: () => void;
}

/** Gives several rows one partner each. Asks who owns the partners and which partner is the first, and shows the pairs before they are planned (NDOC-12). */
export function PairsForm(props: PairsFormProps): ReactNode {
  const { pairs, targets, onClose } = props;
  const catalogue = useCatalogue();
  const prefs = useFormPrefs();
  const object = targets[0]?.object;
  const plan = useMemo(
    () =>
      object === undefined
        ? null
        : planForm(catalogue, { object, operation: "create", row: null, ask: [pairs.by] }, prefs),
    [catalogue, object, pairs, prefs],
  );
  if (plan === null) return <NoForm onClose={onClose} />;
  return <PairsDialog {...props} plan={plan} />;
}

function PairsDialog(props: PairsFormProps & { readonly plan: FormModel }): ReactNode {
  const { plan, pairs, targets, leftOut, onPlannedAll, onClose } = props;
  const say = useText();
  const [owner, setOwner] = useState<Json>(null);
  const [chosen, setChosen] = useState("");
  const partners = usePartners(plan, pairs, owner);
  const isTaken = useTaken(plan, pairs);
  const free = partners.filter((one) => !isTaken(one));
  const first = free.find((one) => one["gpk"] === chosen) ?? free[0] ?? null;
  const rows = targets.map(({ row }) => row).filter((row) => row !== null);
  const made = first === null ? null : pairRows(rows, partners, first, pairs, isTaken);
  const title = targets[0]?.title;
  return (
    <FormDialog
      title={say("editor.bulk.named", {
        text: title === undefined ? "" : say(title),
        count: targets.length,
      })}
      form={plan}
      intro={
        leftOut > 0 && <p className="muted form-intro">{say("editor.pairs.leftOut", { count: leftOut })}</p>
      }
      isEdit={false}
      canContinue={false}
      check={(values) => checkValues(plan, values, toAscii)}
      onValues={(values) => setOwner(values[pairs.by] ?? null)}
      below={
        first === null ? (
          partners.length > 0 && <p>{say("editor.pairs.allTaken")}</p>
        ) : (
          <>
            <FirstPartner free={free} first={first} order={pairs.order} onChoose={setChosen} />
            {made !== null && <PairsPreview paired={made} order={pairs.order} />}
          </>
        )
      }
      onSubmit={() => {
        if (made === null || made.pairs.length === 0) return { refused: say("editor.pairs.nobody") };
        onPlannedAll(plannedOf(plan, targets, pairs, made));
        return "planned";
      }}
      onClose={onClose}
    />
  );
}

interface FirstPartnerProps {
  readonly free: readonly Row[];
  readonly first: Row;
  readonly order: string;
  readonly onChoose: (gpk: string) => void;
}

function FirstPartner({ free, first, order, onChoose }: FirstPartnerProps): ReactNode {
  const say = useText();
  const id = useId();
  return (
    <div className="form-field">
      <div className="form-label">
        <label htmlFor={id}>{say("editor.pairs.first")}</label>
      </div>
      <select
        id={id}
        className="control"
        value={textOf(first["gpk"])}
        onChange={(event) => onChoose(event.target.value)}
      >
        {free.map((one) => (
          <option key={textOf(one["gpk"])} value={textOf(one["gpk"])}>
            {textOf(one[order])}
          </option>
        ))}
      </select>
    </div>
  );
}

const NO_ROWS: readonly Row[] = [];
const NO_STEPS: readonly Step[] = [];

/** All rows of the chosen owner in the order of their names. */
function usePartners({ type }: FormModel, pairs: Pairs, owner: Json): readonly Row[] {
  const isChosen = typeof owner === "string" && /^[a-z0-9_]+-\d+$/.test(owner);
  const steps = useMemo(
    () => (isChosen ? [{ idx: "row", name: `${type.name}.list`, old: { [pairs.by]: owner } }] : NO_STEPS),
    [isChosen, type, pairs.by, owner],
  );
  const { overlaid } = usePlannedLists(steps);
  return useMemo(
    () => (isChosen ? inOrder(overlaid?.staying["row"] ?? NO_ROWS, pairs.order) : NO_ROWS),
    [isChosen, overlaid, pairs.order],
  );
}

/** Answers whether a row has a partner or gets one by a planned change. */
function useTaken({ type }: FormModel, pairs: Pairs): (row: Row) => boolean {
  const txlist = useTransactionList();
  return useMemo(() => {
    const contents = itemsOf(txlist.state.history).flatMap((item) => contentOf(item) ?? []);
    const planned = new Set(
      contents
        .filter((one) => one.object_fq_name === type.name && one.parameters.new[pairs.with] !== undefined)
        .flatMap(({ parameters }) => [JSON.stringify(parameters.old), textOf(parameters.new[pairs.with])]),
    );
    return (row) =>
      row[pairs.taken] === true ||
      planned.has(textOf(row["gpk"])) ||
      planned.has(JSON.stringify(keyOf(type, row)));
  }, [txlist, type, pairs]);
}

function plannedOf(
  plan: FormModel,
  targets: readonly FormTarget[],
  pairs: Pairs,
  made: Paired,
): readonly Planned[] {
  return made.pairs.flatMap(({ one, other }) => {
    const target = targets.find(({ row }) => row?.["gpk"] === one["gpk"]);
    if (target === undefined) return [];
    const fixed = { [pairs.with]: other["gpk"] ?? null };
    const change = planChange(
      { ...plan, target, fields: [], fixed },
      {},
      { uuid: crypto.randomUUID(), toAscii },
    );
    return change.kind === "planned" ? [change.item] : [];
  });
}

/** The pairs, the partners that are already used, and the rows without a partner. */
function PairsPreview({ paired, order }: { readonly paired: Paired; readonly order: string }): ReactNode {
  const say = useText();
  const { pairs, taken, left } = paired;
  const names = (rows: Paired["left"]): string => rows.map((row) => textOf(row[order])).join(", ");
  return (
    <div aria-live="polite">
      <ol className="pairs" aria-label={say("editor.pairs.preview")}>
        {pairs.map(({ one, other }) => (
          <li key={textOf(one["gpk"])}>
            {textOf(one[order])} <span aria-hidden="true">→</span>
            <span className="visually-hidden">{say("editor.pairs.with")}</span> {textOf(other[order])}
          </li>
        ))}
      </ol>
      {taken.length > 0 && (
        <p className="muted">{say("editor.pairs.taken", { count: taken.length, names: names(taken) })}</p>
      )}
      {left.length > 0 && (
        <Note tone="warning">{say("editor.pairs.left", { count: left.length, names: names(left) })}</Note>
      )}
    </div>
  );
}
