import type { ReactNode } from "react";
import { Breakable } from "../../ui/breakable.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";
import { partOf, type Part } from "./named.ts";
import { useNamedRow } from "./use-named.ts";

export interface PartProps {
  readonly part: Part;
  readonly tabIndex?: number;
  readonly className?: string | undefined;
}

/** A value that names an object, leading to it; a name that is not known yet is asked for. */
export function PartLink(props: PartProps): ReactNode {
  const { part, tabIndex = 0, className } = props;
  if (part.unnamed !== undefined) return <Unnamed {...props} unnamed={part.unnamed} />;
  const text = <Breakable text={part.text} />;
  if (part.href === null) return <span className={className}>{text}</span>;
  return (
    <Link to={part.href} tabIndex={tabIndex} className={className}>
      {text}
    </Link>
  );
}

function Unnamed({
  part: { href },
  unnamed,
  ...look
}: PartProps & { readonly unnamed: NonNullable<Part["unnamed"]> }): ReactNode {
  const { catalogue } = usePortal();
  const say = useText();
  const locale = useLocale();
  const row = useNamedRow(unnamed.object, unnamed.gpk);
  if (row === undefined) return <span className="muted">…</span>;
  // A number says nothing to a reader; its page tells what became of the object.
  const gone = say("editor.names.gone", { type: catalogue.typeName(unnamed.object, locale) });
  const part = row === null ? { text: gone, href } : partOf(catalogue, unnamed.object, row, locale);
  return <PartLink part={part} {...look} />;
}

/** Several of them, one after the other. */
export function PartLinks({
  parts,
  ...look
}: Omit<PartProps, "part"> & { readonly parts: readonly Part[] }): ReactNode {
  return parts.map((part, at) => (
    <span key={`${part.text} ${String(at)}`}>
      {at > 0 ? ", " : null}
      <PartLink part={part} {...look} />
    </span>
  ));
}
