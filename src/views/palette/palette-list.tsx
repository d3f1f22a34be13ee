import { Fragment, memo, useEffect, type ReactNode } from "react";
import type { TextPart } from "#core/search/match-parts";
import { useText } from "../../ui/text.ts";
import type { Entry, Group } from "./entries.ts";

interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly Group[];
  readonly active: Entry | null;
  /** The lines belong to an earlier term. */
  readonly isStale: boolean;
  readonly onOpen: (entry: Entry, isNewTab: boolean) => void;
}

/** Id of a line, which the field points to; ids have no blanks, terms may. */
export function optionId(list: string, entry: Entry): string {
  return `${list}-${encodeURIComponent(entry.id)}`;
}

export function PaletteList({ id, groups, active, isStale, onOpen }: PaletteListProps): ReactNode {
  const say = useText();
  const activeId = active === null ? null : optionId(id, active);
  useEffect(() => {
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- lines of many parts, by kind
      role="listbox"
      aria-label={say("views.palette.results")}
      className={isStale ? "palette-list is-stale" : "palette-list"}
      hidden={groups.length === 0}
    >
      {groups.map((group) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a part of the list
        <div key={group.id} role="group" aria-labelledby={`${id}-group-${group.id}`}>
          <div id={`${id}-group-${group.id}`} className="palette-kind">
            <span>{group.title}</span>
            {group.count !== null && <span className="palette-count">{group.count}</span>}
          </div>
          {group.entries.map((entry) => (
            <Line
              key={entry.id}
              id={optionId(id, entry)}
              entry={entry}
              isActive={entry.id === active?.id}
              onOpen={onOpen}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface LineProps {
  readonly id: string;
  readonly entry: Entry;
  readonly isActive: boolean;
  readonly onOpen: (entry: Entry, isNewTab: boolean) => void;
}

const Line = memo(function Line({ id, entry, isActive, onOpen }: LineProps): ReactNode {
  const { main, notes, key, act, isQuiet, isBest = false } = entry;
  const content = (
    <>
      <span className="palette-main">
        <Parts parts={main} />
      </span>
      {notes.map((note, at) => (
        <Fragment key={at}>
          {" "}
          <span className="palette-note">
            <Parts parts={note} />
          </span>
        </Fragment>
      ))}
      {key !== null && (
        <>
          {" "}
          <kbd className="palette-key">{key}</kbd>
        </>
      )}
    </>
  );
  const shared = {
    id,
    role: "option",
    tabIndex: -1,
    "aria-selected": isActive,
    className: ["palette-line", isQuiet && "is-quiet", isBest && "is-best"].filter(Boolean).join(" "),
  } as const;
  if (!("href" in act)) {
    return (
      <button
        {...shared}
        type="button"
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onOpen(entry, false)}
      >
        {content}
      </button>
    );
  }
  return (
    <a
      {...shared}
      href={act.href}
      onPointerDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.preventDefault();
        onOpen(entry, event.ctrlKey || event.metaKey);
      }}
    >
      {content}
    </a>
  );
});

function Parts({ parts }: { readonly parts: readonly TextPart[] }): ReactNode {
  return parts.map(({ text, isMatch, isMuted }, at) => {
    const Part = isMatch ? "mark" : "span";
    return (
      <Part key={at} className={isMuted ? "palette-muted" : undefined}>
        {text}
      </Part>
    );
  });
}
