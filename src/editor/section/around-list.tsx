import type { ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import { orElse } from "../../ui/feedback/error-boundary.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { later } from "../../ui/layout/later.tsx";
import { useIsIdle } from "../../ui/layout/when-idle.ts";
import { useText } from "../../ui/text.ts";
import type { SavedViewsProps } from "../saved-views/saved-views.tsx";

const SavedViews = later(
  "saved-views",
  async () => (await import("../saved-views/saved-views.tsx")).SavedViews,
);

/** The saved views of a list, which load after its rows are drawn. Without them the list stays as it is. */
export function ViewsOfList(props: SavedViewsProps): ReactNode {
  const isIdle = useIsIdle(SavedViews.isThere());
  return isIdle && orElse(null, <SavedViews {...props} />);
}

/** All rows were requested, and there are too many (LIST-10). */
export function TooLong({ isRefused }: { readonly isRefused: boolean }): ReactNode {
  const say = useText();
  const text = isRefused ? say("editor.table.tooLong", { count: LIMITS.allRows }) : "";
  return (
    <>
      <output className="visually-hidden">{text}</output>
      {isRefused && <Note tone="warning">{text}</Note>}
    </>
  );
}

/** An old address may name columns that the list no longer has. */
export function UnknownColumns({ names }: { readonly names: readonly string[] }): ReactNode {
  const say = useText();
  if (names.length === 0) return null;
  return <Note tone="warning">{say("editor.table.unknown", { names: names.join(", ") })}</Note>;
}
