import { useState, type ReactNode } from "react";
import { ofFile } from "#imports/shared/steps";
import { decoded } from "#contract/values/decoded";
import { languageOf } from "#core/catalogue/languages";
import { kindOf } from "#imports/kind";
import { undecoded } from "#core/form/undecoded";
import { plannedOf } from "./planned-steps.ts";
import type { Text } from "#core/text";
import { items as itemsOf } from "#core/txlist/history";
import { GuessNote } from "../../editor/form/guess-note.tsx";
import { useCalls } from "../../editor/portal/calls.ts";
import { useCatalogue } from "../../editor/portal/metadata.ts";
import { useShell, useTransactionList } from "../../editor/portal/stores.ts";
import { Button, IconButton } from "../../ui/action/button.tsx";
import { FileButton } from "../../ui/action/file-button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { sayText, useLocale, useText } from "../../ui/text.ts";
import { Found } from "./found.tsx";
import { Questions } from "./questions.tsx";
import type { ImportFile, ImportFound, ImportGiven } from "./run-import.ts";
import "./import-page.css";

const NOTHING: ImportGiven = { kind: "csv", files: [], type: "", zone: "", bcd: "" };

type State =
  | { readonly phase: "idle" | "busy" }
  | { readonly phase: "failed"; readonly sentence: string }
  | { readonly phase: "found"; readonly found: ImportFound }
  | { readonly phase: "planned"; readonly count: number };

/** Turns files of other systems into planned actions. Objects that exist already are left out, and every fault is shown. */
export function ImportPage(): ReactNode {
  const say = useText();
  const [given, setGiven] = useState(NOTHING);
  const [state, setState] = useState<State>({ phase: "idle" });
  const { test, plan } = useImport(given, setState);
  const change = (next: Partial<ImportGiven>): void => {
    setGiven((before) => ({ ...before, ...next }));
    setState({ phase: "idle" });
  };
  const isReady = given.files.length > 0 && (given.kind !== "csv" || given.type !== "");
  return (
    <div className="import-page">
      <PageHeader title={say("routes.import")} focusKey="/tools/import" facts={[say("views.import.about")]} />
      <Files
        files={given.files}
        isBusy={state.phase === "busy"}
        onFiles={(files) => {
          const [first] = files;
          const kind = given.files.length === 0 && first !== undefined ? kindOf(first.text) : given.kind;
          change({ files, kind });
        }}
      />
      {given.files.length > 0 && <Questions given={given} onChange={change} />}
      <Button
        look={isDone(state) ? "plain" : "primary"}
        disabled={!isReady}
        isBlocked={state.phase === "busy"}
        onClick={() => void test()}
      >
        {say("views.import.test")}
      </Button>
      <output className="muted">{state.phase === "busy" ? say("views.import.busy") : ""}</output>
      {state.phase === "failed" && <Note tone="warning">{state.sentence}</Note>}
      {state.phase === "planned" && <Note>{say("views.import.planned", { count: state.count })}</Note>}
      {state.phase === "found" && <Found found={state.found} onPlan={() => plan(state.found)} />}
    </div>
  );
}

/** True if the test is no longer the next step: the changes found can be planned, or the list can be applied. */
function isDone(state: State): boolean {
  return state.phase === "planned" || (state.phase === "found" && state.found.steps.length > 0);
}

function useImport(given: ImportGiven, setState: (state: State) => void) {
  const catalogue = useCatalogue();
  const { execute } = useCalls();
  const txlist = useTransactionList();
  const shell = useShell();
  const say = useText();
  const language = languageOf(useLocale());
  const test = async (): Promise<void> => {
    setState({ phase: "busy" });
    try {
      // The parsers are loaded when they are needed.
      const { runImport } = await import("./run-import.ts");
      const before = itemsOf(txlist.state.history);
      setState({ phase: "found", found: await runImport(given, { catalogue, execute, language, before }) });
    } catch (error) {
      setState({ phase: "failed", sentence: error instanceof Error ? error.message : String(error) });
    }
  };
  const plan = ({ steps }: ImportFound): void => {
    const block = txlist.blockOf("add");
    if (block !== null) return setState({ phase: "failed", sentence: sayText(say, block) });
    txlist.submit({ kind: "append", items: plannedOf(steps, catalogue, () => crypto.randomUUID()) });
    shell.setPanel("isPlannedOpen", true);
    return setState({ phase: "planned", count: steps.length });
  };
  return { test, plan };
}

interface FilesProps {
  readonly files: readonly ImportFile[];
  readonly isBusy: boolean;
  readonly onFiles: (files: readonly ImportFile[]) => void;
}

function guessIn({ guess }: Pick<ImportFile, "guess">): Pick<ImportFile, "guess"> {
  return guess === undefined ? {} : { guess };
}

interface Unreadable {
  readonly name: string;
  readonly text: Text;
}

function Files({ files, isBusy, onFiles }: FilesProps): ReactNode {
  const say = useText();
  const [unreadable, setUnreadable] = useState<Unreadable | null>(null);
  const read = async (some: readonly File[]): Promise<void> => {
    const texts = await Promise.all(
      some.map(async (file) => ({
        name: file.name,
        read: decoded(new Uint8Array(await file.arrayBuffer())),
      })),
    );
    const [first = null] = texts.flatMap(({ name, read: of }) => {
      const text = undecoded(of);
      return text === null ? [] : [{ name, text }];
    });
    setUnreadable(first);
    const fresh = texts.flatMap(({ name, read: of }) =>
      of.ok ? [{ name, text: of.text, ...guessIn(of) }] : [],
    );
    const names = new Set(fresh.map(({ name }) => name));
    onFiles([...files.filter(({ name }) => !names.has(name)), ...fresh]);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button does the same without a mouse
    <section
      className="import-drop"
      aria-label={say("views.import.files")}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (!isBusy) void read([...event.dataTransfer.files]);
      }}
    >
      <p>{say("views.import.drop")}</p>
      <FileButton accept="" onFile={(file) => void read([file])} />
      <ul>
        {files.map(({ name }, at) => (
          <li key={`${String(at)} ${name}`}>
            <span className="code">{name}</span>
            <IconButton
              icon="close"
              label={say("views.import.remove", { name })}
              onClick={() => onFiles(files.filter((_, other) => other !== at))}
            />
          </li>
        ))}
      </ul>
      {files.map(
        ({ name, guess }) => guess !== undefined && <GuessNote key={name} file={name} guess={guess} />,
      )}
      {unreadable !== null && (
        <p className="form-problem" role="alert">
          {ofFile(unreadable.name, sayText(say, unreadable.text))}
        </p>
      )}
    </section>
  );
}
