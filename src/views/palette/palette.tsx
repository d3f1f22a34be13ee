import { useId, useMemo, useRef, useState, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Command } from "#core/search/commands";
import type { Joke } from "#core/search/jokes";
import { useAccount } from "../../editor/portal/account.ts";
import { useCatalogue } from "../../editor/portal/metadata.ts";
import { useSearch } from "../../editor/portal/stores.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { emptyGroups, searchGroups, type Group } from "./entries.ts";
import { PaletteControls, PaletteField } from "./palette-field.tsx";
import { optionId, PaletteList } from "./palette-list.tsx";
import { PaletteHelp, PaletteHint, PaletteKeys } from "./palette-notes.tsx";
import { useRecent } from "./use-recent.ts";
import { useKeys, useOpening, useSearching } from "./use-palette.ts";
import { useWalk } from "./use-walk.ts";
import "./palette.css";

export interface PaletteProps {
  /** Searched at once. */
  readonly term: string;
  readonly commands: readonly Command[];
  readonly onJoke: (joke: Joke) => void;
}

/** The global search: objects of all kinds in one call, pages and commands. */
export function Palette({ term, commands, onJoke }: PaletteProps): ReactNode {
  const say = useText();
  const search = useSearch();
  const { visitor } = useAccount();
  const input = useRef<HTMLInputElement>(null);
  const { searching, state } = useSearching(term, search.state.options);
  const [isHelpOpen, setHelp] = useState(false);
  const [showsAllTerms, setShowsAllTerms] = useState(false);
  const groups = useGroups(commands, state, showsAllTerms);
  const walk = useWalk(groups);
  const id = useId();
  const isStale = ["waiting", "asking"].includes(state.phase) || state.reading.kind === "badRegexp";
  const turnHelp = () => setHelp(!isHelpOpen);
  const showAllTerms = () => setShowsAllTerms(true);
  const acts = useOpening({ searching, state, walk, input, showAllTerms });
  const keys = useKeys({ searching, state, walk, input, isStale, onJoke, turnHelp, ...acts });
  const active = walk.active === null ? null : optionId(id, walk.active);
  const { close } = acts;
  return (
    <Dialog bare="palette" title={say("views.palette.label")} onClose={close}>
      <div className="palette-head">
        <PaletteField
          inputRef={input}
          text={state.text}
          reading={state.reading}
          list={{ id, isShown: groups.length > 0, active }}
          {...keys}
        />
        <PaletteControls
          options={state.options}
          isSignedIn={visitor.signedIn}
          isHelpOpen={isHelpOpen}
          onOptions={acts.choose}
          onHelp={turnHelp}
          onClose={close}
        />
      </div>
      {isHelpOpen && <PaletteHelp />}
      <PaletteHint
        state={state}
        isSignedIn={visitor.signedIn}
        hasLines={groups.some((group) => group.id === "commands")}
        onLeave={close}
      />
      <PaletteList id={id} groups={groups} active={walk.active} isStale={isStale} onOpen={acts.onOpen} />
      <output className="visually-hidden">
        {state.phase === "done" && say("views.palette.hits", { count: state.found?.count ?? 0 })}
      </output>
      <PaletteKeys />
    </Dialog>
  );
}

function useGroups(
  commands: readonly Command[],
  state: ReturnType<typeof useSearching>["state"],
  showsAllTerms: boolean,
): readonly Group[] {
  const say = useText();
  const locale = useLocale();
  const catalogue = useCatalogue();
  const search = useSearch();
  const { history } = useSnapshot(search.state);
  const recent = useRecent();
  return useMemo(() => {
    const source = { say, locale, catalogue, commands };
    if (state.text.trim() !== "") return searchGroups(source, state);
    return emptyGroups(source, history, recent, showsAllTerms);
  }, [say, locale, catalogue, commands, state, history, recent, showsAllTerms]);
}
