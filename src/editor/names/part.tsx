import type { ReactNode } from "react";
import type { Quiet } from "#core/catalogue/quiet";
import { Link } from "../../ui/layout/link.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { QuietText } from "../cell/quiet-text.tsx";
import { usePortal } from "../portal.ts";
import { partOf, type Part } from "./named.ts";
import { useNamedRow } from "./use-named.ts";

export interface PartProps {
  readonly part: Part;
  readonly tabIndex?: number;
  readonly className?: string | undefined;
  readonly quiet?: Quiet | undefined;
}

/** A value that names an object, with a link; an unknown name is requested. */
export function PartLink(props: PartProps): ReactNode {
  const { part, tabIndex = 0, className, quiet } = props;
  if (part.unnamed !== undefined) return <Unnamed {...props} unnamed={part.unnamed} />;
  const text = <QuietText text={part.text} quiet={quiet} />;
  if (part.href === null) return <span className={className}>{text}</span>;
  return (
    <Link to={part.href} tabIndex={tabIndex} className={className}>
      {text}
    </Link>
  );
}

function Unnamed(props: PartProps & { readonly unnamed: NonNullable<Part["unnamed"]> }): ReactNode {
  const {
    part: { href },
    unnamed,
    ...look
  } = props;
  const { catalogue } = usePortal();
  const say = useText();
  const locale = useLocale();
  const row = useNamedRow(unnamed.object, unnamed.gpk);
  if (row === undefined) return <span className="muted">…</span>;
  // A gpk means nothing to readers, but its page tells what happened to the object.
  const gone = say("editor.names.gone", { type: catalogue.typeName(unnamed.object, locale) });
  const part = row === null ? { text: gone, href } : partOf(catalogue, unnamed.object, row, locale);
  return <PartLink part={part} {...look} />;
}

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
