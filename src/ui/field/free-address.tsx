import { useContext, useState, useId, type ReactNode } from "react";
import { parseAddress } from "#contract/values/ip";
import { isList, type Json } from "#contract/wire/json";
import {
  asksForPlace,
  isSomewhere,
  joinedScope,
  NOWHERE,
  PLACES,
  scopeOfForm,
  scopeOfPlace,
  type FreeScope,
} from "#core/addresses/free-scope";
import { familyOf, type Family } from "#core/addresses/free-family";
import type { FoundAddress } from "#core/addresses/free-search";
import type { DrawnField } from "#core/form/field-plan";
import { Button } from "../action/button.tsx";
import { useText } from "../text.ts";
import { useLatest } from "../use-latest.ts";
import { FormAroundContext, type FormAround } from "./field-component.ts";
import { FreeAddressContext, type FreeAddressPort } from "./free-address-port.ts";
import { TypeaheadInput } from "./typeahead-input.tsx";

interface FreeAddressProps {
  readonly field: Pick<DrawnField, "widget" | "options" | "label">;
  readonly value: Json | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (value: Json) => void;
}

/** Puts the next free address into a field whose BCD or subnet is known; otherwise asks for a BCD first. */
export function FreeAddress(props: FreeAddressProps): ReactNode {
  const port = useContext(FreeAddressContext);
  const around = useContext(FormAroundContext);
  const [chosen, setChosen] = useState("");
  const version = familyOf(props.field, around?.values ?? {});
  if (port === null || around === null || version === "none") return null;
  const scope = joinedScope(scopeOfForm(around.fields, around.values), scopeOfPlace(port.place));
  const known = knownBy(props.field, port, scope, around.fields);
  // An address from the chosen place names a place too, but the chosen one stays.
  if (known === "told" && chosen === "")
    return <Offer {...props} port={port} scope={scope} version={version} />;
  if (known === "never") return null;
  const place = { ...NOWHERE, bcd: chosen };
  return (
    <>
      <FreePlace {...props} value={chosen} onChange={setChosen} />
      {chosen !== "" && <Offer {...props} port={port} scope={place} version={version} />}
    </>
  );
}

/** Whether the place is known, can be chosen, or does not matter for the field. */
function knownBy(
  field: FreeAddressProps["field"],
  port: FreeAddressPort,
  scope: FreeScope,
  fields: FormAround["fields"],
): "told" | "chosen" | "never" {
  // Many forms have lists of addresses, but only those of a network are filled here.
  const isOfNetwork = field.widget === "list" && !port.fillsLists;
  if (isOfNetwork) return scope.networks.length > 0 ? "told" : "never";
  if (isSomewhere(scope)) return "told";
  return asksForPlace(fields) ? "never" : "chosen";
}

interface OfferProps extends FreeAddressProps {
  readonly port: FreeAddressPort;
  readonly scope: FreeScope;
  readonly version: Family;
}

type Answer =
  | { readonly kind: "idle" | "busy" | "none" | "failed" }
  | { readonly kind: "taken"; readonly found: FoundAddress }
  | { readonly kind: "several"; readonly found: readonly FoundAddress[] };

function Offer({ field, value, isDisabled, onChange, port, scope, version }: OfferProps): ReactNode {
  const say = useText();
  const [answer, setAnswer] = useState<Answer>({ kind: "idle" });
  const now = useLatest(value);
  const take = (found: FoundAddress): void => {
    const before = isList(now.current) ? now.current : [];
    onChange(field.widget === "list" ? [...before, found.address] : found.address);
    setAnswer({ kind: "taken", found });
  };
  const ask = async (): Promise<void> => {
    setAnswer({ kind: "busy" });
    const last = isList(value) ? value.at(-1) : value;
    const after = typeof last === "string" && parseAddress(last) !== null ? last : null;
    try {
      const found = await port.find(scope, { version, after }, AbortSignal.timeout(30_000));
      const [first, ...others] = found;
      // Text typed in the meantime is kept; the address is offered beside it.
      const isAsBefore = isList(now.current) || now.current === value;
      if (first === undefined) setAnswer({ kind: "none" });
      else if (others.length === 0 && isAsBefore) take(first);
      else setAnswer({ kind: "several", found });
    } catch {
      // The frame shows the fault itself.
      setAnswer({ kind: "failed" });
    }
  };
  return (
    <div className="free-address">
      <Button
        look="quiet"
        disabled={isDisabled}
        isBlocked={answer.kind === "busy"}
        aria-label={say("ui.free.nextFor", { field: field.label })}
        onClick={() => void ask()}
      >
        {say("ui.free.next")}
      </Button>
      {answer.kind === "several" &&
        answer.found.map((found) => (
          <Button key={found.network} className="code" onClick={() => take(found)}>
            {say("ui.free.choice", { address: found.address, network: found.network })}
          </Button>
        ))}
      <output className="muted small">{textOf(answer, say)}</output>
    </div>
  );
}

function textOf(answer: Answer, say: ReturnType<typeof useText>): string {
  if (answer.kind === "none") return say("ui.free.none");
  if (answer.kind === "failed") return say("ui.free.failed");
  if (answer.kind === "several") return say("ui.free.several");
  if (answer.kind !== "taken") return "";
  const { address, network } = answer.found;
  return say("ui.free.taken", { address, network });
}

interface FreePlaceProps {
  /** The field that needs an address. */
  readonly field: Pick<DrawnField, "label">;
  /** Name of the chosen BCD, or empty. */
  readonly value: string;
  readonly isDisabled: boolean;
  readonly onChange: (name: string) => void;
}

/** Asks for the BCD of the wanted address; folded until it is needed. */
function FreePlace({ field, value, isDisabled, onChange }: FreePlaceProps): ReactNode {
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
