import type { ReactNode } from "react";
import type { Quiet } from "#core/catalogue/quiet";
import { orElse } from "../../ui/feedback/error-boundary.tsx";
import { later, Meanwhile } from "../../ui/layout/later.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { QuietText } from "../cell/copy-value.tsx";
import { meanwhile, type Part } from "./named.ts";

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
  const text =
    part.inner == null ? (
      <QuietText text={part.text} quiet={quiet} />
    ) : (
      // Names inside a link are not links themselves.
      <PartLinks parts={part.inner.map((one) => ({ ...one, href: null }))} />
    );
  return (
    <TextLink to={part.href} tabIndex={tabIndex} className={className}>
      {text}
    </TextLink>
  );
}

interface TextLinkProps extends Pick<PartProps, "tabIndex" | "className"> {
  /** Null for a text without a link. */
  readonly to: string | null;
  readonly children: ReactNode;
}

export function TextLink({ to, tabIndex, className, children }: TextLinkProps): ReactNode {
  if (to === null) return <span className={className}>{children}</span>;
  return (
    <Link to={to} tabIndex={tabIndex} className={className}>
      {children}
    </Link>
  );
}

/** Few pages name objects that they do not list, so the part that requests names is loaded with the first such object. */
const NamedPart = later("named-part", async () => (await import("./named-part.ts")).NamedPart);

function Unnamed({
  part,
  unnamed,
  ...look
}: PartProps & { readonly unnamed: NonNullable<Part["unnamed"]> }): ReactNode {
  const draw = (one: Omit<Part, "unnamed"> | null): ReactNode =>
    one === null ? <span className="muted">…</span> : <PartLink part={one} {...look} />;
  const waiting = draw(meanwhile(part, unnamed.key));
  // If the part does not load, the key stays visible.
  return orElse(
    waiting,
    <Meanwhile value={waiting}>
      <NamedPart part={part} of={unnamed} draw={draw} />
    </Meanwhile>,
  );
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
