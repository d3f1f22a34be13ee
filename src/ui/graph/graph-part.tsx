import type { ReactNode } from "react";
import { Breakable } from "../breakable.tsx";
import { Link, useMayOpen } from "../layout/link.tsx";
import type { Box } from "./place-graph.ts";

export interface GraphPart {
  readonly id: string;
  /** Kind of the object, shown above the title. */
  readonly kind: string;
  readonly title: string;
  /** The title as it fits into a box. */
  readonly short?: string;
  readonly href: string | null;
  /** The planned change of the object: created, changed or deleted. */
  readonly note?: { readonly text: string; readonly look: "new" | "changed" | "going" };
  /** The node represents several objects. */
  readonly isMany?: true;
}

interface PartProps {
  readonly part: GraphPart;
  readonly isRoot: boolean;
  readonly isActive: boolean;
  readonly place: { readonly x: number; readonly y: number } | undefined;
  readonly box: Box;
  readonly onPoint: (id: string | null) => void;
}

/** A box: a link to the page of its object, or to a list of several. */
export function Part({ part, isRoot, isActive, place, box, onPoint }: PartProps): ReactNode {
  const { id, title, short = title, href } = part;
  const mayOpen = useMayOpen();
  const shared = {
    className: classOf(part, isRoot),
    style: { left: place?.x, top: place?.y, ...box },
    title: tooltipOf(part),
    "data-part": id,
    tabIndex: isActive ? 0 : -1,
    onPointerEnter: () => onPoint(id),
    onPointerLeave: () => onPoint(null),
  };
  const text = <PartText {...part} short={short} />;
  if (isRoot || href === null || mayOpen?.(href) === false)
    return (
      <div {...shared} aria-current={isRoot ? "true" : undefined}>
        {text}
      </div>
    );
  return (
    <Link {...shared} to={href}>
      {text}
    </Link>
  );
}

function PartText({ kind, short, note }: Pick<GraphPart, "kind" | "short" | "note">): ReactNode {
  return (
    <>
      <span className="graph-kind small muted">
        {note !== undefined && <span className="graph-note">{note.text}</span>} {kind}
      </span>
      <span className="graph-title">
        <Breakable text={short ?? ""} />
      </span>
    </>
  );
}

function tooltipOf({ kind, title, note }: GraphPart): string {
  return note === undefined ? `${kind}: ${title}` : `${kind}: ${title} (${note.text})`;
}

function classOf({ isMany, note }: GraphPart, isRoot: boolean): string {
  return [
    "graph-part",
    ...(isRoot ? ["is-root"] : []),
    ...(isMany === true ? ["is-many"] : []),
    ...(note === undefined ? [] : [`is-${note.look}`]),
  ].join(" ");
}
