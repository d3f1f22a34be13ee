import { useDeferredValue, useId, useMemo, useState, type ReactNode } from "react";
import { NOWHERE, scopeAround } from "#core/addresses/free-scope";
import { addressesInTable, freeCells, groupsOf, withCells, type FreeCell } from "#core/form/free-cells";
import { importReader, readImport, type Import, type ImportReader } from "#core/form/import";
import type { FormTarget } from "#core/form/target";
import type { Planned } from "#core/txlist/planned";
import { Button } from "../../ui/action/button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import type { FreeAddressPort } from "../../ui/field/free-address-port.ts";
import { sayText, useText, type Say } from "../../ui/text.ts";
import { useLatest } from "../../ui/use-latest.ts";
import { useFormPrefs } from "../portal/form-prefs.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useTransactionList } from "../portal/stores.ts";
import { useWords } from "../portal/words.ts";
import { toAscii } from "../screen/to-ascii.ts";
import { ImportPreview, ImportProblems, ImportSource } from "./import-source.tsx";
import { NoForm } from "./no-form.tsx";
import { useClosing } from "./use-closing.tsx";
import { useImportTest } from "./use-import-test.ts";
import { useLabelled } from "./use-labelled.ts";
import { useFreeAddresses } from "./use-free-addresses.ts";
import "./import.css";

export interface ImportDialogProps {
  /** The control beside which the import is offered. Its prefilled values apply to every line. */
  readonly target: FormTarget;
  readonly onPlannedAll: (items: readonly Planned[]) => void;
  readonly onClose: () => void;
}

/** Plans objects from a table of text. Nothing is planned while a line is faulty, unless the reader chooses to leave that line out. */
export function ImportDialog({ target, ...actions }: ImportDialogProps): ReactNode {
  const catalogue = useCatalogue();
  const prefs = useFormPrefs();
  const labelled = useLabelled();
  const plan = useMemo(
    () => importReader(catalogue, target, prefs, labelled),
    [catalogue, target, prefs, labelled],
  );
  return plan === null ? <NoForm onClose={actions.onClose} /> : <Importing plan={plan} {...actions} />;
}

interface ImportingProps extends Omit<ImportDialogProps, "target"> {
  readonly plan: ImportReader;
}

function Importing({ plan, onPlannedAll, onClose }: ImportingProps): ReactNode {
  const txlist = useTransactionList();
  const say = useText();
  const title = useTitle(plan);
  const [text, setText] = useState("");
  const written = useLatest(text);
  const [leavesOut, setLeavesOut] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const { close, question } = useClosing(text.trim() !== "", onClose);
  const { read: local, isSettled } = useRead(plan, text);
  const { read, verdict, isBusy, test } = useImportTest(local);
  const { items, faulty, count } = useMemo(() => divided(read, leavesOut), [read, leavesOut]);
  const plain = (): void => {
    onPlannedAll(items);
    onClose();
  };
  const submit = async (): Promise<void> => {
    const obstacle = obstacleOf(say, read, leavesOut) ?? sayBlock(say, txlist.blockOf("add"));
    if (obstacle !== null) return setMessage(obstacle);
    if (verdict !== null) return plain();
    setMessage(say("editor.import.testing"));
    const found = await test();
    if (written.current !== text) return setMessage(null);
    if (found.kind === "untested")
      return setMessage(say("editor.import.untested", { sentence: found.sentence }));
    if (found.refused === 0) return plain();
    setLeavesOut(false);
    return setMessage(say("editor.import.refused", { count: found.refused }));
  };
  return (
    <Dialog
      title={title}
      width="wide"
      onClose={close}
      foot={<Foot {...{ count, isSettled, isBusy, submit, close }} />}
    >
      <div className="import">
        {message !== null && <Note tone={isBusy ? "info" : "warning"}>{message}</Note>}
        <output className="visually-hidden">{message ?? ""}</output>
        <ImportSource
          fields={plan.form.fields}
          text={text}
          onText={(next) => {
            setText(next);
            setMessage(null);
            setLeavesOut(false);
          }}
        />
        <ImportFree plan={plan} read={read} onText={setText} />
        <Remarks read={read} />
        <ImportProblems lines={read.lines} />
        {faulty > 0 && items.length > 0 && (
          <LeaveOut count={faulty} isOn={leavesOut} onChange={setLeavesOut} />
        )}
        <ImportPreview read={read} />
      </div>
      {question}
    </Dialog>
  );
}

interface FootProps {
  readonly count: number;
  readonly isSettled: boolean;
  readonly isBusy: boolean;
  readonly submit: () => Promise<void>;
  readonly close: () => void;
}

function Foot({ count, isSettled, isBusy, submit, close }: FootProps): ReactNode {
  const say = useText();
  return (
    <>
      <Button onClick={close}>{say("ui.common.cancel")}</Button>
      <Button look="primary" disabled={!isSettled} isBlocked={isBusy} onClick={() => void submit()}>
        {count === 0 ? say("editor.import.planNone") : say("editor.import.plan", { count })}
      </Button>
    </>
  );
}

/** Why nothing is planned yet; null if it can be. */
function obstacleOf(say: Say, read: Import, leavesOut: boolean): string | null {
  const { items, faulty } = divided(read, leavesOut);
  if (items.length === 0) return say("editor.import.nothing");
  if (faulty === 0 || leavesOut) return null;
  const count = read.lines.reduce((sum, { problems }) => sum + problems.length, 0);
  return say("editor.import.problems", { count, lines: faulty });
}

function sayBlock(say: Say, block: Parameters<typeof sayText>[1] | null): string | null {
  return block === null ? null : sayText(say, block);
}

function useTitle({ form: { type, target } }: ImportReader): string {
  const { say, locale, catalogue } = useWords();
  const typeName = catalogue.typeName(type.name, locale);
  return say("editor.import.title", { type: target.title === undefined ? typeName : say(target.title) });
}

/** Errors of the table as a whole, and how the table was understood. */
function Remarks({ read: { refused, notes } }: { readonly read: Import }): ReactNode {
  const say = useText();
  return (
    <>
      {refused !== null && (
        <p className="form-problem" role="alert">
          {sayText(say, refused)}
        </p>
      )}
      {notes.map((note) => (
        <p key={JSON.stringify(note)} className="muted">
          {sayText(say, note)}
        </p>
      ))}
    </>
  );
}

/** The objects that a text gives. Typing stays fluent while a long table is read. */
function useRead(plan: ImportReader, text: string) {
  const settled = useDeferredValue(text);
  const read = useMemo(
    () => readImport(plan, settled, { uuid: () => crypto.randomUUID(), toAscii }),
    [plan, settled],
  );
  // `isSettled` is false while the result belongs to an earlier text, which must not be planned.
  return { read, isSettled: settled === text };
}

/** Lines that can be planned, and the number of lines that cannot. */
interface Divided {
  readonly items: readonly Planned[];
  /** Number of lines that give no object. */
  readonly faulty: number;
  /** Number of objects that can be planned now; 0 while a faulty line is neither corrected nor left out. */
  readonly count: number;
}

function divided({ lines }: Import, leavesOut: boolean): Divided {
  const items = lines.flatMap(({ item }) => item ?? []);
  const faulty = lines.length - items.length;
  return { items, faulty, count: faulty > 0 && !leavesOut ? 0 : items.length };
}

interface LeaveOutProps {
  readonly count: number;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function LeaveOut({ count, isOn, onChange }: LeaveOutProps): ReactNode {
  const say = useText();
  const id = useId();
  return (
    <label className="check" htmlFor={id}>
      <input id={id} type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>{say("editor.import.leaveOut", { count })}</span>
    </label>
  );
}

interface ImportFreeProps {
  readonly plan: ImportReader;
  readonly read: Import;
  readonly onText: (text: string) => void;
}

type Answer =
  | { readonly kind: "idle" | "busy" | "failed" }
  | { readonly kind: "filled"; readonly count: number; readonly left: number };

/** Fills empty cells of address columns with the next free addresses of their networks. */
function ImportFree({ plan, read, onText }: ImportFreeProps): ReactNode {
  const { say, catalogue } = useWords();
  const port = useFreeAddresses(plan.form.target);
  const [answer, setAnswer] = useState<Answer>({ kind: "idle" });
  const cells = freeCells(plan, read, scopeAround(catalogue, plan.form.target.around));
  const fill = async (): Promise<void> => {
    setAnswer({ kind: "busy" });
    try {
      const filled = await findAll(port, cells, addressesInTable(read));
      onText(withCells(read, filled));
      setAnswer({ kind: "filled", count: filled.length, left: cells.length - filled.length });
    } catch {
      // The frame shows the fault itself.
      setAnswer({ kind: "failed" });
    }
  };
  return (
    <div className="free-address">
      {cells.length > 0 && (
        <Button isBlocked={answer.kind === "busy"} onClick={() => void fill()}>
          {say("editor.import.free", { count: cells.length })}
        </Button>
      )}
      <output className="muted small">{textOf(answer, say)}</output>
    </div>
  );
}

function textOf(answer: Answer, say: Say): string {
  if (answer.kind === "failed") return say("ui.free.failed");
  if (answer.kind !== "filled") return "";
  const { count, left } = answer;
  const filled = say("editor.import.freeFilled", { count });
  return left === 0 ? filled : `${filled} ${say("editor.import.freeLeft", { count: left })}`;
}

/** The search goes place by place, so that it finds no address twice. */
async function findAll(
  port: FreeAddressPort,
  cells: readonly FreeCell[],
  inTable: readonly string[],
): Promise<readonly { readonly cell: FreeCell; readonly text: string }[]> {
  const filled: { cell: FreeCell; text: string }[] = [];
  for (const group of groupsOf(cells)) {
    const [{ scope, version } = { scope: NOWHERE, version: null }] = group;
    const taken = [...inTable, ...filled.map(({ text }) => text)];
    const wanted = { version, after: null, count: group.length, taken };
    const found = await port.find(scope, wanted, AbortSignal.timeout(30_000));
    group.forEach((cell, at) => {
      const text = found[at]?.address;
      if (text !== undefined) filled.push({ cell, text });
    });
  }
  return filled;
}
