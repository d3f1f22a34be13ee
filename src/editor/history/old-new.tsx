import type { ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import { Breakable } from "../../ui/breakable.tsx";
import { useDrawnValue, type ValuePlace } from "./drawn-value.tsx";
import "./history.css";

export interface OldNewProps {
  readonly of: ValuePlace;
  readonly old: Json | undefined;
  readonly now: Json;
}

/** `old → new`: the old value struck through, null as "empty". */
export function OldNew({ of, old, now }: OldNewProps): ReactNode {
  const { text, reference } = useDrawnValue(of);
  const drawn = (value: Json): ReactNode => reference(value) ?? <Breakable text={text(value)} />;
  return (
    <>
      {old !== undefined && (
        <>
          <del className="muted">{drawn(old)}</del> <span aria-hidden="true">→</span>{" "}
        </>
      )}
      <ins>{drawn(now)}</ins>
    </>
  );
}
