import { ACCOUNT } from "#contract/wire/api-types";
import { useMemo, useState, type ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import { referenceTarget, suggestStep, suggestionOf } from "#core/form/reference";
import { readLists } from "../../api/execute.ts";
import { useReferencePort, type ReferencePort } from "../../ui/field/field-component.ts";
import { TypeaheadInput } from "../../ui/field/typeahead-input.tsx";
import { useText } from "../../ui/text.ts";
import { textOf } from "../cell/cell-text.ts";
import { useCalls } from "../portal/calls.ts";
import { useCatalogue } from "../portal/metadata.ts";

export interface AccountChoiceProps {
  readonly id: string;
  readonly onLogin: (login: string | null) => void;
  readonly help: string;
}

/** Accounts by login name or name, after two letters and a pause in typing, ten at most (CONST-06, CONST-14). */
export function AccountChoice({ id, onLogin, help }: AccountChoiceProps): ReactNode {
  const say = useText();
  const { execute } = useCalls();
  const catalogue = useCatalogue();
  const [text, setText] = useState("");
  const target = useMemo(() => referenceTarget(catalogue, ACCOUNT, "login_name", false), [catalogue]);
  const port = useMemo(
    (): ReferencePort => ({
      suggest: async (_, typed, signal) => {
        const step = suggestStep("mgr", target, typed);
        const limited = { ...step, old: { ...step.old, fetch_limit: LIMITS.managerSuggestions } };
        const lists = await readLists(execute, [limited], signal);
        return (lists["mgr"] ?? []).map((row) => suggestionOf(catalogue, target, row));
      },
      choices: () => Promise.resolve([]),
    }),
    [execute, catalogue, target],
  );
  return (
    <useReferencePort.Provider value={port}>
      <TypeaheadInput
        id={id}
        label={say("editor.run.account")}
        options={{ reference: target }}
        isDisabled={false}
        isInvalid={false}
        isRequired
        describedBy={`${id}-help`}
        text={text}
        onText={(typed) => {
          setText(typed);
          onLogin(null);
        }}
        onChoose={({ value, label }) => {
          setText(label);
          onLogin(textOf(value));
        }}
      />
      <p id={`${id}-help`} className="muted small">
        {help}
      </p>
    </useReferencePort.Provider>
  );
}
