import { useState, type ReactNode } from "react";
import { NOWHERE } from "#core/addresses/free-scope";
import type { Line } from "#core/addresses/used-in-order";
import { macInside } from "#core/tools/eui64";
import { Button } from "../../ui/action/button.tsx";
import { StateSign } from "../../ui/addresses/state-sign.tsx";
import { intlTag, useLocale, useText, type Say } from "../../ui/text.ts";
import { useFreeAddresses } from "../form/use-free-addresses.ts";
import { TextLink } from "../names/part.tsx";
import type { NetworkModel } from "./network-model.ts";
import {
  controlsOn,
  hrefOf,
  PlanControls,
  Roles,
  stateName,
  tellAddress,
  type NetworkProps,
} from "./told.tsx";

/** Lines before a button asks for more. */
const PAGE = 100;

/** A network too large for a map: used addresses in order, and the gaps between them. */
export function UsedList({ model, teller, tools }: NetworkProps & { readonly tools: ReactNode }): ReactNode {
  const say = useText();
  const [most, setMost] = useState(PAGE);
  const { lines } = model;
  const isEmpty = lines.every(({ kind }) => kind === "gap");
  return (
    <>
      <div className="address-head">
        {isEmpty && <p className="muted">{say("editor.addresses.nothingUsed")}</p>}
        <div className="address-tools">
          <NextInList model={model} teller={teller} />
          {tools}
        </div>
      </div>
      {!isEmpty && (
        <ol className="address-lines">
          {lines.slice(0, most).map((line) => (
            <LineItem key={keyOf(line)} line={line} model={model} teller={teller} />
          ))}
        </ol>
      )}
      {!isEmpty && lines.length > most && (
        <div>
          <Button onClick={() => setMost(most + PAGE)}>
            {say("editor.addresses.more", { count: Math.min(PAGE, lines.length - most) })}
          </Button>
        </div>
      )}
    </>
  );
}

function keyOf(line: Line): string {
  return line.kind === "address" ? line.address : line.first;
}

function LineItem({ line, model, teller }: NetworkProps & { readonly line: Line }): ReactNode {
  const say = useText();
  const size = useSizeText();
  if (line.kind === "address") return <AddressLine line={line} model={model} teller={teller} />;
  const { first, last } = line;
  if (line.kind === "gap")
    return (
      <li className="address-line is-gap small">
        {line.size === 1n
          ? say("editor.addresses.gapOne", { address: first })
          : say("editor.addresses.gap", { first, last, size: size(line.size) })}
      </li>
    );
  return (
    <li className="address-line">
      <StateSign state={line.state} />
      <span className="code">
        {first} – {last}
      </span>
      <span>{stateName(say, line.state)}</span>
      <span className="muted">{say("editor.addresses.gapSize", { size: size(line.size) })}</span>
    </li>
  );
}

interface AddressLineProps extends NetworkProps {
  readonly line: Extract<Line, { readonly kind: "address" }>;
}

function AddressLine({ line, model, teller }: AddressLineProps): ReactNode {
  const say = useText();
  const told = tellAddress(teller, model, line.value, line.state);
  const { address, state, facts } = told;
  return (
    <li className="address-line">
      <StateSign state={line.state} />
      <TextLink to={hrefOf(teller, address)} className="code">
        {address}
      </TextLink>
      {state !== "used" && <span>{stateName(say, state)}</span>}
      {facts.map(({ title, text }) => (text === "" ? null : <span key={title}>{text}</span>))}
      <Roles of={told} />
    </li>
  );
}

const READABLE = 10n ** 12n;

/** A readable number, or the nearest power of two. */
function useSizeText(): (size: bigint) => string {
  const tag = intlTag(useLocale());
  return (size) => (size < READABLE ? size.toLocaleString(tag) : `≈\u00a02${raised(powerOf(size))}`);
}

const RAISED = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"];

function raised(power: number): string {
  return String(power).replaceAll(/\d/g, (digit) => RAISED[Number(digit)] ?? digit);
}

function powerOf(size: bigint): number {
  const bits = size.toString(2);
  // From 1.5 times a power of two on, the next power is nearer.
  return bits.startsWith("11") ? bits.length : bits.length - 1;
}

/** Number of used addresses that were made from a MAC address, and of those given out by DHCP. */
export function sourcesOf({ lines, claims }: NetworkModel): {
  readonly eui64: number;
  readonly dhcp: number;
} {
  const used = lines.flatMap((line) => (line.kind === "address" ? [line] : []));
  return {
    eui64: used.filter(({ value }) => macInside(value) !== null).length,
    dhcp: used.filter(({ value }) => claims(value).some(({ said }) => said?.claim.isDhcp === true)).length,
  };
}

type Answer =
  | { readonly kind: "idle" | "busy" | "none" | "failed" }
  | { readonly kind: "found"; readonly address: string };

/** Finds free addresses of a network without a map, one after the other, and plans with them. */
function NextInList({ model, teller }: NetworkProps): ReactNode {
  const say = useText();
  // Each search names its network.
  const port = useFreeAddresses({});
  const [answer, setAnswer] = useState<Answer>({ kind: "idle" });
  const { network, row } = model;
  const ask = async (): Promise<void> => {
    const after = answer.kind === "found" ? answer.address : null;
    setAnswer({ kind: "busy" });
    try {
      const scope = { ...NOWHERE, networks: [network.text] };
      const wanted = { version: network.version, after };
      const [first] = await port.find(scope, wanted, AbortSignal.timeout(30_000));
      setAnswer(first === undefined ? { kind: "none" } : { kind: "found", address: first.address });
    } catch {
      // The frame shows the fault itself.
      setAnswer({ kind: "failed" });
    }
  };
  const address = answer.kind === "found" ? answer.address : null;
  return (
    <>
      <output className="muted">{textOf(answer, say)}</output>
      {address !== null && <PlanControls controls={controlsOn(teller, row, address, address)} />}
      <Button look="quiet" isBlocked={answer.kind === "busy"} onClick={() => void ask()}>
        {say("editor.addresses.nextFree")}
      </Button>
    </>
  );
}

function textOf(answer: Answer, say: Say): string {
  if (answer.kind === "none") return say("editor.addresses.noneFree");
  if (answer.kind === "failed") return say("ui.free.failed");
  return answer.kind === "found" ? say("editor.addresses.found", { address: answer.address }) : "";
}
