import { useId, useState, type ReactNode } from "react";
import type { DrawnField } from "#core/form/field-plan";
import { PLACES } from "#core/addresses/free-places";
import { Button } from "../action/button.tsx";
import { useText } from "../text.ts";
import { TypeaheadInput } from "./typeahead-input.tsx";

interface FreePlaceProps {
  /** The field that the address is looked for. */
  readonly field: Pick<DrawnField, "label">;
  /** Name of the chosen BCD; empty: none yet. */
  readonly value: string;
  readonly isDisabled: boolean;
  readonly onChange: (name: string) => void;
}

/** Asks for the BCD that a free address is looked for in; closed until somebody wants one. */
export function FreePlace({ field, value, isDisabled, onChange }: FreePlaceProps): ReactNode {
  const say = useText();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState(value);
  if (!isOpen)
    return (
      <div className="free-address">
        <Button
          look="quiet"
          disabled={isDisabled}
          aria-label={say("ui.free.inBcdFor", { field: field.label })}
          onClick={() => setOpen(true)}
        >
          {say("ui.free.inBcd")}
        </Button>
      </div>
    );
  const label = say("ui.free.place", { field: field.label });
  const take = (name: string): void => {
    setTyped(name);
    onChange(name.trim());
  };
  return (
    <div className="free-place">
      <label className="muted small" id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <TypeaheadInput
        id={id}
        label={label}
        options={{ reference: PLACES }}
        text={typed}
        isDisabled={isDisabled}
        isInvalid={false}
        isRequired={false}
        describedBy={`${id}-label`}
        onText={take}
        onChoose={({ value: name }) => take(typeof name === "string" ? name : "")}
      />
    </div>
  );
}
