import { useState, type ReactNode } from "react";
import { addressesInTable, freeCells, groupsOf, withCells, type FreeCell } from "#core/form/free-cells";
import type { Import, ImportPlan } from "#core/form/import";
import { Button } from "../../ui/action/button.tsx";
import type { FreeAddressPort } from "../../ui/field/free-address-port.ts";
import { useText } from "../../ui/text.ts";
import { useFreeAddresses } from "./use-free-addresses.ts";

interface ImportFreeProps {
  readonly plan: ImportPlan;
  readonly read: Import;
  readonly onText: (text: string) => void;
}

type Answer =
  | { readonly kind: "idle" | "busy" | "failed" }
  | { readonly kind: "filled"; readonly count: number; readonly left: number };

/** Fills empty cells of address columns with the next free addresses of their networks. */
export function ImportFree({ plan, read, onText }: ImportFreeProps): ReactNode {
  const say = useText();
  const port = useFreeAddresses(plan.form.target);
  const [answer, setAnswer] = useState<Answer>({ kind: "idle" });
  const cells = freeCells(plan, read);
  const fill = async (): Promise<void> => {
    setAnswer({ kind: "busy" });
    try {
      const filled = await findAll(port, cells, addressesInTable(read));
      onText(withCells(read, filled));
      setAnswer({ kind: "filled", count: filled.length, left: cells.length - filled.length });
    } catch {
      // The fault itself is told by the frame.
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

function textOf(answer: Answer, say: ReturnType<typeof useText>): string {
  if (answer.kind === "failed") return say("ui.free.failed");
  if (answer.kind !== "filled") return "";
  const { count, left } = answer;
  const filled = say("editor.import.freeFilled", { count });
  return left === 0 ? filled : `${filled} ${say("editor.import.freeLeft", { count: left })}`;
}

/** Place by place, so that no address is found twice. */
async function findAll(
  port: FreeAddressPort,
  cells: readonly FreeCell[],
  inTable: readonly string[],
): Promise<readonly { readonly cell: FreeCell; readonly text: string }[]> {
  const filled: { cell: FreeCell; text: string }[] = [];
  for (const group of groupsOf(cells)) {
    const [{ scope, version } = { scope: port.scope, version: null }] = group;
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
