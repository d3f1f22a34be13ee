import { useState, type ReactNode } from "react";
import { NOWHERE } from "#core/addresses/free-scope";
import { Button } from "../../ui/action/button.tsx";
import { useText } from "../../ui/text.ts";
import { useFreeAddresses } from "../form/use-free-addresses.ts";
import { creationsFor } from "../planning/controls.ts";
import type { SectionStep } from "../section/section-context.ts";
import type { NetworkModel } from "./network-model.ts";
import { forOne, PlanControls } from "./told-address.tsx";
import type { Teller } from "./told.ts";

interface NextInListProps {
  readonly model: NetworkModel;
  readonly teller: Teller;
  readonly found: SectionStep;
}

type Answer =
  | { readonly kind: "idle" | "busy" | "none" | "failed" }
  | { readonly kind: "found"; readonly address: string };

/** The network is named with each search. */
const NOTHING_KNOWN = {};

/** Finds the next free address of a network without a map, each time the one behind the last, and plans with it. */
export function NextInList({ model, teller, found }: NextInListProps): ReactNode {
  const say = useText();
  const port = useFreeAddresses(NOTHING_KNOWN);
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
      // The fault itself is told by the frame; here it is enough that nothing was found.
      setAnswer({ kind: "failed" });
    }
  };
  const address = answer.kind === "found" ? answer.address : null;
  const values = { address, first: address, last: address, is_own: row["is_own"] ?? null };
  return (
    <>
      <output className="muted">{textOf(answer, say)}</output>
      {address !== null && (
        <PlanControls controls={creationsFor(found.place, forOne(teller.section), values)} />
      )}
      <Button look="quiet" isBlocked={answer.kind === "busy"} onClick={() => void ask()}>
        {say("editor.addresses.nextFree")}
      </Button>
    </>
  );
}

function textOf(answer: Answer, say: ReturnType<typeof useText>): string {
  if (answer.kind === "none") return say("editor.addresses.noneFree");
  if (answer.kind === "failed") return say("ui.free.failed");
  return answer.kind === "found" ? say("editor.addresses.found", { address: answer.address }) : "";
}
